"""The answer to "Why?": a line for each of one's own pieces, and what forces the choice."""

from collections.abc import Iterator

import pytest

from bot import narration
from bot.i18n import LOCALES, rule_ids, text
from bot.rules import RULESETS, Chance, Decline, Why, explain, legal_actions, to_act
from bot.rules.notation import parse_position, parse_rules
from bot.rules.reasons import Explanation
from tests.narration.stories import NAMES, random_game

# Position, the answer in Spanish and in English.
WHY = {
    "parchis Y:0,0,5,12 R:16,0,0,0 >Y=4": (
        [
            "2 fichas en casa: necesitan un 5 para salir (P1).",
            "Ficha en la casilla 5: puede ir a la 9.",
            "Ficha en la casilla 12: puede ir a la 16 y comer a Eva (rojas).",
        ],
        [
            "2 pieces in the yard: need a 5 to enter (P1).",
            "Piece on square 5: may go to 9.",
            "Piece on square 12: may go to 16 and capture Eva (red).",
        ],
    ),
    "parchis Y:0,0,0,12 R:0,0,0,0 >Y=5": (
        [
            "3 fichas en casa: una puede salir a la 5.",
            "Ficha en la casilla 12: hay que sacar ficha (P1).",
            "Con un 5 y fichas en casa, salir es obligatorio (P1).",
        ],
        [
            "3 pieces in the yard: one may enter on 5.",
            "Piece on square 12: a piece has to enter (P1).",
            "On a 5 with a piece in the yard, entering is compulsory (P1).",
        ],
    ),
    "parchis Y:5,5,30,0 R:10,10,0,0 >Y=5": (
        [
            "Ficha en casa: su salida (5) está llena (P3).",
            "2 fichas en la casilla 5: hay barrera en la 10 (P8).",
            "Ficha en la casilla 30: puede ir a la 35.",
            "Es la única jugada, así que hay que hacerla (G7).",
        ],
        [
            "Piece in the yard: its exit (5) is full (P3).",
            "2 pieces on square 5: blockade on 10 (P8).",
            "Piece on square 30: may go to 35.",
            "It is the only move, so it has to be played (G7).",
        ],
    ),
    "parchis Y:12,12,30,0 R:0,0,0,0 >Y=6 6x1": (
        [
            "Ficha en casa: necesita un 5 para salir (P1).",
            "2 fichas en la casilla 12: una puede ir a la 18.",
            "Ficha en la casilla 30: hay que abrir barrera (P9).",
            "Con un 6, si una barrera tuya se puede abrir, hay que abrirla (P9).",
        ],
        [
            "Piece in the yard: needs a 5 to enter (P1).",
            "2 pieces on square 12: one may go to 18.",
            "Piece on square 30: the blockade has to be opened (P9).",
            "On a 6, a blockade of yours has to be opened if it can be (P9).",
        ],
    ),
    "parchis Y:62,20,H,H R:0,0,0,0 >Y=6 6x1": (
        [
            "El 6 vale 7: no te queda ninguna ficha en casa (P5).",
            "Ficha en la casilla 20: puede ir a la 27.",
            "Ficha en la casilla 62: puede ir al pasillo 1.",
            "2 fichas: ya están en la meta (G2).",
        ],
        [
            "The 6 counts 7: none of your pieces is in the yard (P5).",
            "Piece on square 20: may go to 27.",
            "Piece on square 62: may go to lane 1.",
            "2 pieces: already home (G2).",
        ],
    ),
    "parchis/quick Y:0,L4,H,66 R:0,0,0,0 >Y+10": (
        [
            "Ficha en casa: desde casa no se cuenta (P11).",
            "Ficha en la casilla 66: puede llegar a la meta.",
            "Ficha en el pasillo 4: se pasa de la meta por 6 (G8).",
            "Una ficha: ya está en la meta (G2).",
            "Es la única jugada, así que hay que hacerla (P11).",
        ],
        [
            "Piece in the yard: a count does not start in the yard (P11).",
            "Piece on square 66: may get home.",
            "Piece on lane 4: overshoots home by 6 (G8).",
            "One piece: already home (G2).",
            "It is the only move, so it has to be played (P11).",
        ],
    ),
    "parchis Y:L5,L5,10,14 R:0,0,0,0 >Y=4": (
        [
            "Ficha en la casilla 10: puede ir a la 14 y hacer barrera.",
            "Ficha en la casilla 14: puede ir a la 18.",
            "2 fichas en el pasillo 5: se pasan de la meta por 1 (G8).",
        ],
        [
            "Piece on square 10: may go to 14 and make a blockade.",
            "Piece on square 14: may go to 18.",
            "2 pieces on lane 5: overshoot home by 1 (G8).",
        ],
    ),
    "ludo R:3,3,H,0 Y:9,9,0,0 >R=6 6x1": (
        [
            "Ficha en casa: puede salir a la 1.",
            "2 fichas en la casilla 3: una puede ir a la 9.",
            "Una ficha: ya está en la meta (G2).",
        ],
        [
            "Piece in the yard: may enter on 1.",
            "2 pieces on square 3: one may go to 9.",
            "One piece: already home (G2).",
        ],
    ),
    "ludo R:3,5,L3,H Y:7,7,0,0 >R=4": (
        [
            "Ficha en la casilla 3: hay fichas juntas en la 7 (L3).",
            "Ficha en la casilla 5: puede ir a la 9.",
            "Ficha en el pasillo 3: se pasa de la meta por 1 (G8).",
            "Una ficha: ya está en la meta (G2).",
            "Es la única jugada, así que hay que hacerla (G7).",
        ],
        [
            "Piece on square 3: pair on 7 (L3).",
            "Piece on square 5: may go to 9.",
            "Piece on lane 3: overshoots home by 1 (G8).",
            "One piece: already home (G2).",
            "It is the only move, so it has to be played (G7).",
        ],
    ),
    "ludo/walls R:2,3,5,H Y:7,7,0,0 >R=4": (
        [
            "Ficha en la casilla 2: puede ir a la 6.",
            "Ficha en la casilla 3: hay barrera en la 7 (L4).",
            "Ficha en la casilla 5: hay barrera en la 7 (L4).",
            "Una ficha: ya está en la meta (G2).",
            "Es la única jugada, así que hay que hacerla (G7).",
        ],
        [
            "Piece on square 2: may go to 6.",
            "Piece on square 3: blockade on 7 (L4).",
            "Piece on square 5: blockade on 7 (L4).",
            "One piece: already home (G2).",
            "It is the only move, so it has to be played (G7).",
        ],
    ),
    "classic Y:0,0,9,30 R:29,0,0,0 >Y+20": (
        [
            "2 fichas en casa: desde casa no se cuenta (C6).",
            "Ficha en la casilla 9: el seguro 29 está ocupado (C2).",
            "Ficha en la casilla 30: puede ir a la 50.",
            "O no cuentas los 20: contar no es obligatorio (C6).",
        ],
        [
            "2 pieces in the yard: a count does not start in the yard (C6).",
            "Piece on square 9: safe square 29 is taken (C2).",
            "Piece on square 30: may go to 50.",
            "Or you decline the count of 20: counting is not compulsory (C6).",
        ],
    ),
    "classic Y:0,9,12,12 R:0,0,0,5 >Y=5": (
        [
            "Ficha en casa: su salida (5) está ocupada (C1).",
            "Ficha en la casilla 9: hay barrera en la 12 (C3).",
            "2 fichas en la casilla 12: una puede ir a la 17.",
            "Es la única jugada, así que hay que hacerla (G7).",
        ],
        [
            "Piece in the yard: its exit (5) is taken (C1).",
            "Piece on square 9: blockade on 12 (C3).",
            "2 pieces on square 12: one may go to 17.",
            "It is the only move, so it has to be played (G7).",
        ],
    ),
    "classic Y:12,12,30,H R:0,0,0,0 >Y=6 6x1": (
        [
            "El 6 vale 7: no te queda ninguna ficha en casa (C7).",
            "2 fichas en la casilla 12: una puede ir a la 19.",
            "Ficha en la casilla 30: hay que abrir barrera (C4).",
            "Una ficha: ya está en la meta (G2).",
            "Con un 6, si una barrera tuya se puede abrir, hay que abrirla (C4).",
        ],
        [
            "The 6 counts 7: none of your pieces is in the yard (C7).",
            "2 pieces on square 12: one may go to 19.",
            "Piece on square 30: the blockade has to be opened (C4).",
            "One piece: already home (G2).",
            "On a 6, a blockade of yours has to be opened if it can be (C4).",
        ],
    ),
    "stars/teams R:3,H,L1,L4 Y:0,0,0,0 G:7,7,20,0 B:7,0,0,0 >R=4": (
        [
            "Ficha en la casilla 3: puede ir a la 7 y comer a Luis (azules) "
            "e Íñigo (verdes, 2 fichas).",
            "Ficha en el pasillo 1: puede ir al pasillo 5.",
            "Ficha en el pasillo 4: se pasa de la meta por 2 (G8).",
            "Una ficha: ya está en la meta (G2).",
        ],
        [
            "Piece on square 3: may go to 7 and capture Luis (blue) and Íñigo (green, 2 pieces).",
            "Piece on lane 1: may go to lane 5.",
            "Piece on lane 4: overshoots home by 2 (G8).",
            "One piece: already home (G2).",
        ],
    ),
    "parchis/enter_faces=5+6 Y:0,13,13,20 R:0,0,0,0 >Y=6 6x1": (
        [
            "Ficha en casa: puede salir a la 5.",
            "2 fichas en la casilla 13: hay que sacar ficha (P1).",
            "Ficha en la casilla 20: hay que sacar ficha (P1).",
            "Con un 6 y fichas en casa, salir es obligatorio (P1).",
        ],
        [
            "Piece in the yard: may enter on 5.",
            "2 pieces on square 13: a piece has to enter (P1).",
            "Piece on square 20: a piece has to enter (P1).",
            "On a 6 with a piece in the yard, entering is compulsory (P1).",
        ],
    ),
    # A house rule of a rule set that has no rule about it.
    "stars/value_of_six=8 R:3,H,H,H Y:0,0,0,0 >R=6 6x1": (
        [
            "El 6 vale 8: no te queda ninguna ficha en casa.",
            "Ficha en la casilla 3: puede ir a la 11.",
            "3 fichas: ya están en la meta (G2).",
            "Es la única jugada, así que hay que hacerla (G7).",
        ],
        [
            "The 6 counts 8: none of your pieces is in the yard.",
            "Piece on square 3: may go to 11.",
            "3 pieces: already home (G2).",
            "It is the only move, so it has to be played (G7).",
        ],
    ),
    # Nothing is to be decided.
    "parchis Y:12,0,0,0 R:0,0,0,0 >Y": ([], []),
    "parchis Y:H,H,H,H R:0,0,0,0 #Y": ([], []),
}


@pytest.mark.parametrize("position", WHY)
def test_why_lines(position: str) -> None:
    spanish, english = WHY[position]
    state = parse_position(position)
    assert narration.why_lines("es", state, NAMES) == spanish
    assert narration.why_lines("en", state, NAMES) == english


# By rule set, a position in which each reason arises; the face, where the die is yet to fall.
REASONS: dict[str, dict[Why, tuple[str, int | None]]] = {
    "parchis": {
        Why.NEEDS_FACE: ("Y:0,0,0,12 R:0,0,0,0 >Y", 4),
        Why.COUNT_NOT_FROM_YARD: ("Y:0,0,0,12 R:0,0,0,0 >Y+20", None),
        Why.EXIT_FULL: ("Y:5,5,0,0 R:0,0,0,0 >Y", 5),
        Why.OVERSHOOTS: ("Y:L5,0,0,0 R:0,0,0,0 >Y", 4),
        Why.WALL: ("Y:9,0,0,0 R:12,12,0,0 >Y", 4),
        Why.FULL: ("Y:9,0,0,0 B:12,0,0,0 R:12,0,0,0 >Y", 3),
        Why.AT_HOME: ("Y:H,0,0,12 R:0,0,0,0 >Y", 3),
        Why.MUST_ENTER: ("Y:0,0,0,12 R:0,0,0,0 >Y=5", None),
        Why.MUST_OPEN: ("Y:12,12,30,0 R:0,0,0,0 >Y=6 6x1", None),
        Why.THIRD_SIX: ("Y:0,0,0,12 R:0,0,0,0 >Y 6x2", 6),
    },
    "ludo": {
        Why.NEEDS_FACE: ("R:0,0,0,3 Y:0,0,0,0 >R", 4),
        Why.OVERSHOOTS: ("R:L3,0,0,0 Y:0,0,0,0 >R", 4),
        Why.PAIR: ("R:3,0,0,0 Y:7,7,0,0 >R", 4),
        Why.AT_HOME: ("R:H,0,0,3 Y:0,0,0,0 >R", 4),
        Why.THIRD_SIX: ("R:3,0,0,0 Y:0,0,0,0 >R 6x2", 6),
    },
    "ludo/walls": {
        Why.NEEDS_FACE: ("R:0,0,0,3 Y:0,0,0,0 >R", 4),
        Why.OVERSHOOTS: ("R:L3,0,0,0 Y:0,0,0,0 >R", 4),
        Why.WALL: ("R:3,0,0,0 Y:5,5,0,0 >R", 4),
        Why.AT_HOME: ("R:H,0,0,3 Y:0,0,0,0 >R", 4),
        Why.THIRD_SIX: ("R:3,0,0,0 Y:0,0,0,0 >R 6x2", 6),
    },
    "classic": {
        Why.NEEDS_FACE: ("Y:0,0,0,12 R:0,0,0,0 >Y", 4),
        Why.COUNT_NOT_FROM_YARD: ("Y:0,0,0,12 R:0,0,0,0 >Y+20", None),
        Why.EXIT_BARRED: ("Y:0,0,0,12 R:0,0,0,5 >Y", 5),
        Why.OVERSHOOTS: ("Y:L5,0,0,0 R:0,0,0,0 >Y", 4),
        Why.WALL: ("Y:9,0,0,0 R:12,12,0,0 >Y", 4),
        Why.SAFE_TAKEN: ("Y:9,0,0,0 R:12,0,0,0 >Y", 3),
        Why.AT_HOME: ("Y:H,0,0,12 R:0,0,0,0 >Y", 3),
        Why.MUST_ENTER: ("Y:0,0,0,12 R:0,0,0,0 >Y=5", None),
        Why.MUST_OPEN: ("Y:12,12,30,0 R:0,0,0,0 >Y=6 6x1", None),
        Why.THIRD_SIX: ("Y:0,0,0,12 R:0,0,0,0 >Y 6x2", 6),
    },
    "stars": {
        Why.NEEDS_FACE: ("R:0,0,0,3 Y:0,0,0,0 >R", 4),
        Why.OVERSHOOTS: ("R:L3,0,0,0 Y:0,0,0,0 >R", 4),
        Why.AT_HOME: ("R:H,0,0,3 Y:0,0,0,0 >R", 4),
        Why.THIRD_SIX: ("R:3,0,0,0 Y:0,0,0,0 >R 6x2", 6),
    },
}


def reasons_in(explained: Explanation) -> set[Why]:
    stops = {piece.stop.why for piece in explained.pieces if piece.stop is not None}
    return stops | ({explained.forced.why} if explained.forced is not None else set())


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("game", "why"), [(game, why) for game, reasons in REASONS.items() for why in reasons]
)
def test_every_reason_of_a_rule_set_has_a_sentence_and_a_rule(
    game: str, why: Why, locale: str
) -> None:
    position, face = REASONS[game][why]
    state = parse_position(f"{game} {position}")
    explained = explain(state, face)
    stops = [piece.stop for piece in explained.pieces] + [explained.forced]
    stop = next(each for each in stops if each is not None and each.why is why)
    assert stop.rule in rule_ids(state.rules)
    for count in (1, 2):
        told = narration.reason_text(locale, state, stop, count)
        assert told.endswith(f" ({stop.rule})")
        assert "None" not in told


def test_the_table_has_every_reason() -> None:
    assert {why for reasons in REASONS.values() for why in reasons} == set(Why)
    assert {game.partition("/")[0] for game in REASONS} == set(RULESETS)


def explanations(game: str) -> Iterator[Explanation]:
    for seed in range(3):
        for state, _ in random_game(parse_rules(game), seed):
            match to_act(state):
                case None:
                    pass
                case Chance.DIE:
                    yield from (explain(state, face) for face in range(1, 7))
                case _:
                    yield explain(state)


@pytest.mark.parametrize("game", REASONS)
def test_games_at_random_give_no_other_reasons(game: str) -> None:
    given = {why for explained in explanations(game) for why in reasons_in(explained)}
    assert given <= set(REASONS[game])
    assert given >= {Why.NEEDS_FACE, Why.OVERSHOOTS, Why.AT_HOME, Why.THIRD_SIX}


@pytest.mark.parametrize("locale", LOCALES)
def test_what_forces_a_choice_has_a_sentence(locale: str) -> None:
    for why in (Why.MUST_ENTER, Why.MUST_OPEN):
        assert text(locale, f"forced.{why}", face=6, rule="X1").endswith("(X1).")


def test_declining_is_told_only_where_it_is_offered() -> None:
    for position, (spanish, _) in WHY.items():
        offered = Decline() in legal_actions(parse_position(position))
        assert any(line.startswith("O no cuentas") for line in spanish) == offered
