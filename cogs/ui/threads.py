"""A thread of a game's own."""

import logging

import discord

from bot.games.errors import UserError
from bot.games.model import Game, Person
from bot.games.service import Games
from bot.i18n.names import plain_name
from cogs.ui.permissions import THREAD, MissingPermissions
from cogs.ui.place import Place
from cogs.ui.rest import REST_ERRORS, Code, code_of
from cogs.ui.wishes import Wish, open_game

log = logging.getLogger(__name__)

WEEK = 7 * 24 * 60
"""Minutes without a message after which Discord archives the thread: the longest there is."""
NAME_LIMIT = 100


def threadable(interaction: discord.Interaction) -> discord.TextChannel:
    """The channel of a command, if a thread can be opened in it.

    Raises:
        UserError: ``thread_kind``: not in a text channel.
        MissingPermissions: The bot may not open threads, or not write in them.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        raise UserError("thread_kind")
    granted = interaction.app_permissions
    if missing := tuple(name for name in THREAD if not getattr(granted, name)):
        raise MissingPermissions(missing)
    return channel


async def open_in_thread(
    games: Games, channel: discord.TextChannel, place: Place, wish: Wish
) -> Game:
    """A new lobby in a new thread of a channel; where there is no lobby, there is no thread.

    Raises:
        MissingPermissions: Discord refuses the thread.
        UserError: ``unshown``, or as ``Games.open`` says.
    """
    thread = await open_thread(channel, wish.host)
    try:
        there = Place(place.guild_id, thread.id, place.locale)
        return await open_game(games, there, wish, thread=True)
    except BaseException:
        await drop_thread(thread)
        raise


async def open_thread(channel: discord.TextChannel, host: Person) -> discord.Thread:
    """A new public thread that anybody may join.

    Raises:
        MissingPermissions: Discord refuses it.
        UserError: ``unshown``: Discord does not do it now.
    """
    try:
        return await channel.create_thread(
            name=f"Parchís · {plain_name(host.name)}"[:NAME_LIMIT],
            type=discord.ChannelType.public_thread,
            auto_archive_duration=WEEK,
        )
    except REST_ERRORS as error:
        if code_of(error) in (Code.MISSING_ACCESS, Code.MISSING_PERMISSIONS):
            raise MissingPermissions(THREAD) from error
        log.warning("no thread could be opened: %s", error)
        raise UserError("unshown") from error


async def drop_thread(thread: discord.Thread) -> None:
    """Take away a thread in which there is no game after all. Never raises for Discord's sake."""
    try:
        await thread.delete()
    except REST_ERRORS as error:
        log.info("an empty thread stays: %s", error)
