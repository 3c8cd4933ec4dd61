"""Why a piece may not move: each reason, with the rule that stands behind it."""

import pytest

from bot.rules import (
    RULESETS,
    Explanation,
    Stop,
    Why,
    explain,
    parse_position,
    place_text,
)
from tests.conformance.test_conformance import IDS

# Position, the face about to be played ("" if a decision is due), what is forced, and each piece of
# the seat to move: its place, then - if it cannot move - why, the rule, and where or by how much.
TABLE = """
parchis Y:0,0,10,20 R:0,0,0,0 >Y=5              |   | must_enter P1 | 0; 10 must_enter P1; 20 must_enter P1
parchis Y:0,0,10,20 R:0,0,0,0 >Y                | 5 | must_enter P1 | 0; 10 must_enter P1; 20 must_enter P1
parchis Y:0,0,10,20 R:0,0,0,0 >Y                | 3 |               | 0 needs_face P1; 10; 20
parchis Y:0,0,0,0 R:0,0,0,0 >Y                  | 6 |               | 0 needs_face P1
parchis Y:0,0,5,5 R:0,0,0,0 >Y=5                |   |               | 0 exit_full P3 at 5; 5
parchis/teams Y:0,0,10,20 B:0,0,0,0 R:0,0,5,5 G:0,0,0,0 >Y=5 | | | 0 exit_full P3 at 5; 10; 20
parchis Y:0,0,0,40 R:0,0,0,0 >Y+20              |   |               | 0 count_not_from_yard P11; 40
parchis Y:0,10,L5,H R:0,0,0,0 >Y                | 5 | must_enter P1 | 0; 10 must_enter P1; L5 overshoots G8 by 2; H at_home G2
parchis Y:0,10,66,H R:0,0,0,0 >Y+20             |   |               | 0 count_not_from_yard P11; 10; 66 overshoots G8 by 10; H at_home G2
parchis Y:0,10,L6,H R:0,0,13,13 >Y              | 4 |               | 0 needs_face P1; 10 wall P8 at 13; L6 overshoots G8 by 2; H at_home G2
parchis Y:0,0,10,20 R:0,0,13,13 >Y              | 3 |               | 0 needs_face P1; 10 wall P8 at 13; 20
parchis Y:0,10,13,13 R:0,0,0,0 >Y               | 4 |               | 0 needs_face P1; 10 wall P8 at 13; 13
parchis Y:0,0,10,20 B:0,0,0,12 R:0,0,0,12 >Y=2  |   |               | 0 needs_face P1; 10 full P7 at 12; 20
parchis Y:0,L1,L3,L3 R:0,0,0,0 >Y=2             |   |               | 0 needs_face P1; L1 full P7 at L3; L3
parchis Y:0,10,13,13 R:0,0,0,0 >Y=6 6x1         |   |               | 0 needs_face P1; 10 wall P8 at 13; 13
parchis Y:0,13,13,30 R:0,0,0,0 >Y=6 6x1         |   | must_open P9  | 0 needs_face P1; 13; 30 must_open P9
parchis Y:0,13,13,30 R:0,0,16,16 >Y=6 6x1       |   |               | 0 needs_face P1; 13 wall P8 at 16; 30
parchis Y:10,13,13,30 R:0,0,20,20 >Y            | 6 |               | 10 wall P8 at 13; 13 wall P8 at 20; 30
parchis Y:0,0,10,30 R:0,0,0,16 >Y 6x2 last=30   | 6 | third_six P6  | 0 third_six P6; 10 third_six P6; 30 third_six P6
parchis Y:0,0,10,30 R:0,0,0,16 >Y 6x2 last=30   | 4 |               | 0 needs_face P1; 10; 30
ludo Y:0,0,30,40 R:0,0,0,0 >Y                   | 5 |               | 0 needs_face L1; 30; 40
ludo Y:0,0,30,40 R:0,0,0,0 >Y                   | 6 |               | 0; 30; 40
ludo Y:0,28,40,L4 R:0,0,30,30 >Y                | 2 |               | 0 needs_face L1; 28 pair L3 at 30; 40; L4
ludo Y:0,28,40,L4 R:0,0,30,30 >Y=3              |   |               | 0 needs_face L1; 28; 40; L4 overshoots G8 by 1
ludo/walls Y:0,28,40,L4 R:0,0,30,30 >Y=3        |   |               | 0 needs_face L1; 28 wall L4 at 30; 40; L4 overshoots G8 by 1
ludo Y:0,0,30,H R:0,0,0,0 >Y 6x2                | 6 | third_six L2  | 0 third_six L2; 30 third_six L2; H third_six L2
classic Y:0,0,10,20 R:0,0,0,5 >Y                | 5 |               | 0 exit_barred C1 at 5; 10; 20
classic Y:0,5,5,20 R:0,0,0,0 >Y=5               |   |               | 0 exit_barred C1 at 5; 5; 20
classic Y:0,0,10,20 R:0,0,0,0 >Y=5              |   | must_enter C1 | 0; 10 must_enter C1; 20 must_enter C1
classic Y:0,0,10,20 R:0,0,0,12 >Y               | 2 |               | 0 needs_face C1; 10 safe_taken C2 at 12; 20
classic/teams Y:0,0,10,20 B:0,0,0,0 R:0,0,0,12 G:0,0,0,0 >Y=2 | | | 0 needs_face C1; 10 safe_taken C2 at 12; 20
classic Y:0,0,10,20 R:0,0,12,12 >Y=3            |   |               | 0 needs_face C1; 10 wall C3 at 12; 20
classic Y:0,12,12,30 R:0,0,0,0 >Y=6 6x2         |   | must_open C4  | 0 needs_face C1; 12; 30 must_open C4
classic Y:0,0,30,66 R:0,0,0,0 >Y+20             |   |               | 0 count_not_from_yard C6; 30; 66 overshoots G8 by 10
classic Y:0,0,30,66 R:0,0,0,0 >Y 6x2 last=30    | 6 | third_six C8  | 0 third_six C8; 30 third_six C8; 66 third_six C8
stars Y:0,0,30,L3 R:0,0,0,0 >Y                  | 4 |               | 0 needs_face S1; 30; L3 overshoots G8 by 1
stars Y:0,0,30,H R:0,0,0,0 >Y=6 6x1             |   |               | 0; 30; H at_home G2
stars Y:0,0,30,L3 R:0,0,0,0 >Y 6x2              | 6 | third_six S5  | 0 third_six S5; 30 third_six S5; L3 third_six S5
parchis/enter_faces=5+6 Y:0,13,13,30 R:0,0,0,0 >Y=6 6x1 | | must_enter P1 | 0; 13 must_enter P1; 30 must_enter P1
parchis/must_open=no Y:0,13,13,30 R:0,0,0,0 >Y=6 6x1    | |       | 0 needs_face P1; 13; 30
ludo/enter_compulsory=yes Y:0,0,30,40 R:0,0,0,0 >Y=6 6x1 | | must_enter L1 | 0; 30 must_enter L1; 40 must_enter L1
ludo/capacity=2/exit=share Y:0,27,27,40 R:0,0,0,0 >Y=6 6x1 | |    | 0 exit_full L5 at 27; 27; 40
"""  # noqa: E501

ROWS = [tuple(part.strip() for part in row.split("|")) for row in TABLE.strip().splitlines()]


def text_of(position: str, told: Explanation) -> tuple[str, str]:
    state = parse_position(position)
    ring, seat = state.rules.ring, state.turn

    def stop_text(stop: Stop) -> str:
        where = "" if stop.place is None else f" at {place_text(ring, seat, stop.place)}"
        return f"{stop.why} {stop.rule}{where}" + (f" by {stop.excess}" if stop.excess else "")

    pieces = [
        place_text(ring, seat, each.place) + (f" {stop_text(each.stop)}" if each.stop else "")
        for each in told.pieces
    ]
    return stop_text(told.forced) if told.forced else "", "; ".join(pieces)


@pytest.mark.parametrize(("position", "face", "forced", "pieces"), ROWS)
def test_reason(position: str, face: str, forced: str, pieces: str) -> None:
    told = explain(parse_position(position), int(face) if face else None)
    assert text_of(position, told) == (forced, pieces)


def test_every_reason_is_met() -> None:
    told = {word for row in ROWS for word in row[2].split() + row[3].split()}
    assert not [why for why in Why if why.value not in told]


def test_every_reason_cites_a_rule_of_its_rule_set() -> None:
    for name, letter in (("parchis", "P"), ("ludo", "L"), ("classic", "C"), ("stars", "S")):
        citations = RULESETS[name].citations
        assert set(citations) == set(Why)
        assert {citations[why] for why in Why} <= set(IDS)
        for why, rule in citations.items():
            general = {Why.OVERSHOOTS: "G8", Why.AT_HOME: "G2"}
            assert rule == general[why] if why in general else rule[0] == letter


@pytest.mark.parametrize(
    ("position", "face"),
    [
        ("parchis Y:0,0,0,0 R:0,0,0,0 >Y", None),
        ("parchis Y:0,0,0,10 R:0,0,0,0 >Y=3", 3),
        ("parchis Y:0,0,0,10 R:0,0,0,0 >Y+20", 6),
        ("parchis Y:H,H,H,H R:0,0,0,0 #Y", None),
        ("parchis Y:H,H,H,H R:0,0,0,0 #Y", 3),
    ],
)
def test_nothing_to_explain(position: str, face: int | None) -> None:
    with pytest.raises(ValueError, match="explain a decision"):
        explain(parse_position(position), face)
