"""Messages that were sent: found again after a crash, and taken off the table once replaced."""

import logging
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import discord
from discord import ui

from cogs.ui.ids import parse
from cogs.ui.parts import message as build
from cogs.ui.rest import NONE, REST_ERRORS, Code, code_of

log = logging.getLogger(__name__)

SEARCHED = 50
"""Messages looked through for one that may have been sent."""

_MENTION = re.compile(r"<@(\d+)>")


class Unreadable(Exception):
    """What was said in the channel is not for this bot to read."""


@dataclass(frozen=True, slots=True)
class Found:
    """A message that had been sent, and what it asks."""

    message: discord.Message
    asked_id: int | None
    requests: frozenset[str]
    """The codes of the buttons that decide about requests for seats."""


def sent_name(nonce: str) -> str:
    """The file name of the picture sent under a nonce."""
    return f"parchis-{nonce.replace(':', '-')}.png"


def mark_of(nonce: str) -> int:
    """The id given to a component of the message sent under a nonce: Discord hands it back.

    The nonce itself is not among what Discord keeps of a message for long.
    """
    return zlib.crc32(nonce.encode()) & 0x7FFF_FFFF | 1


async def find_sent(
    channel: discord.PartialMessageable, nonce: str, *, may_read: bool | None
) -> Found | None:
    """The message sent under a nonce; None if it is not among the channel's last.

    Args:
        channel: Where it would be.
        nonce: What it was sent under.
        may_read: Whether the bot is granted Read Message History, None if nobody knows.

    Raises:
        Unreadable: The bot may not read what was said, so it will not be known.
        REST_ERRORS: It cannot be known now.
    """
    # Without the permission Discord answers with an empty list, as if nothing had been said.
    if may_read is False:
        raise Unreadable
    empty = True
    try:
        async for message in channel.history(limit=SEARCHED):
            empty = False
            if _sent_under(message, nonce):
                return found_in(message)
    except discord.Forbidden as error:
        raise Unreadable from error
    if empty and may_read is None:
        raise Unreadable
    return None


def _sent_under(message: discord.Message, nonce: str) -> bool:
    me = message._state.self_id  # who this bot is, without asking
    if message.author.id != me:
        return False
    return (
        str(message.nonce) == nonce
        or any(file.filename == sent_name(nonce) for file in message.attachments)
        or any(getattr(part, "id", None) == mark_of(nonce) for part in message.components)
    )


def found_in(message: discord.Message) -> Found:
    """What a message of ours asks."""
    presses = [
        parse(part.custom_id or "")
        for part in _within(message.components)
        if isinstance(part, discord.Button)
    ]
    requests = frozenset(press.code for press in presses if press and press.kind == "let")
    return Found(message, _asked_by(message), requests)


def _within(parts: Sequence[discord.Component]) -> Iterator[discord.Component]:
    """All components, those within others too."""
    for part in parts:
        yield part
        if isinstance(part, discord.Container | discord.ActionRow):
            yield from _within(part.children)


def _asked_by(message: discord.Message) -> int | None:
    """Whom a board asks: its heading begins with the mention. A lobby's begins with its title."""
    for part in message.components:
        if isinstance(part, discord.Container):
            heading = part.children[0]
            if isinstance(heading, discord.TextDisplay):
                asked = _MENTION.search(heading.content)
                return int(asked[1]) if asked else None
    return None


async def retire(channel: discord.PartialMessageable, message_id: int) -> None:
    """Take a replaced message off the table: deleted, or without buttons if somebody replied to it.

    Never raises for Discord's sake: the message is history, and a press on it is refused anyway.
    """
    old, answered, looked = None, False, False
    try:
        old, answered = await _look(channel, message_id)
        looked = True
        if old is not None and answered:
            await old.edit(view=_without_buttons(old), allowed_mentions=NONE)
        else:
            # Not found is not gone: it may be that the bot may not read it. Deleting it may.
            await channel.get_partial_message(message_id).delete()
    except REST_ERRORS as error:
        if looked and code_of(error) == Code.UNKNOWN_MESSAGE and not answered:
            return
        log.info("message %d is tidied up otherwise: %s", message_id, error)
        await _retire_otherwise(channel, message_id, None if answered else old)


async def _retire_otherwise(
    channel: discord.PartialMessageable, message_id: int, old: discord.Message | None
) -> None:
    """The other way: without buttons what was to be deleted, deleted what was to be kept."""
    try:
        if old is not None:
            await old.edit(view=_without_buttons(old), allowed_mentions=NONE)
        else:
            await channel.get_partial_message(message_id).delete()
    except REST_ERRORS as error:
        if code_of(error) != Code.UNKNOWN_MESSAGE:
            log.warning("message %d stays as it is: %s", message_id, error)


async def _look(
    channel: discord.PartialMessageable, message_id: int
) -> tuple[discord.Message | None, bool]:
    """The message (None if it is gone, or not to be read) and whether it has replies or a thread.

    One request for both: the message and what came after it. With more than a page of that the
    rest is not read: better a message too many than somebody's answer without its question.
    """
    old: discord.Message | None = None
    count = 0
    answered = False
    before = discord.Object(message_id - 1)
    async for message in channel.history(limit=100, after=before, oldest_first=True):
        count += 1
        if message.id == message_id:
            old = message
            answered = answered or message.flags.has_thread
        reference = message.reference
        answered = answered or (reference is not None and reference.message_id == message_id)
    return old, answered or count == 100


def _without_buttons(old: discord.Message) -> ui.LayoutView:
    """What a message shows, without its buttons; its pictures stay the attached ones (F19)."""
    return build(*(item for part in old.components for item in _kept(part, old)))


def _kept(part: discord.Component, old: discord.Message) -> list[ui.Item[ui.LayoutView]]:
    match part:
        case discord.TextDisplay():
            return [ui.TextDisplay(part.content)]
        case discord.MediaGalleryComponent():
            names = {file.url: file.filename for file in old.attachments}
            gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
            for item in part.items:
                name = names.get(item.media.url)
                if name is None and len(old.attachments) == 1:
                    name = old.attachments[0].filename
                if name is not None:
                    gallery.add_item(media=f"attachment://{name}", description=item.description)
            return [gallery] if gallery.items else []
        case discord.Container():
            inner = [item for child in part.children for item in _kept(child, old)]
            return [ui.Container(*inner, accent_colour=part.accent_colour)] if inner else []
        case _:
            return []
