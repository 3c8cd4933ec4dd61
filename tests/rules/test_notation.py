"""Positions, rule sets and actions as text, both ways, and what is no such text."""

from dataclasses import replace
from random import Random

import pytest

from bot.rules import (
    CLASSIC,
    LUDO,
    PARCHIS,
    RING_52,
    RING_68,
    STARS,
    YARD,
    Decline,
    IllegalAction,
    Move,
    NotationError,
    Ring,
    Roll,
    Ruleset,
    Seat,
    Withdraw,
    action_text,
    apply,
    parse_action,
    parse_position,
    parse_rules,
    place_text,
    position_text,
    rules_text,
    withdraw,
)
from bot.rules.notation import parse_place
from bot.rules.ruleset import Exit, Pair, PairBinds, PairWhere, Reward, Safe, ThirdSix
from tests.rules.positions import HEADS, random_game, seatings

START = "parchis Y:0,0,0,0 R:0,0,0,0 >Y"


@pytest.mark.parametrize(
    ("ring", "seat", "place", "text"),
    [
        (RING_68, Seat.YELLOW, YARD, "0"),
        (RING_68, Seat.YELLOW, 0, "5"),
        (RING_68, Seat.YELLOW, 63, "68"),
        (RING_68, Seat.YELLOW, 64, "L1"),
        (RING_68, Seat.YELLOW, 70, "L7"),
        (RING_68, Seat.YELLOW, 71, "H"),
        (RING_68, Seat.RED, 29, "68"),
        (RING_68, Seat.RED, 30, "1"),
        (RING_52, Seat.RED, 0, "1"),
        (RING_52, Seat.BLUE, 50, "38"),
        (RING_52, Seat.BLUE, 55, "L5"),
        (RING_52, Seat.BLUE, 56, "H"),
    ],
)
def test_places(ring: Ring, seat: Seat, place: int, text: str) -> None:
    assert place_text(ring, seat, place) == text
    assert parse_place(ring, seat, text) == place


@pytest.mark.parametrize("text", ["", "1", "4", "69", "-1", "L0", "L8", "L", "h", "LH", "5 ", "٥"])
def test_no_place(text: str) -> None:
    with pytest.raises(NotationError):
        parse_place(RING_68, Seat.YELLOW, text)


@pytest.mark.parametrize("name", [None, *HEADS])
def test_rules_go_both_ways(name: str | None) -> None:
    for head in HEADS if name is None else (name,):
        assert rules_text(parse_rules(head)) == head


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("parchis", PARCHIS),
        ("parchis/quick/teams", replace(PARCHIS, quick=True, teams=True)),
        ("ludo/walls", replace(LUDO, pair=Pair.WALL)),
        ("parchis/capture_count=10", replace(PARCHIS, capture_count=10)),
        ("parchis/enter_faces=5+6", replace(PARCHIS, enter_faces=frozenset({6, 5}))),
        ("parchis/enter_faces=1+6", replace(PARCHIS, enter_faces=frozenset({1, 6}))),
        ("parchis/capture_count=100", replace(PARCHIS, capture_count=100)),
        ("parchis/must_open=no", replace(PARCHIS, must_open=False)),
        ("parchis/capacity=any", replace(PARCHIS, capacity=None)),
        ("parchis/order=-1", replace(PARCHIS, order=-1)),
        ("classic/order=1", replace(CLASSIC, order=1)),
        ("classic/capacity=3", replace(CLASSIC, capacity=3)),
        ("parchis/exit=bars/safe=exclude", replace(PARCHIS, exit=Exit.BARS, safe=Safe.EXCLUDE)),
        ("ludo/third_six=last_moved_back", replace(LUDO, third_six=ThirdSix.LAST_MOVED_BACK)),
        ("ludo/pair=none", replace(LUDO, pair=Pair.NONE)),
        ("ludo/walls/value_of_six=7", replace(LUDO, pair=Pair.WALL, value_of_six=7)),
        ("classic/counts_optional=no", replace(CLASSIC, counts_optional=False)),
        (
            "stars/pair=wall/pair_where=safe/pair_binds=all",
            replace(STARS, pair=Pair.WALL, pair_where=PairWhere.SAFE, pair_binds=PairBinds.ALL),
        ),
        (
            "stars/unplayable_six_rolls=yes/reward=counts/capture_count=20/home_count=10",
            replace(
                STARS,
                unplayable_six_rolls=True,
                reward=Reward.COUNTS,
                capture_count=20,
                home_count=10,
            ),
        ),
    ],
)
def test_changed_rules(text: str, rules: Ruleset) -> None:
    assert parse_rules(text) == rules
    assert rules_text(rules) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Parchis",
        "chess",
        "parchis/",
        "parchis/walls",
        "parchis/fast",
        "parchis/name=ludo",
        "parchis/ring=52",
        "parchis/quick=yes",
        "parchis/pieces_to_win=1",
        "parchis/has_walls=yes",
        "parchis/citations=none",
        "parchis/tracks=1",
        "parchis/__class__=int",
        "parchis/must_open",
        "parchis/must_open=",
        "parchis/must_open=any",
        "parchis/must_open=1",
        "parchis/exit=open",
        "parchis/enter_faces=",
        "parchis/enter_faces=7",
        "parchis/enter_faces=0+5",
        "parchis/enter_faces=5,6",
        "parchis/capacity=none",
        "parchis/capacity=1",
        "parchis/capacity=-2",
        "parchis/capture_count=any",
        "parchis/capture_count=2.5",
        "parchis/value_of_six=0",
        "parchis/order=0",
        "parchis/order=2",
        "parchis/order=-2",
        "parchis/home_count=" + "9" * 5000,
    ],
)
def test_no_rules(text: str) -> None:
    with pytest.raises(NotationError):
        parse_rules(text)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("", "'' is no rule set"),
        ("   ", "is no rule set"),
        ("chess Y:0,0,0,0 R:0,0,0,0 >Y", "'chess' is no rule set"),
        ("parchis", "has pieces"),
        ("parchis >Y", "has pieces"),
        ("parchis Y:0,0,0,0 >Y", "one side alone"),
        ("parchis/teams Y:0,0,0,0 R:0,0,0,0 >Y", "one side alone"),
        ("parchis Y:0,0,0,0 R:0,0,0,0", "no seat of the game has the turn"),
        ("parchis Y:0,0,0,0 R:0,0,0,0 >", "'>' is no part"),
        ("parchis Y:0,0,0,0 R:0,0,0,0 >B", "no seat of the game has the turn"),
        ("parchis Y:0,0,0 R:0,0,0,0 >Y", "yellow has not four pieces"),
        ("parchis Y: R:0,0,0,0 >Y", "no number"),
        ("parchis Y:0,0,0,x R:0,0,0,0 >Y", "'x' in 'x' is no number"),
        ("parchis Y:0,0,0,4 R:0,0,0,0 >Y", "'4' is no place of yellow"),
        ("parchis W:0,0,0,0 R:0,0,0,0 >R", "'W:0,0,0,0' is no part of a position"),
        ("parchis y:0,0,0,0 R:0,0,0,0 >R", "is no part of a position"),
        ("parchis Y:0,0,0,0 Y:0,0,0,5 R:0,0,0,0 >Y", "twice"),
        (f"{START} >R", "twice"),
        (f"{START} 6x0", "does not belong"),
        (f"{START} 6x1 6x1", "twice"),
        (f"{START} #Y", "does not belong"),
        (f"{START} 6x3", "after 3 sixes cannot be"),
        (f"{START} 7x1", "'7x1' is no part"),
        (f"{START} hello", "'hello' is no part"),
        (f"{START}=5!", "no number"),
        (f"{START}~5", "neither a face to play nor a count"),
        (f"{START}=7", "a face of 7"),
        (f"{START}=6", "a face of 6 after 0 sixes"),
        (f"{START}=5 6x1", "a face of 5 after 1 sixes"),
        (f"{START}=3", "nothing is owed"),
        (f"{START}+20", "nothing is owed"),
        ("parchis Y:0,0,0,10 R:0,0,0,0 >Y+15", "nobody counts 15"),
        ("ludo Y:0,0,0,30 R:0,0,0,0 >Y+20", "nobody counts 20"),
        ("parchis Y:0,0,0,10 R:0,0,0,0 >Y last=10", "no third six can ask"),
        ("classic Y:0,0,0,10 R:0,0,0,0 >Y 6x1 last=10", "no third six can ask"),
        ("stars Y:0,0,0,30 R:0,0,0,0 >Y 6x2 last=30", "no third six can ask"),
        ("parchis Y:0,0,0,10 R:0,0,0,0 >Y 6x1 last=11", "nothing stands on last=11"),
        ("parchis Y:0,0,0,10 R:0,0,0,0 >Y 6x1 last=0", "nothing stands on last=0"),
        ("parchis Y:0,0,0,10 R:0,0,0,0 >Y 6x1 last=4", "'4' is no place"),
        ("parchis Y:0,12,12,12 R:0,0,0,0 >Y", "more than 2 pieces"),
        ("parchis Y:0,0,12,12 R:0,0,0,12 >Y", "more than 2 pieces"),
        ("parchis Y:0,L1,L1,L1 R:0,0,0,0 >Y", "more than 2 pieces"),
        ("parchis Y:0,0,0,13 R:0,0,0,13 >Y", "rivals stand together on 13"),
        ("stars Y:0,0,0,30 R:0,0,0,30 >Y", "rivals stand together on 30"),
        ("parchis Y:0,0,0,0 B:0,0,0,5 R:0,0,0,5 >Y", "new=5 must say"),
        ("parchis Y:0,0,0,0 B:0,0,0,5 R:0,0,0,5 >Y new=5Y", "new=5 must say"),
        ("parchis Y:0,0,0,0 B:0,0,0,5 R:0,0,0,0 >Y new=5B", "new=5 must say"),
        ("parchis Y:0,0,0,0 B:0,0,0,7 R:0,0,0,0 >Y new=7B", "7 is no exit"),
        ("ludo Y:0,0,0,0 B:0,0,0,27 R:0,0,0,27 >Y new=27B", "new=27 must say"),
        ("parchis Y:H,H,H,H R:0,0,0,0 >R", "yellow has won"),
        ("parchis/quick Y:0,0,H,H R:0,0,0,0 >R", "yellow has won"),
        ("parchis/teams Y:H,H,H,H B:0,0,0,0 R:H,H,H,H G:0,0,0,0 >B", "yellow has won"),
        ("parchis/teams Y:H,H,H,H B:0,0,0,0 R:0,0,0,0 G:0,0,0,0 >Y", "nothing left to move"),
        ("parchis Y:H,H,H,H R:0,0,0,0 #B", "winners are not in the game"),
        ("parchis Y:0,0,0," + "9" * 5000 + " R:0,0,0,0 >Y", "no number"),
    ],
)
def test_no_position(text: str, about: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert about in str(caught.value)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        START,
        "parchis/quick Y:0,12,20,L3 B:0,0,0,5 R:0,0,5,H >Y=6 6x2 last=12 new=5R",
        "parchis Y:0,0,5,30 R:0,0,0,0 >Y+20 6x1 last=30",
        "parchis/teams Y:H,H,H,H B:0,0,0,0 R:H,H,H,H G:0,0,0,0 #YR",
        "ludo/teams/walls B:0,0,0,40 R:0,1,1,L5 G:0,14,14,14 >G 6x2",
        "classic Y:13,13,13,13 R:0,0,0,68 >Y+20",
        "stars Y:35,35,35,35 B:35,35,35,35 R:35,35,35,35 G:35,35,35,35 >B",
        "ludo/third_six=last_moved_back Y:0,0,0,30 R:0,0,0,0 >Y last=30",
    ],
)
def test_positions_go_both_ways(text: str) -> None:
    assert position_text(parse_position(text)) == text


def test_pieces_may_be_written_in_any_order() -> None:
    state = parse_position("parchis Y:L3,0,12,5 R:1,0,39,0 >R")
    assert position_text(state) == "parchis Y:0,5,12,L3 R:0,0,39,1 >R"


@pytest.mark.parametrize("head", HEADS)
def test_every_position_of_a_game_goes_both_ways(head: str) -> None:
    rules = parse_rules(head)
    for state in random_game(rules, seatings(rules)[-1], Random(head)):
        again = parse_position(position_text(state))
        assert again == state
        assert again.legal == state.legal
        for action in state.legal:
            assert parse_action(action_text(action, state), state) == action


@pytest.mark.parametrize(
    ("position", "text", "action"),
    [
        (START, "r5", Roll(5)),
        ("parchis Y:0,0,0,10 R:0,0,0,0 >Y=5", "0-5", Move(YARD, 0)),
        ("parchis Y:0,0,0,10 R:0,0,0,0 >Y=4", "10-14", Move(5, 9)),
        ("parchis Y:0,0,0,66 R:0,0,0,0 >Y=4", "66-L2", Move(61, 65)),
        ("parchis Y:0,0,0,L3 R:0,0,10,H >Y=4", "L3-L7", Move(66, 70)),
        ("stars Y:0,0,0,L3 R:0,0,10,H >Y=3", "L3-H", Move(53, 56)),
        ("classic Y:0,0,0,30 R:0,0,0,0 >Y+20", "no", Decline()),
        (START, "outR", Withdraw(Seat.RED)),
    ],
)
def test_actions_go_both_ways(position: str, text: str, action: object) -> None:
    state = parse_position(position)
    assert parse_action(text, state) == action
    assert action_text(parse_action(text, state), state) == text


@pytest.mark.parametrize(
    "text", ["", "r0", "r7", "R5", "5", "no", "0-5", "10-11", "out", "outB", "outX", "Y", "r5 "]
)
def test_no_action(text: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        parse_action(text, parse_position(START))
    assert repr(text) in str(caught.value)
    assert START in str(caught.value)


def test_nobody_withdraws_from_a_game_that_is_over() -> None:
    state = parse_position("parchis Y:H,H,H,H R:0,0,0,0 #Y")
    with pytest.raises(IllegalAction):
        parse_action("outR", state)
    with pytest.raises(IllegalAction, match="RED cannot withdraw in parchis Y:H,H,H,H"):
        withdraw(state, Seat.RED)
    with pytest.raises(IllegalAction, match="the game is over"):
        apply(state, Roll(1))


def test_an_illegal_action_is_quoted_with_its_position_and_what_is_legal() -> None:
    text = "parchis Y:0,0,10,20 R:0,0,0,0 >Y=3"
    with pytest.raises(IllegalAction) as caught:
        apply(parse_position(text), Move(5, 9))
    assert str(caught.value) == f"10-14 is not legal in {text}: 10-13 20-23"


@pytest.mark.parametrize("move", [Move(-2, 3), Move(-100, 3), Move(5, 500), Move(80, 81)])
def test_a_move_that_is_no_move_is_illegal(move: Move) -> None:
    with pytest.raises(IllegalAction, match="is not legal"):
        apply(parse_position("parchis Y:0,0,10,20 R:0,0,0,0 >Y=3"), move)
