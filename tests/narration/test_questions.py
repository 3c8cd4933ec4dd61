"""Places, what is asked, and the labels of the buttons."""

import pytest

from bot import narration
from bot.rules import PARCHIS, RULESETS, YARD, Action, Roll, Ruleset, Seat, Withdraw
from bot.rules.notation import parse_position
from tests.narration.stories import NAMES, after, labels, play

PLACES = [
    (PARCHIS, Seat.YELLOW, YARD, "casa", "yard"),
    (PARCHIS, Seat.YELLOW, 0, "casilla 5", "square 5"),
    (PARCHIS, Seat.RED, 63, "casilla 34", "square 34"),
    (PARCHIS, Seat.RED, 64, "pasillo 1", "lane 1"),
    (PARCHIS, Seat.GREEN, 70, "pasillo 7", "lane 7"),
    (PARCHIS, Seat.GREEN, 71, "meta", "home"),
    (RULESETS["stars"], Seat.RED, 51, "pasillo 1", "lane 1"),
    (RULESETS["stars"], Seat.RED, 56, "meta", "home"),
]


@pytest.mark.parametrize(("rules", "seat", "place", "spanish", "english"), PLACES)
def test_place_name(rules: Ruleset, seat: Seat, place: int, spanish: str, english: str) -> None:
    assert narration.place_name("es", rules.ring, seat, place) == spanish
    assert narration.place_name("en", rules.ring, seat, place) == english


QUESTIONS = {
    "parchis Y:0,0,0,0 R:0,0,0,0 >Y": (
        "Ana, te toca: tira el dado.",
        "Ana, your turn: roll the die.",
    ),
    "parchis Y:0,0,0,0 R:0,0,0,0 >R 6x1": ("Eva, vuelves a tirar.", "Eva, you roll again."),
    "parchis Y:12,20,0,0 R:0,0,0,0 >Y=4": (
        "Ana, has sacado un 4: elige jugada.",
        "Ana, you rolled a 4: choose a move.",
    ),
    "parchis Y:12,20,H,H R:0,0,0,0 >Y=6 6x1": (
        "Ana, has sacado un 6 y vale 7: elige jugada.",
        "Ana, you rolled a 6 and it counts 7: choose a move.",
    ),
    "parchis Y:12,12,20,0 R:0,0,0,0 >Y=6 6x1": (
        "Ana, con el 6 toca abrir barrera (P9): elige ficha.",
        "Ana, the 6 has to open a blockade (P9): choose a piece.",
    ),
    "parchis Y:12,20,0,0 R:0,0,0,0 >Y+20": (
        "Ana, cuenta 20: elige ficha.",
        "Ana, count 20: choose a piece.",
    ),
    "classic Y:12,20,0,0 R:0,0,0,0 >Y+20": (
        "Ana, puedes contar 20: elige ficha o no cuentes.",
        "Ana, you may count 20: choose a piece or decline.",
    ),
    "classic Y:12,12,20,0 R:0,0,0,0 >Y=6 6x1": (
        "Ana, con el 6 toca abrir barrera (C4): elige ficha.",
        "Ana, the 6 has to open a blockade (C4): choose a piece.",
    ),
    "ludo R:3,0,0,0 Y:0,0,0,0 >R=6 6x1": (
        "Eva, has sacado un 6: elige jugada.",
        "Eva, you rolled a 6: choose a move.",
    ),
    # Why the seat rolls does not stand in the position.
    "stars R:3,0,0,0 Y:0,0,0,0 >R": (
        "Eva, te toca: tira el dado.",
        "Eva, your turn: roll the die.",
    ),
    "parchis Y:H,H,H,H R:0,0,0,0 #Y": ("¡Ha ganado Ana!", "Ana has won!"),
    "parchis/teams Y:H,H,H,H B:0,0,0,0 R:H,H,H,H G:0,0,0,0 #YR": (
        "¡Han ganado Ana y Eva!",
        "Ana and Eva have won!",
    ),
}


@pytest.mark.parametrize("position", QUESTIONS)
def test_question(position: str) -> None:
    spanish, english = QUESTIONS[position]
    state = parse_position(position)
    assert narration.question("es", state, NAMES) == spanish
    assert narration.question("en", state, NAMES) == english


# Position, actions that lead to the question, Spanish, English.
AFTER = [
    (
        "ludo R:3,0,0,0 Y:0,0,0,7 >R",
        "r4 3-7",
        "Eva, vuelves a tirar.",
        "Eva, you roll again.",
    ),
    ("stars R:L3,0,0,0 Y:0,0,0,7 >R", "r3 L3-H", "Eva, vuelves a tirar.", "Eva, you roll again."),
    (
        "stars R:3,0,0,0 Y:0,0,0,33 >R",
        "r4 3-7",
        "Ana, te toca: tira el dado.",
        "Ana, your turn: roll the die.",
    ),
    (
        "ludo R:3,0,0,0 Y:0,0,0,7 B:0,0,0,0 >R",
        "r4 3-7 outR",
        "Ana, te toca: tira el dado.",
        "Ana, your turn: roll the die.",
    ),
]


@pytest.mark.parametrize(("position", "actions", "spanish", "english"), AFTER)
def test_an_extra_roll_is_asked_for_as_one(
    position: str, actions: str, spanish: str, english: str
) -> None:
    story = play(position, *actions.split())
    state = after(story)
    assert narration.question("es", state, NAMES, story) == spanish
    assert narration.question("en", state, NAMES, story) == english


# Position, its buttons in Spanish and in English.
LABELS = {
    "parchis Y:12,20,0,0 R:16,0,0,0 >Y=4": (
        ["1 · 12→16 ⚔ roja", "2 · 20→24"],
        ["1 · 12→16 ⚔ red", "2 · 20→24"],
    ),
    "parchis Y:5,0,0,0 R:0,0,0,0 >Y=5": (["1 · sale a 5 barrera"], ["1 · enters 5 blockade"]),
    "parchis R:0,0,0,0 Y:39,39,0,0 >R=5": (
        ["1 · sale a 39 ⚔ amarilla"],
        ["1 · enters 39 ⚔ yellow"],
    ),
    "parchis Y:66,L2,20,24 R:0,0,0,0 >Y=4": (
        ["1 · 20→24 barrera", "2 · 24→28", "3 · 66→pasillo 2", "4 · pasillo 2→6"],
        ["1 · 20→24 blockade", "2 · 24→28", "3 · 66→lane 2", "4 · lane 2→6"],
    ),
    "parchis Y:L5,30,0,0 R:0,0,0,0 >Y=3": (
        ["1 · 30→33", "2 · pasillo 5→meta"],
        ["1 · 30→33", "2 · lane 5→home"],
    ),
    "parchis Y:66,30,0,0 R:0,0,0,0 >Y+10": (
        ["1 · 30→40", "2 · 66→meta"],
        ["1 · 30→40", "2 · 66→home"],
    ),
    "classic Y:0,0,9,30 R:0,0,0,0 >Y+20": (
        ["1 · 9→29", "2 · 30→50", "3 · no contar 20"],
        ["1 · 9→29", "2 · 30→50", "3 · don't count 20"],
    ),
    # Two on a square that is no blockade, and a third piece that joins one.
    "ludo R:3,7,0,0 Y:0,0,0,0 >R=4": (["1 · 3→7", "2 · 7→11"], ["1 · 3→7", "2 · 7→11"]),
    "ludo/walls R:3,7,0,0 Y:0,0,0,0 >R=4": (
        ["1 · 3→7 barrera", "2 · 7→11"],
        ["1 · 3→7 blockade", "2 · 7→11"],
    ),
    "ludo/walls R:3,7,7,0 Y:0,0,0,0 >R=4": (["1 · 3→7", "2 · 7→11"], ["1 · 3→7", "2 · 7→11"]),
    "classic Y:9,13,0,0 R:0,0,0,0 >Y=4": (["1 · 9→13", "2 · 13→17"], ["1 · 9→13", "2 · 13→17"]),
    "classic Y:8,12,0,0 R:0,0,0,0 >Y=4": (
        ["1 · 8→12 barrera", "2 · 12→16"],
        ["1 · 8→12 blockade", "2 · 12→16"],
    ),
    "stars R:3,0,0,0 Y:7,7,0,0 >R=4": (["1 · 3→7 ⚔ 2"], ["1 · 3→7 ⚔ 2"]),
    # A count that may be declined in every rule set, if the table plays so.
    "parchis/counts_optional=yes Y:0,0,9,30 R:0,0,0,0 >Y+20": (
        ["1 · 9→29", "2 · 30→50", "3 · no contar 20"],
        ["1 · 9→29", "2 · 30→50", "3 · don't count 20"],
    ),
    "ludo/reward=counts/capture_count=20/counts_optional=yes R:3,L2,0,0 Y:0,0,0,0 >R+20": (
        ["1 · 3→23", "2 · no contar 20"],
        ["1 · 3→23", "2 · don't count 20"],
    ),
    "stars/reward=counts/home_count=10/counts_optional=yes R:41,0,0,0 Y:0,0,0,0 >R+10": (
        ["1 · 41→51", "2 · no contar 10"],
        ["1 · 41→51", "2 · don't count 10"],
    ),
}


@pytest.mark.parametrize("position", LABELS)
def test_action_label(position: str) -> None:
    spanish, english = LABELS[position]
    state = parse_position(position)
    assert labels("es", state) == spanish
    assert labels("en", state) == english


@pytest.mark.parametrize("action", [Roll(3), Withdraw(Seat.YELLOW)])
def test_only_decisions_have_numbered_buttons(action: Action) -> None:
    state = parse_position("parchis Y:12,0,0,0 R:0,0,0,0 >Y")
    with pytest.raises(ValueError, match="no decision"):
        narration.action_label("es", state, action, 1)
