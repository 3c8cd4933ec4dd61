"""A recorded game in words."""

import random
from dataclasses import replace

import pytest

from bot import narration
from bot.i18n import LOCALES
from bot.rules import Action, Ruleset, Seat, apply, initial, legal_actions, to_act
from bot.rules.record import Record, RecordError, parse_record, record_text
from tests.narration.stories import NAMES, by_game

GAME = """\
[rules parchis/quick]
[yellow Ana]
[red Eva\x1b[31m]
[opening Y5 R5]
[opening Y2 R4]
[result *]

1. R r3 39-42
2. Y r6 5-11 r1 11-12
3. R r6 42-48 r6 48-54 r6
4. Y r5 0-5
5. R r4
6. Y r2
"""

RETOLD = {
    "es": [
        "Parchís · rápida",
        "🟡 Ana (amarillas)",
        "🔴 Eva[31m (rojas)",
        "A ver quién sale: Ana 5, Eva[31m 5; desempate: Ana 2, Eva[31m 4. Empieza Eva[31m (rojas).",
        "1. 🔴 Eva[31m: 🎲3 de la 39 a la 42",
        "2. 🟡 Ana: 🎲6 de la 5 a la 11 · 🎲1 de la 11 a la 12",
        "3. 🔴 Eva[31m: 🎲6 de la 42 a la 48 · 🎲6 de la 48 a la 54 · "
        "🎲6, el tercero, no vale (P6) · la última que movió, en la 54, se va a casa",
        "4. 🟡 Ana: 🎲5 saca ficha a la 5",
        "5. 🔴 Eva[31m: 🎲4 sin jugada — necesita un 5 para salir (P1)",
        "6. 🟡 Ana: 🎲2",
    ],
    "en": [
        "Parchís · quick",
        "🟡 Ana (yellow)",
        "🔴 Eva[31m (red)",
        "Who goes first? Ana 5, Eva[31m 5; tie, again: Ana 2, Eva[31m 4. Eva[31m (red) starts.",
        "1. 🔴 Eva[31m: 🎲3 from 39 to 42",
        "2. 🟡 Ana: 🎲6 from 5 to 11 · 🎲1 from 11 to 12",
        "3. 🔴 Eva[31m: 🎲6 from 42 to 48 · 🎲6 from 48 to 54 · "
        "🎲6, the third, is void (P6) · the piece moved last, on 54, goes back to the yard",
        "4. 🟡 Ana: 🎲5 brings a piece out to 5",
        "5. 🔴 Eva[31m: 🎲4, no move — needs a 5 to enter (P1)",
        "6. 🟡 Ana: 🎲2",
    ],
}


@pytest.mark.parametrize("locale", LOCALES)
def test_a_game_is_told_turn_by_turn(locale: str) -> None:
    assert list(narration.record_lines(locale, parse_record(GAME))) == RETOLD[locale]


def test_a_damaged_record_is_told_up_to_the_damage() -> None:
    with pytest.raises(RecordError, match="line 10") as caught:
        parse_record(GAME.replace("48-54 r6", "48-55 r6"))
    assert caught.value.good is not None
    told = list(narration.record_lines("es", caught.value.good))
    assert told[:-1] == RETOLD["es"][:6]
    assert told[-1] == "3. 🔴 Eva[31m: 🎲6 de la 42 a la 48 · 🎲6"


def test_what_happens_to_others_has_the_same_number() -> None:
    record = parse_record(
        "[rules parchis]\n[yellow Ana]\n[blue Luis]\n[red Eva]\n[opening Y5 B1 R2]\n[result R]\n\n"
        "1. Y r1\n2. B r2\n3. R r3\n4. Y outB outY\n"
    )
    assert list(narration.record_lines("en", record))[-4:] == [
        "3. 🔴 Eva: 🎲3, no move — needs a 5 to enter (P1)",
        "4. 🔵 Luis leaves the game, and the pieces come off the board.",
        "4. 🟡 Ana leaves the game, and the pieces come off the board.",
        "4. 🏆 Eva wins!",
    ]


def test_house_rules_are_named_as_in_the_notation() -> None:
    record = parse_record(GAME.replace("parchis/quick", "parchis/quick/capture_count=10"))
    assert next(narration.record_lines("es", record)) == "Parchís · rápida · capture_count=10"


def played(rules: Ruleset, seed: int) -> Record:
    chance = random.Random(seed)
    state = initial(rules, tuple(Seat), Seat.YELLOW)
    actions: list[Action] = []
    while to_act(state) is not None:
        actions.append(chance.choice(legal_actions(state)))
        state = apply(state, actions[-1]).state
    opening = tuple((seat, 6 if seat is Seat.YELLOW else 1) for seat in Seat)
    return Record(rules, tuple(NAMES.items()), (opening,), tuple(actions))


@by_game
def test_whole_games_are_told_with_the_numbers_of_the_record(rules: Ruleset) -> None:
    record = played(rules, seed=6)
    body = [line for line in record_text(record).splitlines() if line[:1].isdigit()]
    told = list(narration.record_lines("es", record))[6:]
    assert told[-1].startswith(f"{len(body)}. 🏆")
    numbers = [int(line.partition(".")[0]) for line in told]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, len(body) + 1))
    rolls = sum(line.count(" r") for line in body)
    assert sum(line.count("🎲") for line in told) == rolls
    assert all("\n" not in line for line in told)


def test_the_opening_must_fit_the_seats() -> None:
    record = replace(parse_record(GAME), opening=())
    with pytest.raises(ValueError, match="opening"):
        list(narration.record_lines("es", record))
