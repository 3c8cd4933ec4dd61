"""The pieces that messages are built of, and Discord's limits, checked where a message is built."""

import re
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.i18n import text
from bot.i18n.names import plain_name
from bot.rules import Seat

ACCENTS: dict[Seat, discord.Colour] = {
    Seat.YELLOW: discord.Colour(0xE8B923),
    Seat.BLUE: discord.Colour(0x2F6FD0),
    Seat.RED: discord.Colour(0xD0342C),
    Seat.GREEN: discord.Colour(0x2E9E4F),
}

MAX_COMPONENTS = 40
MAX_TEXT = 4000
MAX_ALT = 1024
"""The API's limit; discord.py's docstring says 256."""
MAX_LABEL = 24
"""Ours: Discord takes 80, but a phone wraps long buttons (F27)."""
PER_ROW = 5


_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def shown_name(name: str) -> str:
    """A name as it stands in a message: as text only, whatever it contains (F24).

    Emphasis, links, mentions, emoji and timestamps all begin with punctuation.
    """
    return escaped(plain_name(name))


def escaped(words: str) -> str:
    """Words without syntax: a backslash before each mark of punctuation."""
    return _PUNCTUATION.sub(r"\\\1", words)


class LimitError(ValueError):
    """A message that Discord would refuse, or a phone would spoil; a fault of ours."""


def button(
    custom_id: str,
    label: str | None = None,
    *,
    emoji: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> ui.Button[Any]:
    """A button. LimitError when it would be empty or its label is too long."""
    if not label and not emoji:
        raise LimitError(f"the button {custom_id!r} has neither label nor emoji")
    if label and len(label) > MAX_LABEL:
        raise LimitError(f"the label {label!r} is longer than {MAX_LABEL}")
    return ui.Button(label=label, emoji=emoji, style=style, custom_id=custom_id, disabled=disabled)


def rows(buttons: Sequence[ui.Button[Any]]) -> list[ui.ActionRow[Any]]:
    """The buttons in rows of five."""
    return [
        ui.ActionRow(*buttons[start : start + PER_ROW]) for start in range(0, len(buttons), PER_ROW)
    ]


def message(*items: ui.Item[Any], mark: int | None = None) -> ui.LayoutView:
    """A whole message of components, within Discord's limits.

    The view is stopped: the library keeps none (its store grows with every message, F45), presses
    come to the router as plain data.

    Args:
        items: From top to bottom.
        mark: The id for the first of them, by which the message can be found again.

    Raises:
        LimitError: Discord would refuse the message.
    """
    view = ui.LayoutView(timeout=None)
    if mark is not None:
        items[0].id = mark
    for item in items:
        view.add_item(item)
    children = list(view.walk_children())
    if len(children) > MAX_COMPONENTS:
        raise LimitError(f"{len(children)} components")
    if view.content_length() > MAX_TEXT:
        raise LimitError(f"{view.content_length()} characters of text")
    ids = [child.custom_id for child in children if isinstance(child, ui.Button)]
    if len(set(ids)) != len(ids):
        raise LimitError(f"custom ids are not unique: {ids}")
    view.stop()
    return view


def picture(filename: str, description: str) -> ui.MediaGallery[Any]:
    """The attached picture of that name, with its text for those who cannot see it."""
    if len(description) > MAX_ALT:
        raise LimitError(f"{len(description)} characters of alternative text")
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    gallery.add_item(media=f"attachment://{filename}", description=description)
    return gallery


def note(words: str, mark: int | None = None) -> ui.LayoutView:
    """A message that is nothing but words."""
    return message(ui.TextDisplay(words), mark=mark)


def warnings(locale: str, lacks: Sequence[str]) -> list[str]:
    """What a game suffers from in a channel where permissions are missing, for all to see (F22)."""
    if "read_message_history" not in lacks:
        return []
    name = text(locale, "permission.read_message_history")
    return ["-# ⚠️ " + text(locale, "board.no_history", permission=name)]


def link(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """The address of a message, or of its channel when there is none."""
    address = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return address if message_id is None else f"{address}/{message_id}"
