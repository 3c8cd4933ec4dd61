"""Options and rule sets by name."""

from dataclasses import replace

import pytest

from bot.i18n.rulebook import (
    option_names,
    option_notes,
    rule_text,
    rules_title,
    ruleset_name,
    ruleset_special,
)
from bot.rules import CLASSIC, LUDO, PARCHIS, STARS, Ruleset
from bot.rules.ruleset import Pair

WALLS = replace(LUDO, pair=Pair.WALL)

NAMES = [
    (PARCHIS, "Parchís", "Parchís", "Las reglas del parchís"),
    (LUDO, "Ludo", "Ludo", "Las reglas del ludo"),
    (CLASSIC, "Clásico", "Clásico", "Las reglas del parchís clásico"),
    (STARS, "Estrellas", "Estrellas", "Las reglas de Estrellas"),
]


@pytest.mark.parametrize(("rules", "spanish", "english", "title"), NAMES)
def test_names(rules: Ruleset, spanish: str, english: str, title: str) -> None:
    assert ruleset_name("es", rules) == spanish
    assert ruleset_name("en", rules) == english
    assert rules_title("es", rules) == title


OPTIONS = [
    (PARCHIS, [], []),
    # A pair that is a wall by the rule set's own rules is no option.
    (CLASSIC, [], []),
    (LUDO, [], []),
    (
        replace(STARS, quick=True),
        ["rápida"],
        ["Rápida: cada cual empieza con una ficha fuera y gana quien meta dos."],
    ),
    (
        replace(CLASSIC, teams=True),
        ["parejas"],
        ["Por parejas: hacen falta cuatro, y quién va con quién se sortea al empezar."],
    ),
    (
        replace(WALLS, quick=True, teams=True),
        ["rápida", "parejas", "barreras"],
        [
            "Rápida y por parejas: cada cual empieza con una ficha fuera, "
            "y gana la pareja cuando cada cual mete dos.",
            "Por parejas: hacen falta cuatro, y quién va con quién se sortea al empezar.",
            "Con barreras: dos fichas juntas tampoco dejan pasar a las rivales.",
        ],
    ),
]


@pytest.mark.parametrize(("rules", "names", "notes"), OPTIONS)
def test_options(rules: Ruleset, names: list[str], notes: list[str]) -> None:
    assert option_names("es", rules) == names
    assert option_notes("es", rules) == notes
    assert len(option_names("en", rules)) == len(names)
    assert len(option_notes("en", rules)) == len(notes)


def test_a_house_rule_keeps_the_name_and_texts_of_its_rule_set() -> None:
    house = replace(CLASSIC, capture_count=10, quick=True)
    assert ruleset_name("es", house) == "Clásico"
    assert ruleset_special("en", house) == ruleset_special("en", CLASSIC)
    assert rule_text("es", house, "C6") == rule_text("es", CLASSIC, "C6")


def test_a_text_is_the_one_for_the_rule_set_else_for_the_ring_else_for_all() -> None:
    assert rule_text("en", CLASSIC, "G5").endswith("yellow, green, red, blue.")
    assert rule_text("en", PARCHIS, "G5").endswith("yellow, blue, red, green.")
    assert rule_text("en", STARS, "G5").endswith("red, green, yellow, blue.")
    assert rule_text("en", STARS, "G1") == rule_text("en", PARCHIS, "G1")


def test_an_unknown_rule_is_an_error() -> None:
    with pytest.raises(KeyError, match=r"rule\.G99"):
        rule_text("en", LUDO, "G99")
