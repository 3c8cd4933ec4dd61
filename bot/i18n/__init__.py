"""Every text that a person sees, in Spanish and English.

The catalogs are ``es.po`` and ``en.po`` beside this file: gettext, with symbolic keys for msgids.
They are compiled in memory when the first text is asked for.

    >>> text("en", "seat.red")
    'red'
    >>> text("es", "lobby.free", count=2)
    'Quedan 2 sitios libres.'

To add a text, put the same key into both files, under the comment of its section:

- A key is ``section.words_in_lower_case``; what belongs together shares its beginning.
- Placeholders are plain names, ``{name}``, the same in both languages. A ``Seat`` given for one
  is shown as the name of its colour.
- A text that depends on a number has a plural: the key once more as ``msgid_plural``, two
  ``msgstr[…]``, and is asked for with ``count=``.
- What differs between games is a variant: the key, a dot, and the name of a rule set or the size of
  a ring (``rule.G5.classic``, ``rule.G2.52``), asked for by ``variant``.
- ``error.<key>`` answers a ``UserError("<key>", …)`` with that error's parameters.
- Name the key in the code as a literal, or as an f-string that begins with its section: the
  tests find keys that are missing, unused or asked for with other parameters by reading the code.
"""

import gettext
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal, NoReturn

from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.rules.board import Seat
from bot.rules.ruleset import Ruleset

LOCALES: Final = ("es", "en")

# "Ana e Íñigo", "Luis e Hilario", but "Ana y Ian".
_SOUNDS_AS_I: Final = re.compile(r"h?[ií](?![aeo])", re.IGNORECASE)

# Languages of Spain whose speakers read Spanish rather than English.
_SPANISH: Final = frozenset({"es", "ca", "gl", "eu"})


class _Missing(gettext.NullTranslations):
    """The end of the line: gettext would show the key itself, which nobody should ever see."""

    def gettext(self, message: str) -> NoReturn:
        raise KeyError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> NoReturn:
        raise KeyError(msgid1)


@dataclass(frozen=True, slots=True)
class _Catalog:
    translations: gettext.GNUTranslations
    keys: tuple[str, ...]
    plurals: frozenset[str]


@cache
def _catalog(locale: str) -> _Catalog:
    if locale not in LOCALES:
        raise ValueError(f"no catalog for {locale!r}; there are {', '.join(LOCALES)}")
    source = files(__name__).joinpath(f"{locale}.po").read_bytes()
    catalog = read_po(io.BytesIO(source), locale=locale, abort_invalid=True)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    translations.add_fallback(_Missing())
    # A plural message has a pair of ids; the header's id is empty.
    ids = [message.id for message in catalog if message.id]
    return _Catalog(
        translations,
        keys=tuple(one if isinstance(one, str) else one[0] for one in ids),
        plurals=frozenset(one[0] for one in ids if not isinstance(one, str)),
    )


def text(locale: str, key: str, /, **params: object) -> str:
    """The text of a key in a language (``es`` or ``en``), with its placeholders filled in.

    Args:
        locale: One of ``LOCALES``; ``locale_of`` makes one of a Discord locale.
        key: A key of the catalogs.
        params: The placeholders' values. ``count``, an int, chooses the form of a text that has a
            plural. A ``Seat`` becomes the name of its colour.

    Raises:
        KeyError: The key or the value of a placeholder is missing.
        ValueError: There is no catalog for the locale.
    """
    found = _singular(locale, key)
    if found is None:
        count = params["count"]
        if not isinstance(count, int):
            raise TypeError(f"count of {key!r} is {count!r}, not a number")
        found = _catalog(locale).translations.ngettext(key, key, count)
    for name, value in params.items():
        if isinstance(value, Seat):
            params[name] = seat_name(locale, value)
    return found.format(**params)


@cache
def _singular(locale: str, key: str) -> str | None:
    """The text of a key as the catalog has it; None if it has a plural. A board asks for 140."""
    catalog = _catalog(locale)
    return None if key in catalog.plurals else catalog.translations.gettext(key)


@cache
def seat_name(locale: str, seat: Seat) -> str:
    """The name of a seat's colour, as of its pieces: ``rojas``, ``red``."""
    return text(locale, f"seat.{seat.name.lower()}")


def listed(locale: str, items: Sequence[str], style: Literal["standard", "or"] = "standard") -> str:
    """Items as the language lists them, joined by "and" or "or"; empty for none.

    >>> listed("es", ["Ana", "Luis", "Eva"]), listed("en", ["5", "6"], "or")
    ('Ana, Luis y Eva', '5 or 6')
    """
    told = format_list(items, style, locale=locale)
    last = f" y {items[-1]}" if items else ""
    if last and told.endswith(last) and _SOUNDS_AS_I.match(items[-1]):
        return told.removesuffix(last) + f" e {items[-1]}"
    return told


def keys(prefix: str = "") -> tuple[str, ...]:
    """The keys that begin with a prefix, in the order of the catalogs."""
    return tuple(key for key in _catalog("en").keys if key.startswith(prefix))


def rule_ids(rules: Ruleset) -> tuple[str, ...]:
    """The ids of the rules of a game (``G1``, ..., ``P1``, ...), in order; texts: ``rule.<id>``."""
    # What a rule set cites for its reasons begins with its own letter, or is of all rule sets.
    letters = {rule[0] for rule in rules.citations.values()}
    ids = (key.removeprefix("rule.") for key in keys("rule."))
    return tuple(rule for rule in ids if rule[0] in letters and "." not in rule)


def variant(key: str, rules: Ruleset) -> str:
    """The key of a text as it is for a game: for its rule set, else for its ring, else for all.

    >>> from bot.rules import CLASSIC, LUDO
    >>> variant("rule.G5", CLASSIC), variant("rule.G2", LUDO), variant("rule.G1", LUDO)
    ('rule.G5.classic', 'rule.G2.52', 'rule.G1')
    """
    known = _known()
    special = (f"{key}.{rules.name}", f"{key}.{rules.ring.size}")
    return next((each for each in special if each in known), key)


@cache
def _known() -> frozenset[str]:
    return frozenset(keys())


def locale_of(discord_locale: str) -> str:
    """The language for a Discord locale such as ``es-ES``, ``es-419`` or ``en-GB``.

        >>> locale_of("es-419"), locale_of("de")
        ('es', 'en')

    English for all but Spanish and the other languages of Spain.
    """
    language = discord_locale.replace("_", "-").partition("-")[0].lower()
    return "es" if language in _SPANISH else "en"


def command_text(discord_locale: str, key: str) -> str | None:
    """A command's name or description for Discord's table of localisations.

    None where the text in English, which the command itself carries, is meant to stand.
    """
    locale = locale_of(discord_locale)
    return None if locale == "en" else text(locale, key)
