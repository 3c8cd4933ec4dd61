"""The two catalogs say the same things, whole and within Discord's limits."""

import io
import re
import string
from importlib.resources import files

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.i18n import LOCALES, keys
from bot.rules import RULESETS, Seat, Why


def read(locale: str) -> Catalog:
    source = files("bot.i18n").joinpath(f"{locale}.po").read_bytes()
    return read_po(io.BytesIO(source), locale=locale, abort_invalid=True)


def key_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)


CATALOGS = {locale: {key_of(m): m for m in read(locale) if m.id} for locale in LOCALES}


def placeholders(pattern: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(pattern) if name is not None}


def test_both_catalogs_have_the_same_keys_in_the_same_order() -> None:
    assert list(CATALOGS["es"]) == list(CATALOGS["en"])
    assert keys() == tuple(CATALOGS["en"])


def test_a_key_stands_once_in_its_file() -> None:
    for locale in LOCALES:
        source = files("bot.i18n").joinpath(f"{locale}.po").read_text("utf-8")
        found = re.findall(r'(?m)^msgid "(.+)"$', source)
        assert sorted(found) == sorted(set(found)), locale


@pytest.mark.parametrize("locale", LOCALES)
def test_keys_are_symbolic(locale: str) -> None:
    odd = [key for key in CATALOGS[locale] if not re.fullmatch(r"[a-z]+(\.[A-Za-z0-9_]+)+", key)]
    assert odd == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_text_is_there_in_all_its_forms(locale: str) -> None:
    for key, message in CATALOGS[locale].items():
        assert not message.fuzzy, key
        assert all(form.strip() == form != "" for form in forms(message)), key
        if message.pluralizable:
            assert message.id == (key, key)
            assert len(forms(message)) == 2, key


def test_placeholders_agree_and_are_plain_names() -> None:
    for key in CATALOGS["en"]:
        spanish, english = CATALOGS["es"][key], CATALOGS["en"][key]
        assert spanish.pluralizable == english.pluralizable, key
        # Either form of a plural may do without the number, "un sitio": together they have all.
        used = [placeholders("".join(forms(message))) for message in (spanish, english)]
        assert used[0] == used[1], key
        assert all(name.isidentifier() for name in used[0]), key


@pytest.mark.parametrize("locale", LOCALES)
def test_colours_pieces_and_reasons_are_complete(locale: str) -> None:
    seats = {seat.name.lower() for seat in Seat}
    assert {key.removeprefix("seat.") for key in keys("seat.")} == seats
    assert {key.removeprefix("piece.") for key in keys("piece.")} == seats
    assert {key.removeprefix("why.") for key in keys("why.")} == {*Why, "full_lane"}
    for family in ("seat.", "piece."):
        assert len({CATALOGS[locale][key].string for key in keys(family)}) == 4


def test_every_rule_of_the_game_has_its_text() -> None:
    expected = [f"rule.G{n}" for n in range(1, 16)] + [f"rule.P{n}" for n in range(1, 12)]
    assert [key for key in keys("rule.") if key[5] in "GP"] == expected
    cited = set(RULESETS["parchis"].citations.values())
    assert {f"rule.{rule}" for rule in cited} <= set(expected)


@pytest.mark.parametrize("locale", LOCALES)
def test_rules_stay_short(locale: str) -> None:
    """A page of Discord holds 4000 characters: each group of rules fits into one."""
    for letter in "GP":
        texts = [forms(CATALOGS[locale][key])[0] for key in keys(f"rule.{letter}")]
        assert max(map(len, texts)) <= 300
        assert sum(len(text) + len("**P11** \n") for text in texts) <= 3500


COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")


@pytest.mark.parametrize("locale", LOCALES)
def test_commands_stay_within_discords_limits(locale: str) -> None:
    for key in keys("cmd."):
        told = forms(CATALOGS[locale][key])[0]
        assert placeholders(told) == set(), key
        if key.endswith(".name"):
            assert COMMAND_NAME.fullmatch(told), key
            assert told == told.lower()
        else:
            assert key.endswith(".description")
            assert len(told) <= 100, key


@pytest.mark.parametrize("locale", LOCALES)
def test_names_of_options_differ_within_their_command(locale: str) -> None:
    by_command: dict[str, list[str]] = {}
    for key in keys("cmd."):
        if key.endswith(".name"):
            command = key.removesuffix(".name").rpartition(".")[0]
            by_command.setdefault(command, []).append(forms(CATALOGS[locale][key])[0])
    assert len(by_command["cmd"]) == 5
    for command, names in by_command.items():
        assert len(names) == len(set(names)), command


@pytest.mark.parametrize("locale", LOCALES)
def test_buttons_are_short(locale: str) -> None:
    longest = max(len(forms(CATALOGS[locale][each])[0]) for each in keys("seat."))
    for key in keys("button."):
        pattern = forms(CATALOGS[locale][key])[0]
        assert len(pattern.replace("{seat}", "x" * longest)) <= 24, key
        assert placeholders(pattern) <= {"seat"}, key


@pytest.mark.parametrize("locale", LOCALES)
def test_buttons_differ_where_a_phone_wraps(locale: str) -> None:
    beginnings = [forms(CATALOGS[locale][key])[0][:10] for key in keys("button.")]
    assert len(beginnings) == len(set(beginnings))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_text_fits_into_a_message_with_room_for_names(locale: str) -> None:
    too_long = [
        key
        for key, message in CATALOGS[locale].items()
        if any(len(form) > 400 for form in forms(message))
    ]
    assert too_long == []
