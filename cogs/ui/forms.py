"""Forms that open over Discord: what they ask, and what was written into them.

Like buttons they are plain data: the library keeps none, so they work across a restart.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import ui

from bot.i18n import text
from cogs.ui.ids import Press, press_id

MOST = 60
"""Characters that may be written into a field."""

FIELDS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("seat", "away"): ("modal.away", "modal.away_field"),
    ("me", "zone"): ("modal.zone", "modal.zone_field"),
    ("me", "quiet"): ("modal.quiet", "modal.quiet_from", "modal.quiet_to"),
    ("me", "every"): ("modal.every", "modal.every_field"),
}
"""By kind and code of the button that opens it: a form's title and the names of its fields."""

OPTIONAL = frozenset({"modal.zone_field", "modal.quiet_from", "modal.quiet_to"})
"""Fields that may stay empty, to take back what was set."""


def form(press: Press, locale: str) -> ui.Modal | None:
    """The form that a button opens; None where it opens none."""
    keys = FIELDS.get((press.kind, press.code))
    if keys is None:
        return None
    title, *names = keys
    custom_id = press_id(press.kind, press.game, press.ply, press.code)
    made = ui.Modal(title=text(locale, title), custom_id=custom_id, timeout=None)
    for at, name in enumerate(names):
        made.add_item(
            ui.TextInput(
                label=text(locale, name),
                custom_id=str(at),
                required=name not in OPTIONAL,
                max_length=MOST,
            )
        )
    made.stop()  # so that the library keeps none (F45)
    return made


def written(data: Mapping[str, Any]) -> list[str]:
    """What was written into the fields of a form that was sent, in their order."""
    return [value.strip() for _, value in sorted(_fields(data.get("components", [])))]


def _fields(parts: list[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for part in parts:
        if part.get("type") == discord.ComponentType.text_input.value:
            yield str(part.get("custom_id")), str(part.get("value") or "")
        # A label holds one component, a row holds several.
        inner = [part["component"]] if "component" in part else part.get("components", [])
        yield from _fields(inner)
