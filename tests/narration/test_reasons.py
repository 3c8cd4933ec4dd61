"""Why nothing moves, or only this."""

import pytest

from bot import narration
from bot.rules import YARD
from bot.rules.notation import parse_position
from bot.rules.reasons import explain

# Why nothing moves: position, face, Spanish, English.
LOST = {
    "P3": (
        "parchis Y:5,5,0,0 R:10,10,0,0 >Y",
        5,
        "casa: su salida (5) está llena (P3); casilla 5: hay barrera en la 10 (P8)",
        "yard: its exit (5) is full (P3); square 5: blockade on 10 (P8)",
    ),
    "P7": (
        "parchis Y:0,0,0,9 B:12,0,0,0 R:12,0,0,0 >Y",
        3,
        "casa: necesita un 5 para salir (P1); casilla 9: la casilla 12 está llena (P7)",
        "yard: needs a 5 to enter (P1); square 9: square 12 is full (P7)",
    ),
    "P7 in the lane": (
        "parchis Y:0,L4,L7,L7 R:0,0,0,0 >Y",
        3,
        "casa: necesita un 5 para salir (P1); pasillo 4: el pasillo 7 está lleno (P7); "
        "pasillo 7: se pasa de la meta por 2 (G8)",
        "yard: needs a 5 to enter (P1); lane 4: lane 7 is full (P7); "
        "lane 7: overshoots home by 2 (G8)",
    ),
    "home pieces are no reason": (
        "parchis Y:H,H,H,L5 R:0,0,0,0 >Y",
        4,
        "se pasa de la meta por 1 (G8)",
        "overshoots home by 1 (G8)",
    ),
    "C1": (
        "classic Y:0,0,0,0 R:5,0,0,0 >Y",
        5,
        "su salida (5) está ocupada (C1)",
        "its exit (5) is taken (C1)",
    ),
    "C2": (
        "classic Y:9,H,H,H R:12,0,0,0 >Y",
        3,
        "el seguro 12 está ocupado (C2)",
        "safe square 12 is taken (C2)",
    ),
    "L3": (
        "ludo R:3,H,H,H Y:7,7,0,0 >R",
        4,
        "hay fichas juntas en la 7 (L3)",
        "pair on 7 (L3)",
    ),
}


@pytest.mark.parametrize("case", LOST)
def test_lost_roll_reason(case: str) -> None:
    position, face, spanish, english = LOST[case]
    before = parse_position(position)
    assert narration.lost_roll_reason("es", before, face) == spanish
    assert narration.lost_roll_reason("en", before, face) == english


# Why a piece may not take part in a decision: position, the piece's place, Spanish, English.
STOPS = {
    "P1": (
        "parchis Y:0,0,0,12 R:0,0,0,0 >Y=5",
        7,
        "hay que sacar ficha (P1)",
        "a piece has to enter (P1)",
    ),
    "P9": (
        "parchis Y:12,12,30,0 R:0,0,0,0 >Y=6 6x1",
        25,
        "hay que abrir barrera (P9)",
        "the blockade has to be opened (P9)",
    ),
    "P11": (
        "parchis Y:0,0,0,12 R:0,0,0,0 >Y+20",
        YARD,
        "desde casa no se cuenta (P11)",
        "a count does not start in the yard (P11)",
    ),
    "G2": (
        "parchis Y:H,0,0,12 R:0,0,0,0 >Y=3",
        71,
        "ya está en la meta (G2)",
        "already home (G2)",
    ),
}


@pytest.mark.parametrize("case", STOPS)
def test_reason_text(case: str) -> None:
    position, place, spanish, english = STOPS[case]
    state = parse_position(position)
    stop = next(each.stop for each in explain(state).pieces if each.place == place)
    assert stop is not None
    assert stop.rule == case
    assert narration.reason_text("es", state, stop) == spanish
    assert narration.reason_text("en", state, stop) == english


def test_a_void_six_has_a_reason_too() -> None:
    state = parse_position("parchis Y:0,0,0,12 R:0,0,0,0 >Y 6x2 last=12")
    forced = explain(state, 6).forced
    assert forced is not None
    assert narration.reason_text("es", state, forced) == "el tercer seis no vale (P6)"


def test_several_faces_that_enter_are_all_named() -> None:
    state = parse_position("parchis/enter_faces=5+6 Y:0,0,0,0 R:0,0,0,0 >Y")
    assert narration.lost_roll_reason("es", state, 1) == "necesita un 5 o 6 para salir (P1)"
