"""What happened: a line for each turn, and the opening throws."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import narration
from bot.i18n import LOCALES
from bot.narration import Cast
from bot.rules import Event, Seat
from tests.narration.stories import NAMES, play

# Position, actions, what is told in Spanish and in English.
TURNS = {
    "a roll alone": (
        "parchis Y:12,0,0,0 R:0,0,0,0 >Y",
        "r4",
        ["🟡 Ana: 🎲4"],
        ["🟡 Ana: 🎲4"],
    ),
    "a move, and the next one's roll": (
        "parchis Y:12,0,0,0 R:0,0,0,39 >Y",
        "r4 12-16 r3",
        ["🟡 Ana: 🎲4 de la 12 a la 16", "🔴 Eva: 🎲3"],
        ["🟡 Ana: 🎲4 from 12 to 16", "🔴 Eva: 🎲3"],
    ),
    "a decision without its roll, as the story since the last decision begins": (
        "parchis Y:12,0,0,0 R:0,0,0,0 >Y=4",
        "12-16",
        ["🟡 Ana: 🎲4 de la 12 a la 16"],
        ["🟡 Ana: 🎲4 from 12 to 16"],
    ),
    "entering": (
        "parchis Y:12,0,0,0 R:0,0,0,0 >Y",
        "r5 0-5",
        ["🟡 Ana: 🎲5 saca ficha a la 5"],
        ["🟡 Ana: 🎲5 brings a piece out to 5"],
    ),
    "entering makes a blockade": (
        "parchis Y:5,0,0,0 R:0,0,0,0 >Y",
        "r5 0-5",
        ["🟡 Ana: 🎲5 saca ficha a la 5 y hace barrera"],
        ["🟡 Ana: 🎲5 brings a piece out to 5 and makes a blockade"],
    ),
    "entering captures on a full exit (P2), and the count": (
        "parchis Y:0,0,0,0 R:5,5,0,0 >Y",
        "r5 0-5 5-25",
        ["🟡 Ana: 🎲5 saca ficha a la 5 y come a Eva (rojas) · cuenta 20: de la 5 a la 25"],
        ["🟡 Ana: 🎲5 brings a piece out to 5 and captures Eva (red) · counts 20: from 5 to 25"],
    ),
    "a capture whose count is to be played": (
        "parchis Y:0,0,9,30 R:13,0,0,0 >Y",
        "r4 9-13",
        ["🟡 Ana: 🎲4 de la 9 a la 13 y come a Eva (rojas) · cuenta 20"],
        ["🟡 Ana: 🎲4 from 9 to 13 and captures Eva (red) · counts 20"],
    ),
    "a count that captures and counts again": (
        "parchis Y:0,0,9,H R:13,33,0,0 >Y",
        "r4 9-13 13-33 33-53",
        [
            "🟡 Ana: 🎲4 de la 9 a la 13 y come a Eva (rojas) · cuenta 20: de la 13 a la 33"
            " y come a Eva (rojas) · cuenta 20: de la 33 a la 53"
        ],
        [
            "🟡 Ana: 🎲4 from 9 to 13 and captures Eva (red) · counts 20: from 13 to 33"
            " and captures Eva (red) · counts 20: from 33 to 53"
        ],
    ),
    "into the lane, along it and home, and the ten": (
        "parchis Y:66,L2,30,0 R:0,0,0,0 >Y",
        "r3 66-L1 r1 r6 L1-L7 r1 L7-H 30-40",
        [
            "🟡 Ana: 🎲3 de la 66 al pasillo 1",
            "🔴 Eva: 🎲1 sin jugada — necesita un 5 para salir (P1)",
            "🟡 Ana: 🎲6 del pasillo 1 al 7 · 🎲1 del pasillo 7 a la meta · "
            "cuenta 10: de la 30 a la 40",
        ],
        [
            "🟡 Ana: 🎲3 from 66 to lane 1",
            "🔴 Eva: 🎲1, no move — needs a 5 to enter (P1)",
            "🟡 Ana: 🎲6 from lane 1 to 7 · 🎲1 from lane 7 to home · counts 10: from 30 to 40",
        ],
    ),
    "home from the ring by a count": (
        "parchis Y:66,30,0,0 R:0,0,0,0 >Y+10",
        "66-H 30-40",
        ["🟡 Ana: cuenta 10: de la 66 a la meta · cuenta 10: de la 30 a la 40"],
        ["🟡 Ana: counts 10: from 66 to home · counts 10: from 30 to 40"],
    ),
    "a count that nobody can use": (
        "parchis Y:L6,0,0,0 R:0,0,0,0 >Y",
        "r2 L6-H",
        [
            "🟡 Ana: 🎲2 del pasillo 6 a la meta · cuenta 10, pero ninguna ficha puede — "
            "desde casa no se cuenta (P11)"
        ],
        [
            "🟡 Ana: 🎲2 from lane 6 to home · counts 10, but no piece can — "
            "a count does not start in the yard (P11)"
        ],
    ),
    "a count declined (C6)": (
        "classic Y:0,0,9,30 R:13,0,0,0 >Y",
        "r4 9-13 no",
        ["🟡 Ana: 🎲4 de la 9 a la 13 y come a Eva (rojas) · no quiere contar 20 (C6)"],
        ["🟡 Ana: 🎲4 from 9 to 13 and captures Eva (red) · declines the count of 20 (C6)"],
    ),
    "several captured at once (C5)": (
        "classic/teams Y:0,0,0,9 B:13,0,0,0 R:0,0,0,0 G:13,13,0,0 >Y",
        "r4 9-13",
        [
            "🟡 Ana: 🎲4 de la 9 a la 13 y come a Luis (azules) e Íñigo (verdes, 2 fichas)"
            " · cuenta 20"
        ],
        [
            "🟡 Ana: 🎲4 from 9 to 13 and captures Luis (blue) and Íñigo (green, 2 pieces)"
            " · counts 20"
        ],
    ),
    "a six rolls again": (
        "parchis Y:12,0,0,0 R:0,0,0,0 >Y",
        "r6 12-18",
        ["🟡 Ana: 🎲6 de la 12 a la 18 · tira otra vez"],
        ["🟡 Ana: 🎲6 from 12 to 18 · rolls again"],
    ),
    "a six rolls again, which its roll tells": (
        "parchis Y:12,0,0,0 R:0,0,0,0 >Y",
        "r6 12-18 r2 18-20",
        ["🟡 Ana: 🎲6 de la 12 a la 18 · 🎲2 de la 18 a la 20"],
        ["🟡 Ana: 🎲6 from 12 to 18 · 🎲2 from 18 to 20"],
    ),
    "a six that counts seven": (
        "parchis Y:12,H,H,H R:0,0,0,0 >Y",
        "r6 12-19",
        ["🟡 Ana: 🎲6 (vale 7) de la 12 a la 19 · tira otra vez"],
        ["🟡 Ana: 🎲6 (counts 7) from 12 to 19 · rolls again"],
    ),
    "a six has to open a blockade": (
        "parchis Y:12,12,30,0 R:0,0,0,0 >Y",
        "r6 12-18",
        ["🟡 Ana: 🎲6 de la 12 a la 18, abre barrera (P9) · tira otra vez"],
        ["🟡 Ana: 🎲6 from 12 to 18, opens the blockade (P9) · rolls again"],
    ),
    "a six cannot be played": (
        "parchis Y:0,0,0,0 R:0,0,0,0 >Y",
        "r6",
        ["🟡 Ana: 🎲6 sin jugada — necesita un 5 para salir (P1) · tira otra vez"],
        ["🟡 Ana: 🎲6, no move — needs a 5 to enter (P1) · rolls again"],
    ),
    "no move, each for its own reason": (
        "parchis Y:0,0,10,L5 R:13,13,0,0 >Y",
        "r4",
        [
            "🟡 Ana: 🎲4 sin jugada — casa: necesita un 5 para salir (P1); "
            "casilla 10: hay barrera en la 13 (P8); pasillo 5: se pasa de la meta por 1 (G8)"
        ],
        [
            "🟡 Ana: 🎲4, no move — yard: needs a 5 to enter (P1); "
            "square 10: blockade on 13 (P8); lane 5: overshoots home by 1 (G8)"
        ],
    ),
    "no move, two pieces for the same reason": (
        "parchis Y:0,H,10,11 R:13,13,0,0 >Y",
        "r3",
        [
            "🟡 Ana: 🎲3 sin jugada — casa: necesita un 5 para salir (P1); "
            "casilla 10 y casilla 11: hay barrera en la 13 (P8)"
        ],
        [
            "🟡 Ana: 🎲3, no move — yard: needs a 5 to enter (P1); "
            "square 10 and square 11: blockade on 13 (P8)"
        ],
    ),
    "the third six sends back": (
        "parchis Y:12,0,0,0 R:0,0,0,0 >Y 6x2 last=12",
        "r6",
        ["🟡 Ana: 🎲6, el tercero, no vale (P6) · la última que movió, en la 12, se va a casa"],
        [
            "🟡 Ana: 🎲6, the third, is void (P6)"
            " · the piece moved last, on 12, goes back to the yard"
        ],
    ),
    "the third six sends nothing back": (
        "parchis Y:0,0,0,0 R:0,0,0,0 >Y 6x2",
        "r6",
        ["🟡 Ana: 🎲6, el tercero, no vale (P6)"],
        ["🟡 Ana: 🎲6, the third, is void (P6)"],
    ),
    "a partner at home is skipped": (
        "parchis/teams Y:12,0,0,0 B:H,H,H,H R:0,0,0,0 G:0,0,0,0 >Y",
        "r4 12-16 r1",
        [
            "🟡 Ana: 🎲4 de la 12 a la 16",
            "🔵 Luis: ya las ha metido todas: pasa (G11)",
            "🔴 Eva: 🎲1 sin jugada — necesita un 5 para salir (P1)",
        ],
        [
            "🟡 Ana: 🎲4 from 12 to 16",
            "🔵 Luis: all home already, passes (G11)",
            "🔴 Eva: 🎲1, no move — needs a 5 to enter (P1)",
        ],
    ),
    "somebody leaves out of turn": (
        "parchis Y:12,0,0,0 B:0,0,0,0 R:0,0,0,0 >Y",
        "r4 outB 12-16",
        [
            "🟡 Ana: 🎲4",
            "🔵 Luis deja la partida y sus fichas salen del tablero.",
            "🟡 Ana: 🎲4 de la 12 a la 16",
        ],
        [
            "🟡 Ana: 🎲4",
            "🔵 Luis leaves the game, and the pieces come off the board.",
            "🟡 Ana: 🎲4 from 12 to 16",
        ],
    ),
    "somebody leaves with a count to play, and the others go on": (
        "parchis Y:0,0,9,30 B:0,0,0,22 R:13,0,0,0 >Y",
        "r4 9-13 outY r2 22-24",
        [
            "🟡 Ana: 🎲4 de la 9 a la 13 y come a Eva (rojas) · cuenta 20",
            "🟡 Ana deja la partida y sus fichas salen del tablero.",
            "🔵 Luis: 🎲2 de la 22 a la 24",
        ],
        [
            "🟡 Ana: 🎲4 from 9 to 13 and captures Eva (red) · counts 20",
            "🟡 Ana leaves the game, and the pieces come off the board.",
            "🔵 Luis: 🎲2 from 22 to 24",
        ],
    ),
    "the last but one leaves": (
        "parchis Y:12,0,0,0 R:0,0,0,0 >Y",
        "outY",
        ["🟡 Ana deja la partida y sus fichas salen del tablero.", "🏆 ¡Gana Eva!"],
        ["🟡 Ana leaves the game, and the pieces come off the board.", "🏆 Eva wins!"],
    ),
    "a win": (
        "parchis Y:L6,H,H,H R:0,0,0,0 >Y",
        "r2 L6-H",
        ["🟡 Ana: 🎲2 del pasillo 6 a la meta", "🏆 ¡Gana Ana!"],
        ["🟡 Ana: 🎲2 from lane 6 to home", "🏆 Ana wins!"],
    ),
    "a win of two": (
        "parchis/teams Y:L6,H,H,H B:0,0,0,0 R:H,H,H,H G:0,0,0,0 >Y",
        "r2 L6-H",
        ["🟡 Ana: 🎲2 del pasillo 6 a la meta", "🏆 ¡Ganan Ana y Eva!"],
        ["🟡 Ana: 🎲2 from lane 6 to home", "🏆 Ana and Eva win!"],
    ),
    "two turns of one seat are two lines": (
        "parchis Y:12,0,0,0 R:0,0,0,0 >Y",
        "r4 12-16 r1 r3 16-19",
        [
            "🟡 Ana: 🎲4 de la 12 a la 16",
            "🔴 Eva: 🎲1 sin jugada — necesita un 5 para salir (P1)",
            "🟡 Ana: 🎲3 de la 16 a la 19",
        ],
        [
            "🟡 Ana: 🎲4 from 12 to 16",
            "🔴 Eva: 🎲1, no move — needs a 5 to enter (P1)",
            "🟡 Ana: 🎲3 from 16 to 19",
        ],
    ),
}


@pytest.mark.parametrize("case", TURNS)
def test_turn_lines(case: str) -> None:
    position, actions, spanish, english = TURNS[case]
    story = play(position, *actions.split())
    assert narration.turn_lines("es", story, NAMES) == spanish
    assert narration.turn_lines("en", story, NAMES) == english


def test_the_table_has_every_kind_of_event() -> None:
    told = {
        type(event)
        for position, actions, _, _ in TURNS.values()
        for played in play(position, *actions.split())
        for event in played.events
    }
    assert told == set(Event.__args__)


def test_nothing_happened_and_nothing_is_told() -> None:
    assert narration.turn_lines("es", [], NAMES) == []


HANDED_OVER = "parchis Y:0,0,9,30 R:13,0,0,39 >Y", "r4", "9-13", "13-33", "r3"


def test_each_action_is_told_of_whoever_sat_there_then() -> None:
    """Ana leaves before she has moved, and both seats are other people's by now."""
    now = NAMES | {Seat.YELLOW: "Zoe", Seat.RED: "Pablo"}
    then = Cast(NAMES | {Seat.YELLOW: "HAL"})
    casts = [Cast(NAMES), then, then, Cast(now)]
    assert narration.turn_lines("en", play(*HANDED_OVER), now, casts) == [
        "🟡 Ana: 🎲4",
        "🟡 HAL: 🎲4 from 9 to 13 and captures Eva (red) · counts 20: from 13 to 33",
        "🔴 Pablo: 🎲3",
    ]


def test_where_the_computer_decided_the_line_says_so() -> None:
    casts = [Cast(NAMES), Cast(NAMES, stands_in=True), Cast(NAMES), Cast(NAMES)]
    assert narration.turn_lines("en", play(*HANDED_OVER), NAMES, casts) == [
        "🟡 Ana 🤖: 🎲4 from 9 to 13 and captures Eva (red) · counts 20: from 13 to 33",
        "🔴 Eva: 🎲3",
    ]


def test_who_has_won_is_whoever_sits_there_now() -> None:
    story = play("parchis/quick Y:H,L7,0,0 R:0,0,0,0 >Y", "r1", "L7-H")
    assert narration.turn_lines("en", story, NAMES, [Cast(NAMES | {Seat.YELLOW: "HAL"})] * 2) == [
        "🟡 HAL: 🎲1 from lane 7 to home",
        "🏆 Ana wins!",
    ]


OPENINGS = [
    (
        [[(Seat.YELLOW, 5), (Seat.RED, 3)]],
        "A ver quién sale: Ana 5, Eva 3. Empieza Ana (amarillas).",
        "Who goes first? Ana 5, Eva 3. Ana (yellow) starts.",
    ),
    (
        [
            [(Seat.YELLOW, 5), (Seat.BLUE, 5), (Seat.RED, 3)],
            [(Seat.YELLOW, 2), (Seat.BLUE, 2)],
            [(Seat.YELLOW, 1), (Seat.BLUE, 6)],
        ],
        "A ver quién sale: Ana 5, Luis 5, Eva 3; desempate: Ana 2, Luis 2; "
        "desempate: Ana 1, Luis 6. Empieza Luis (azules).",
        "Who goes first? Ana 5, Luis 5, Eva 3; tie, again: Ana 2, Luis 2; "
        "tie, again: Ana 1, Luis 6. Luis (blue) starts.",
    ),
]


@pytest.mark.parametrize(("opening", "spanish", "english"), OPENINGS)
def test_opening_line(
    opening: Sequence[Sequence[tuple[Seat, int]]], spanish: str, english: str
) -> None:
    assert narration.opening_line("es", opening, NAMES) == spanish
    assert narration.opening_line("en", opening, NAMES) == english


# Lines, limit, what is left of them.
SHORTENED = [
    ([], 10, []),
    (["one", "two"], 7, ["one", "two"]),
    (["one one one", "two two two", "three", "four"], 30, ["… (2 earlier turns)", "three", "four"]),
    (["one one one one one", "two"], 22, ["… (1 earlier turn)", "two"]),
    (["one", "two two two two two two"], 12, ["two two two…"]),
    (["a\\_b\\_c"], 6, ["a\\_b…"]),
]


@pytest.mark.parametrize(("lines", "limit", "kept"), SHORTENED)
def test_shorten(lines: list[str], limit: int, kept: list[str]) -> None:
    assert narration.shorten("en", lines, limit) == kept


@given(st.lists(st.text(max_size=60), max_size=12), st.integers(1, 300), st.sampled_from(LOCALES))
def test_what_is_shortened_fits_and_ends_with_the_newest(
    lines: list[str], limit: int, locale: str
) -> None:
    kept = narration.shorten(locale, lines, limit)
    assert len("\n".join(kept)) <= limit
    assert len(kept) <= len(lines) + 1
    if len(kept) > 1:
        assert kept[-1] == lines[-1]
