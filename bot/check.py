"""What an operator wants to know before the bot runs: whether database and fonts are in order."""

import asyncio
from dataclasses import dataclass

from bot.storage import StorageError, is_current
from bot.storage.database import parse_url
from rendering.assets import Weight, coverage

NEEDED = "áéíóúüñÁÉÍÓÚÜÑ¡¿0123456789"
"""Characters without which no board can be drawn in Spanish."""

_AGAIN = "pip install --force-reinstall font-lato."


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the check."""

    name: str
    words: str
    in_order: bool = True


def check_database(url: str) -> list[Finding]:
    """Whether the database can be used and its schema is the newest. Changes nothing."""
    try:
        current = asyncio.run(is_current(url))
        where = parse_url(url).render_as_string(hide_password=True)
    except StorageError as error:
        return [Finding("database", str(error), in_order=False)]
    schema = "The schema is the newest." if current else "`parchis run` brings it up to date."
    return [Finding("database", f"{where} can be used."), Finding("migrations", schema)]


def check_fonts() -> Finding:
    """Whether the font is there, with all that Spanish needs."""
    try:
        missing = [
            char for weight in Weight for char in NEEDED if ord(char) not in coverage(weight)
        ]
    except (ImportError, OSError) as error:
        return Finding("fonts", f"The font cannot be read ({error}): {_AGAIN}", in_order=False)
    if missing:
        words = f"The font lacks {''.join(missing)}: {_AGAIN}"
        return Finding("fonts", words, in_order=False)
    return Finding("fonts", "Lato is there, with all that Spanish needs.")
