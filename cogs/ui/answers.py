"""Private answers: acknowledge first, then exactly one answer, in the reader's own language."""

import io
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum

import discord

from bot.games.errors import UserError
from bot.games.naming import Name, told
from bot.i18n import locale_of, text
from cogs.ui.parts import shown_name
from cogs.ui.permissions import MissingPermissions
from cogs.ui.place import command
from cogs.ui.rest import NONE, REST_ERRORS, Code, NoPlace, code_of

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that belongs to an answer."""

    filename: str
    data: bytes

    def file(self) -> discord.File:
        """To be sent once."""
        return discord.File(io.BytesIO(self.data), filename=self.filename)


@dataclass(frozen=True, slots=True)
class Instead:
    """An answer that takes the place of the private message whose button was pressed.

    Of a command's answer, that of the placeholder or of what has been put there meanwhile.
    """

    view: discord.ui.LayoutView
    attachment: Attachment | None = None


@dataclass(frozen=True, slots=True)
class Pictured:
    """An answer whose view shows the file that comes with it."""

    view: discord.ui.LayoutView
    attachment: Attachment


@dataclass(frozen=True, slots=True)
class Attached:
    """An answer with a file."""

    words: str
    attachment: Attachment


Answer = str | discord.ui.LayoutView | Instead | Pictured | Attached | None
"""What work hands back: a private text, view or file, or nothing when the board shows it."""

Work = Callable[[str], Awaitable[Answer]]
"""What a press or a command does; it is given the reader's language."""


class _Ack(Enum):
    OURS = "ours"
    EXPIRED = "expired"
    """Too late to answer; what was asked for is done all the same."""
    TAKEN = "taken"
    """Another process has this interaction."""


def reader_locale(interaction: discord.Interaction) -> str:
    """The catalog's language for whoever clicked."""
    return locale_of(interaction.locale.value)


async def respond(interaction: discord.Interaction, work: Work, *, thinking: bool) -> None:
    """Acknowledge, do the work, and answer exactly once: the one error boundary of all input.

    Args:
        interaction: The press or the command.
        work: Does it, and hands back the private answer.
        thinking: A command shows a private placeholder that has to become an answer; a press
            shows nothing.

    Raises nothing but cancellation: refusals become answers, and what is unexpected is logged
    under a reference that the reader is given too.
    """
    ack = await _acknowledge(interaction, thinking=thinking)
    if ack is _Ack.TAKEN:
        return
    locale = reader_locale(interaction)
    try:
        answer = await work(locale)
    except Exception as error:  # the boundary: nothing may get past it unanswered
        answer = explain(error, locale)
    if ack is _Ack.OURS:
        await _deliver(interaction, answer, thinking=thinking)


async def ask(interaction: discord.Interaction, form: discord.ui.Modal) -> None:
    """Open a form over Discord: it is the first and only answer. Raises nothing but cancellation.

    One that does not open can be asked for again: nothing has been done.
    """
    try:
        await interaction.response.send_modal(form)
    except (discord.InteractionResponded, *REST_ERRORS) as error:
        log.warning("a form did not open: %s", error)


def explain(error: Exception, locale: str) -> str:
    """The sentence for whoever met an error; what is not expected is logged under a reference."""
    match error:
        case MissingPermissions(permissions=permissions):
            names = ", ".join(text(locale, f"permission.{name}") for name in permissions)
            return text(locale, "error.missing_permission", permissions=names)
        case NoPlace(key="thread_locked"):
            return text(locale, "error.thread_locked", command=command(locale, "board"))
        case NoPlace():
            return text(locale, "error.channel_gone", command=command(locale, "board"))
        case UserError():
            params = {
                key: shown_name(told(locale, value))
                if key == "name" and isinstance(value, Name)
                else value
                for key, value in error.params.items()
            }
            return text(locale, f"error.{error.key}", **params)
        case _:
            reference = secrets.token_hex(3)
            log.error("reference %s: %s", reference, error, exc_info=error)
            return text(locale, "error.unexpected", reference=reference)


async def _acknowledge(interaction: discord.Interaction, *, thinking: bool) -> _Ack:
    try:
        if thinking:
            await interaction.response.defer(ephemeral=True, thinking=True)
        else:
            await interaction.response.defer()
    except discord.InteractionResponded:
        return _Ack.TAKEN
    except REST_ERRORS as error:
        code = code_of(error)
        if code == Code.ALREADY_ACKNOWLEDGED:
            return _Ack.TAKEN
        if code != Code.UNKNOWN_INTERACTION:
            log.warning("an acknowledgement did not get through: %s", error)
        return _Ack.EXPIRED
    return _Ack.OURS


async def _deliver(interaction: discord.Interaction, answer: Answer, *, thinking: bool) -> None:
    try:
        match answer:
            case None if thinking:
                await interaction.delete_original_response()
            case None:
                pass
            case str():
                await interaction.followup.send(answer, ephemeral=True, allowed_mentions=NONE)
            case Instead(view, attachment):
                await interaction.edit_original_response(
                    view=view,
                    attachments=[] if attachment is None else [attachment.file()],
                    allowed_mentions=NONE,
                )
            case Pictured(view, attachment):
                await interaction.followup.send(
                    view=view, file=attachment.file(), ephemeral=True, allowed_mentions=NONE
                )
            case Attached(words, attachment):
                await interaction.followup.send(
                    words, file=attachment.file(), ephemeral=True, allowed_mentions=NONE
                )
            case view:
                await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NONE)
    except REST_ERRORS as error:
        log.info("a private answer goes another way: %s", error)
        await _deliver_otherwise(interaction, answer, thinking=thinking)


async def _deliver_otherwise(
    interaction: discord.Interaction, answer: Answer, *, thinking: bool
) -> None:
    """In words, by the other of the two calls that there are, if there is one.

    What a command says stands in its placeholder as well; what was to take the place of a message
    is followed by a note. A press has nowhere else to be answered.
    """
    locale = reader_locale(interaction)
    words = answer if isinstance(answer, str) else text(locale, "error.undelivered")
    try:
        match answer:
            case Instead():
                await interaction.followup.send(words, ephemeral=True, allowed_mentions=NONE)
            case None:
                done = text(locale, "answer.done")
                await interaction.edit_original_response(content=done, allowed_mentions=NONE)
            case _ if thinking:
                await interaction.edit_original_response(content=words, allowed_mentions=NONE)
            case _:
                log.warning("a press was not answered: Discord did not take it")
    except REST_ERRORS as error:
        # The token may have run out, or Discord be down; what was asked for is done.
        log.warning("a private answer was not delivered: %s", error)
