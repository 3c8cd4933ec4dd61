"""The two catalogs say the same things, whole and within Discord's limits."""

import io
import re
import string
from importlib.resources import files

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.i18n import LOCALES, keys, rule_ids, seat_name
from bot.i18n.rulebook import rule_text, rules_title, ruleset_name, ruleset_special
from bot.rules import RULESETS, Seat, Why, play_order


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


# The rules of rules.md: how many stand under each letter.
RULES = {"G": 15, "P": 11, "L": 6, "C": 8, "S": 5}
OWN = {"parchis": "P", "ludo": "L", "classic": "C", "stars": "S"}


def test_every_rule_has_its_text_and_no_other() -> None:
    expected = [f"{letter}{n}" for letter, last in RULES.items() for n in range(1, last + 1)]
    found = [key.removeprefix("rule.") for key in keys("rule.")]
    assert [rule for rule in found if "." not in rule] == expected
    # A variant is of a rule that is there, for a rule set or a ring that is there.
    games = {*RULESETS, *(str(rules.ring.size) for rules in RULESETS.values())}
    assert all(
        rule.partition(".")[0] in expected and rule.partition(".")[2] in games
        for rule in found
        if "." in rule
    )


@pytest.mark.parametrize("name", RULESETS)
def test_a_rule_set_has_the_general_rules_and_its_own_each_once(name: str) -> None:
    letters = f"G{OWN[name]}"
    expected = [f"{letter}{n}" for letter in letters for n in range(1, RULES[letter] + 1)]
    assert list(rule_ids(RULESETS[name])) == expected


def cited(told: str) -> set[str]:
    """The ids of rules that a text speaks of."""
    return set(re.findall(r"\b[GPLCS]\d+\b", told))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", RULESETS)
def test_what_is_cited_in_a_game_is_a_rule_of_that_game(name: str, locale: str) -> None:
    rules = RULESETS[name]
    ids = rule_ids(rules)
    assert set(rules.citations.values()) <= set(ids)
    assert set(rules.citations) == set(Why)
    for rule in ids:
        assert cited(rule_text(locale, rules, rule)) <= set(ids) - {rule}, rule


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", RULESETS)
def test_rules_stay_short(name: str, locale: str) -> None:
    """A page of Discord holds 4000 characters: each group of rules fits into one."""
    rules = RULESETS[name]
    for letter in f"G{OWN[name]}":
        texts = [rule_text(locale, rules, each) for each in rule_ids(rules) if each[0] == letter]
        assert len(texts) == RULES[letter]
        assert max(map(len, texts)) <= 300
        assert sum(len(text) + len("**P11** \n") for text in texts) <= 3500


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", RULESETS)
def test_the_numbers_of_the_board_are_those_of_the_ring(name: str, locale: str) -> None:
    rules = RULESETS[name]
    ring = rules.ring
    way = rule_text(locale, rules, "G2")
    assert [int(each) for each in re.findall(r"\d+", way)] == [ring.lane, ring.home]
    board = rule_text(locale, rules, "G3")
    squares = {1, ring.size, *ring.exits, *ring.safe}
    assert {int(each) for each in re.findall(r"\d+", board)} == squares
    for seat in Seat:
        assert f"{seat_name(locale, seat)} {ring.exits[seat]}" in board


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", RULESETS)
def test_the_order_of_turns_is_that_of_the_rule_set(name: str, locale: str) -> None:
    rules = RULESETS[name]
    told = rule_text(locale, rules, "G5")
    order = sorted(Seat, key=lambda seat: told.index(seat_name(locale, seat)))
    assert tuple(order) == play_order(tuple(Seat), order[0], rules.order)


@pytest.mark.parametrize("locale", LOCALES)
def test_rule_sets_have_a_name_a_title_and_two_lines_about_them(locale: str) -> None:
    for told in (ruleset_name, rules_title, ruleset_special):
        assert len({told(locale, rules) for rules in RULESETS.values()}) == len(RULESETS)
    for rules in RULESETS.values():
        assert len(ruleset_name(locale, rules)) <= 24
        lines = ruleset_special(locale, rules).split("\n")
        assert len(lines) == 2
        assert all(20 <= len(line) <= 100 for line in lines), lines


def test_the_rules_do_not_leak_into_each_other() -> None:
    """Counts, blockades and stars are spoken of only where there are any."""
    absent = {
        "ludo": ("contar", "cuentas", " 20", " 10"),
        "stars": ("contar", "cuentas", "barrera", " 20", " 10"),
        "parchis": ("estrella",),
        "classic": ("estrella",),
    }
    for name, words in absent.items():
        rules = RULESETS[name]
        told = " ".join(rule_text("es", rules, rule) for rule in rule_ids(rules))
        assert [word for word in words if word in told] == [], name


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
    assert len(by_command["cmd"]) >= 6
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
