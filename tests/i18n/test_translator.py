"""The translator: forms, placeholders, errors and the choice of a language."""

import doctest

import pytest

import bot.i18n
from bot.i18n import command_text, listed, locale_of, rule_ids, seat_name, text
from bot.rules import RULESETS, Seat


def test_the_docstring_tells_the_truth() -> None:
    result = doctest.testmod(bot.i18n)
    assert result.attempted >= 4
    assert result.failed == 0


def test_a_count_chooses_the_form() -> None:
    assert text("es", "lobby.free", count=1) == "Queda 1 sitio libre."
    assert text("es", "lobby.free", count=0) == "Quedan 0 sitios libres."
    assert text("en", "lobby.free", count=1) == "1 free place."
    assert text("en", "lobby.free", count=3) == "3 free places."


def test_a_count_in_a_text_without_plural_is_a_placeholder() -> None:
    assert text("es", "turn.count", count=20) == "cuenta 20"


@pytest.mark.parametrize("locale", bot.i18n.LOCALES)
def test_an_unknown_key_is_never_shown(locale: str) -> None:
    with pytest.raises(KeyError, match=r"board\.nothing"):
        text(locale, "board.nothing")
    with pytest.raises(KeyError, match=r"board\.nothing"):
        text(locale, "board.nothing", count=2)


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError, match="name"):
        text("en", "lobby.host")
    with pytest.raises(KeyError, match="count"):
        text("en", "lobby.free")
    with pytest.raises(TypeError, match="count"):
        text("en", "lobby.free", count="2")


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(ValueError, match="'de'"):
        text("de", "lobby.full")


def test_values_are_never_read_as_patterns() -> None:
    assert text("en", "lobby.host", name="{code} {0} %s") == "{code} {0} %s is the host."


def test_placeholders_may_have_the_translators_own_names() -> None:
    assert text("en", "lobby.full", locale="x", key="y") == "The table is full."


@pytest.mark.parametrize("seat", Seat)
def test_a_seat_is_shown_as_its_colour(seat: Seat) -> None:
    assert text("es", "lobby.seated", name="Ana", seat=seat) == f"Ana · {seat_name('es', seat)}"
    assert seat_name("en", seat) == seat.name.lower()


@pytest.mark.parametrize(
    ("discord_locale", "locale"),
    [
        ("es-ES", "es"),
        ("es-419", "es"),
        ("es", "es"),
        ("ES_es", "es"),
        ("ca", "es"),
        ("gl", "es"),
        ("eu-ES", "es"),
        ("en-GB", "en"),
        ("en-US", "en"),
        ("pt-BR", "en"),
        ("et", "en"),
        ("", "en"),
    ],
)
def test_locale_of(discord_locale: str, locale: str) -> None:
    assert locale_of(discord_locale) == locale


def test_commands_are_translated_for_both_kinds_of_spanish_only() -> None:
    assert command_text("es-ES", "cmd.new.name") == "nueva"
    assert command_text("es-419", "cmd.new.name") == "nueva"
    assert command_text("en-GB", "cmd.new.name") is None
    assert command_text("de", "cmd.new.name") is None


@pytest.mark.parametrize(
    ("items", "style", "spanish", "english"),
    [
        ([], "standard", "", ""),
        (["Ana"], "standard", "Ana", "Ana"),
        (["Ana", "Luis"], "standard", "Ana y Luis", "Ana and Luis"),
        (["5", "6"], "or", "5 o 6", "5 or 6"),
        (["{0}", "{1}"], "standard", "{0} y {1}", "{0} and {1}"),
        (["Íñigo", "Ana"], "standard", "Íñigo y Ana", "Íñigo and Ana"),
        (["Ana", "Íñigo"], "standard", "Ana e Íñigo", "Ana and Íñigo"),
        (["Ana", "Luis", "Hilario"], "standard", "Ana, Luis e Hilario", "Ana, Luis, and Hilario"),
        (["Ana", "Ian"], "standard", "Ana y Ian", "Ana and Ian"),
        (["Íñigo"], "standard", "Íñigo", "Íñigo"),
    ],
)
def test_listed(items: list[str], style: str, spanish: str, english: str) -> None:
    assert listed("es", items, style) == spanish
    assert listed("en", items, style) == english


def test_rule_ids_are_those_of_all_rule_sets_and_of_the_games_own() -> None:
    ids = rule_ids(RULESETS["parchis"])
    assert ids[:2] == ("G1", "G2")
    assert ids[-2:] == ("P10", "P11")
    assert {each[0] for each in ids} == {"G", "P"}
