"""Reminders: one message that mentions one person, about all the games that wait for them."""

import logging
import secrets
from dataclasses import replace

import discord
from discord import ui

from bot.games.model import Game, Reminder
from bot.games.service import Games
from bot.i18n import text
from cogs.ui.ids import press_id
from cogs.ui.lengths import in_time
from cogs.ui.parts import button, link, message
from cogs.ui.place import command
from cogs.ui.rest import REST_ERRORS, Code, code_of

log = logging.getLogger(__name__)

UNKNOWN_MEMBER = 10007
LISTED = 20


class Reminders:
    """Sends reminders, by the channel's route. Where each one stands is kept in the database."""

    def __init__(self, client: discord.Client, games: Games) -> None:
        self._client = client
        self._games = games

    async def send(self, reminder: Reminder) -> None:
        """Remind somebody in the channel of the most urgent game, unless they have left its server.

        The earlier one goes. Never raises for Discord's sake: a reminder that cannot
        be sent is not sent again, and the board goes on asking (F33).
        """
        try:
            for guild_id in {game.guild_id for game in reminder.games}:
                if not await self._is_here(guild_id, reminder.user_id):
                    log.info("user %d has left server %d", reminder.user_id, guild_id)
                    rest = tuple(game for game in reminder.games if game.guild_id != guild_id)
                    reminder = replace(reminder, games=rest)
            if not reminder.games:
                return
            urgent = reminder.games[0]
            channel = self._client.get_partial_messageable(
                urgent.channel_id, guild_id=urgent.guild_id
            )
            sent = await channel.send(
                view=reminder_message(reminder),
                allowed_mentions=discord.AllowedMentions(
                    everyone=False, roles=False, users=[discord.Object(reminder.user_id)]
                ),
                nonce=f"r{reminder.user_id}.{secrets.token_hex(2)}",
            )
        except REST_ERRORS as error:
            log.warning("user %d cannot be reminded: %s", reminder.user_id, error)
            return
        earlier = await self._games.reminded(reminder.user_id, urgent.channel_id, sent.id)
        if earlier is not None:
            await self._drop(*earlier)

    async def _is_here(self, guild_id: int, user_id: int) -> bool:
        """Whether somebody is in the server: a mention of who left is accepted in silence."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return True
        try:
            await guild.fetch_member(user_id)
        except discord.NotFound as error:
            return error.code != UNKNOWN_MEMBER
        except REST_ERRORS as error:  # then it is better to remind in vain than not at all
            log.info("whether user %d is in the server is not known: %s", user_id, error)
        return True

    async def _drop(self, channel_id: int, message_id: int) -> None:
        # What one has sent oneself can be deleted without being able to read it.
        channel = self._client.get_partial_messageable(channel_id)
        try:
            await channel.get_partial_message(message_id).delete()
        except REST_ERRORS as error:
            if code_of(error) != Code.UNKNOWN_MESSAGE:
                log.info("the earlier reminder stays: %s", error)


def reminder_message(reminder: Reminder) -> ui.LayoutView:
    """The message, in the language of the most urgent game's board.

    The whole channel reads it, so games of other servers are only counted.
    """
    urgent = reminder.games[0]
    key = "reminder.last" if reminder.last else "reminder.title"
    here = [game for game in reminder.games if game.guild_id == urgent.guild_id]
    lines = [
        text(urgent.locale, key, name=f"<@{reminder.user_id}>"),
        *(_line(urgent.locale, game) for game in here[:LISTED]),
    ]
    if elsewhere := len(reminder.games) - len(here):
        lines.append(
            text(
                urgent.locale,
                "reminder.elsewhere",
                count=elsewhere,
                command=command(urgent.locale, "games"),
            )
        )
    mute = press_id("mute", urgent.id, urgent.ply, "now")
    return message(
        ui.TextDisplay("\n".join(lines)),
        ui.ActionRow(button(mute, text(urgent.locale, "button.mute"))),
    )


def _line(locale: str, game: Game) -> str:
    where = link(game.guild_id, game.channel_id, game.message_id)
    when = "" if game.deadline is None else in_time(game.deadline)
    return text(locale, "reminder.line", code=game.code, when=when, link=where)
