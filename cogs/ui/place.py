"""Where a command was given, and which game it means."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.games.attendance import sitting
from bot.games.errors import UserError
from bot.games.model import RUNNING, Game, Person
from bot.games.service import Games
from bot.i18n import locale_of, text
from cogs.ui.permissions import MissingPermissions, kind_of, lacking


@dataclass(frozen=True, slots=True)
class Place:
    """A channel in which a game can be shown, and the language that is spoken there."""

    guild_id: int
    channel_id: int
    locale: str


def place_of(interaction: discord.Interaction) -> Place:
    """The channel of a command, if a game can be shown there.

    Raises:
        UserError: ``dm_only_server``, or ``channel_kind`` where no messages are.
        MissingPermissions: The bot is not granted what it takes.
    """
    if interaction.guild_id is None:
        raise UserError("dm_only_server")
    channel = interaction.channel
    if not isinstance(
        channel,
        discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel,
    ):
        raise UserError("channel_kind")
    if missing := lacking(interaction.app_permissions, kind_of(channel)):
        raise MissingPermissions(missing)
    spoken = interaction.guild_locale or interaction.locale
    return Place(interaction.guild_id, channel.id, locale_of(spoken.value))


def moderates(interaction: discord.Interaction) -> bool:
    """Whether whoever acts may tidy up the channel: they may then end games in it too."""
    return interaction.permissions.manage_messages


def person(user: discord.User | discord.Member) -> Person:
    """A user as the games know one."""
    return Person(user.id, user.display_name)


async def game_meant(
    games: Games, interaction: discord.Interaction, code: str | None, locale: str, *, mine: bool
) -> Game:
    """The game that a command means: by its code, or the only one that it can be.

    Args:
        games: The games.
        interaction: The command.
        code: What was given as the code, if anything.
        locale: The reader's language.
        mine: Whether only games count in which the person has a place.

    Raises:
        UserError: ``no_game``, ``no_game_here`` or ``which_game``, with what to do; with ``mine``
            also ``not_in_game`` or ``left_game``.
    """
    own = await games.of_person(interaction.user.id)
    if code is not None:
        return await _named(games, interaction, code, own, mine=mine)
    here = await games.of_channel(interaction.channel_id or 0)
    # The nearest first: mine in this channel, any in this channel, mine anywhere.
    for candidates in (
        [game for game in own if game.channel_id == interaction.channel_id],
        [] if mine else here,
        own,
    ):
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise UserError("which_game", codes=", ".join(game.code for game in candidates))
    raise UserError("no_game_here", command=command(locale))


async def game_seen(
    games: Games, interaction: discord.Interaction, code: str | None, locale: str
) -> Game:
    """The game that somebody means to look at: an open one, or one of their own that is over.

    By its code, or the nearest: open in this channel, over in this channel, open elsewhere, over.

    Raises:
        UserError: ``no_game``, ``no_game_here`` or ``which_game``, with what to do.
    """
    over = await games.finished_of_person(interaction.user.id)
    if code is not None:
        # A code is given again once its game is over: those that are open count first.
        here = await games.of_channel(interaction.channel_id or 0)
        own = await games.of_person(interaction.user.id)
        return await _named(games, interaction, code, [*here, *own, *over], mine=False)
    over_here = [game for game in over if game.channel_id == interaction.channel_id]
    if over_here and not await games.of_channel(over_here[0].channel_id):
        return over_here[0]
    try:
        return await game_meant(games, interaction, None, locale, mine=False)
    except UserError as error:
        if error.key != "no_game_here" or not over:
            raise
    return over[0]


async def _named(
    games: Games, interaction: discord.Interaction, code: str, near: Sequence[Game], *, mine: bool
) -> Game:
    """The game of that code: of those near, which may be in another server, or in this server."""
    named = [game for game in near if game.code == code.strip().upper()]
    # A code is given once in a server only.
    named.sort(key=lambda game: game.guild_id != interaction.guild_id)
    if named:
        return named[0]
    if interaction.guild_id is None:
        raise UserError("no_game")
    found = await games.find(code=code, guild_id=interaction.guild_id)
    if not _can_see(interaction, found):
        raise UserError("no_game")
    if mine and found.status in RUNNING:
        sitting(found, interaction.user.id)
    return found


def _can_see(interaction: discord.Interaction, game: Game) -> bool:
    """Whether somebody may know of a game that they do not play: it may be in a secret channel."""
    if game.channel_id == interaction.channel_id:
        return True
    channel = interaction.client.get_channel(game.channel_id)
    if not isinstance(interaction.user, discord.Member):
        return False
    if isinstance(channel, discord.Thread):
        # Who is in a private one is not known.
        public = channel.parent is not None and not channel.is_private()
        return public and channel.permissions_for(interaction.user).view_channel
    if isinstance(channel, discord.abc.GuildChannel):
        return channel.permissions_for(interaction.user).view_channel
    return False


def command(locale: str, name: str = "new") -> str:
    """How the reader gives a command: in their own language."""
    return f"`/parchis {text(locale, f'cmd.{name}.name')}`"
