"""What happened, where the rule sets and house rules differ."""

import pytest

from bot import narration
from tests.narration.stories import NAMES, play

# Position, actions, what is told in Spanish and in English.
TURNS = {
    "a count that nobody can use, each for its own reason": (
        "parchis Y:0,12,60,H R:15,29,29,0 >Y",
        "r3 12-15",
        [
            "🟡 Ana: 🎲3 de la 12 a la 15 y come a Eva (rojas) · cuenta 20, pero ninguna ficha"
            " puede — casa: desde casa no se cuenta (P11); casilla 15: hay barrera en la 29 (P8);"
            " casilla 60: se pasa de la meta por 4 (G8)"
        ],
        [
            "🟡 Ana: 🎲3 from 12 to 15 and captures Eva (red) · counts 20, but no piece can"
            " — yard: a count does not start in the yard (P11); square 15: blockade on 29 (P8);"
            " square 60: overshoots home by 4 (G8)"
        ],
    ),
    "a count that nobody can use where counts are optional": (
        "classic Y:L6,0,0,0 R:0,0,0,0 >Y",
        "r2 L6-H",
        [
            "🟡 Ana: 🎲2 del pasillo 6 a la meta · cuenta 10, pero ninguna ficha puede — "
            "desde casa no se cuenta (C6)"
        ],
        [
            "🟡 Ana: 🎲2 from lane 6 to home · counts 10, but no piece can — "
            "a count does not start in the yard (C6)"
        ],
    ),
    "the third six sends back what the second moved (C8)": (
        "classic Y:12,0,0,0 R:0,0,0,0 >Y 6x1",
        "r6 12-18 r6",
        [
            "🟡 Ana: 🎲6 de la 12 a la 18 · 🎲6, el tercero, no vale (C8)"
            " · la que movió el segundo, en la 18, se va a casa"
        ],
        [
            "🟡 Ana: 🎲6 from 12 to 18 · 🎲6, the third, is void (C8)"
            " · the piece that the second moved, on 18, goes back to the yard"
        ],
    ),
    "the third six is void and no more (L2)": (
        "ludo R:3,0,0,0 Y:0,0,0,0 >R 6x2",
        "r6",
        ["🔴 Eva: 🎲6, el tercero, no vale (L2)"],
        ["🔴 Eva: 🎲6, the third, is void (L2)"],
    ),
    "the third six is void and no more (S5)": (
        "stars R:3,0,0,0 Y:0,0,0,0 >R 6x2",
        "r6",
        ["🔴 Eva: 🎲6, el tercero, no vale (S5)"],
        ["🔴 Eva: 🎲6, the third, is void (S5)"],
    ),
    "a capture rolls again (L6)": (
        "ludo R:3,0,0,0 Y:0,0,0,7 >R",
        "r4 3-7",
        ["🔴 Eva: 🎲4 de la 3 a la 7 y come a Ana (amarillas) · tira otra vez"],
        ["🔴 Eva: 🎲4 from 3 to 7 and captures Ana (yellow) · rolls again"],
    ),
    "a piece home rolls again, and that roll has no move": (
        "ludo R:L3,0,0,0 Y:0,0,0,33 >R",
        "r3 L3-H r2",
        ["🔴 Eva: 🎲3 del pasillo 3 a la meta · 🎲2 sin jugada — necesita un 6 para salir (L1)"],
        ["🔴 Eva: 🎲3 from lane 3 to home · 🎲2, no move — needs a 6 to enter (L1)"],
    ),
    "an unplayable six rolls again (L2)": (
        "ludo R:L3,L3,H,H Y:0,0,0,33 >R",
        "r6",
        ["🔴 Eva: 🎲6 sin jugada — se pasa de la meta por 3 (G8) · tira otra vez"],
        ["🔴 Eva: 🎲6, no move — overshoots home by 3 (G8) · rolls again"],
    ),
    "an unplayable six ends the turn (S4)": (
        "stars R:L3,L3,H,H Y:0,0,0,33 >R",
        "r6 r1 33-34",
        [
            "🔴 Eva: 🎲6 sin jugada — se pasa de la meta por 3 (G8)"
            " · un 6 sin jugada no repite (S4)",
            "🟡 Ana: 🎲1 de la 33 a la 34",
        ],
        [
            "🔴 Eva: 🎲6, no move — overshoots home by 3 (G8)"
            " · a 6 without a move does not roll again (S4)",
            "🟡 Ana: 🎲1 from 33 to 34",
        ],
    ),
    "a whole stack captured (S3)": (
        "stars R:3,0,0,0 Y:7,7,7,0 >R",
        "r4 3-7",
        ["🔴 Eva: 🎲4 de la 3 a la 7 y come a Ana (amarillas, 3 fichas) · tira otra vez"],
        ["🔴 Eva: 🎲4 from 3 to 7 and captures Ana (yellow, 3 pieces) · rolls again"],
    ),
    "a wall is made only with the option (L4)": (
        "ludo/walls R:3,7,0,0 Y:0,0,0,0 >R",
        "r4 3-7",
        ["🔴 Eva: 🎲4 de la 3 a la 7 y hace barrera"],
        ["🔴 Eva: 🎲4 from 3 to 7 and makes a blockade"],
    ),
    "a pair is no wall (L3)": (
        "ludo R:3,7,0,0 Y:0,0,0,0 >R",
        "r4 3-7",
        ["🔴 Eva: 🎲4 de la 3 a la 7"],
        ["🔴 Eva: 🎲4 from 3 to 7"],
    ),
    "a six that opens a barrier (C4)": (
        "classic Y:12,12,30,0 R:0,0,0,0 >Y",
        "r6 12-18",
        ["🟡 Ana: 🎲6 de la 12 a la 18, abre barrera (C4) · tira otra vez"],
        ["🟡 Ana: 🎲6 from 12 to 18, opens the blockade (C4) · rolls again"],
    ),
    "house rule: a capture counts 10": (
        "parchis/capture_count=10 Y:0,0,9,30 R:13,0,0,0 >Y",
        "r4 9-13 13-23",
        ["🟡 Ana: 🎲4 de la 9 a la 13 y come a Eva (rojas) · cuenta 10: de la 13 a la 23"],
        ["🟡 Ana: 🎲4 from 9 to 13 and captures Eva (red) · counts 10: from 13 to 23"],
    ),
    "house rule: entering on 5 or 6": (
        "parchis/enter_faces=5+6 Y:0,0,0,0 R:0,0,0,0 >Y",
        "r6 0-5 r3 5-8 r1",
        [
            "🟡 Ana: 🎲6 saca ficha a la 5 · 🎲3 de la 5 a la 8",
            "🔴 Eva: 🎲1 sin jugada — necesita un 5 o 6 para salir (P1)",
        ],
        [
            "🟡 Ana: 🎲6 brings a piece out to 5 · 🎲3 from 5 to 8",
            "🔴 Eva: 🎲1, no move — needs a 5 or 6 to enter (P1)",
        ],
    ),
    "house rule: no forced opening": (
        "parchis/must_open=no Y:12,12,30,0 R:0,0,0,0 >Y",
        "r6 12-18",
        ["🟡 Ana: 🎲6 de la 12 a la 18 · tira otra vez"],
        ["🟡 Ana: 🎲6 from 12 to 18 · rolls again"],
    ),
    "house rule: Ludo with the third six sent back": (
        "ludo/third_six=last_moved_back R:9,0,0,0 Y:0,0,0,0 >R 6x2 last=9",
        "r6",
        ["🔴 Eva: 🎲6, el tercero, no vale (L2) · la última que movió, en la 9, se va a casa"],
        [
            "🔴 Eva: 🎲6, the third, is void (L2)"
            " · the piece moved last, on 9, goes back to the yard"
        ],
    ),
    "house rule: an unplayable six does not roll again": (
        "parchis/unplayable_six_rolls=no Y:0,0,0,0 R:0,0,0,0 >Y",
        "r6",
        ["🟡 Ana: 🎲6 sin jugada — necesita un 5 para salir (P1) · un 6 sin jugada no repite"],
        ["🟡 Ana: 🎲6, no move — needs a 5 to enter (P1) · a 6 without a move does not roll again"],
    ),
    "house rule: Ludo with counts that may be declined": (
        "ludo/reward=counts/capture_count=3/counts_optional=yes R:3,0,0,0 Y:0,0,0,7 >R",
        "r4 3-7 no",
        ["🔴 Eva: 🎲4 de la 3 a la 7 y come a Ana (amarillas) · no quiere contar 3 (L6)"],
        ["🔴 Eva: 🎲4 from 3 to 7 and captures Ana (yellow) · declines the count of 3 (L6)"],
    ),
}


@pytest.mark.parametrize("case", TURNS)
def test_turn_lines(case: str) -> None:
    position, actions, spanish, english = TURNS[case]
    story = play(position, *actions.split())
    assert narration.turn_lines("es", story, NAMES) == spanish
    assert narration.turn_lines("en", story, NAMES) == english
