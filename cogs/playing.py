"""Commands for games that are under way: find them, bring their board down, leave them."""

from contextlib import suppress

import discord
from discord import app_commands

from bot.games.model import RUNNING, Game
from bot.i18n import text
from cogs.subject import Subject, localised
from cogs.ui import private
from cogs.ui.answers import Answer, respond
from cogs.ui.parts import link
from cogs.ui.place import game_meant, place_of
from cogs.ui.rest import NoPlace


class Playing(Subject):
    """``/parchis board``, ``games`` and ``leave``."""

    @app_commands.command(
        name=localised("cmd.board.name"), description=localised("cmd.board.description")
    )
    @app_commands.rename(game=localised("cmd.board.game.name"))
    @app_commands.describe(game=localised("cmd.board.game.description"))
    @app_commands.autocomplete(game=Subject.codes)
    async def board(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Show a game's board anew at the end of its channel."""

        async def work(locale: str) -> Answer:
            meant = await game_meant(self.games, interaction, game, locale, mine=False)
            here = meant.channel_id == interaction.channel_id
            if here or meant.player(interaction.user.id) is not None:
                meant = await self._brought_down(interaction, meant)
            # For others, what people do in another channel is only to be looked at.
            if meant.channel_id == interaction.channel_id:
                return None
            where = link(meant.guild_id, meant.channel_id, meant.message_id)
            return text(locale, "answer.board", link=where)

        await respond(interaction, work, thinking=True)

    async def _brought_down(self, interaction: discord.Interaction, game: Game) -> Game:
        """The game with a fresh board: in its channel, or here if that one has been deleted."""
        if interaction.guild_id != game.guild_id:  # out of its server no game is moved
            return await self.publisher.publish(game.id, fresh=True)
        return await self.publisher.bring(game, lambda: place_of(interaction))

    @app_commands.command(
        name=localised("cmd.games.name"), description=localised("cmd.games.description")
    )
    async def games_of_mine(self, interaction: discord.Interaction) -> None:
        """List the person's open games, with links to their boards."""

        async def work(locale: str) -> Answer:
            mine = await self.games.of_person(interaction.user.id)
            gone = await self.publisher.without_channel(mine[: private.LISTED])
            return private.my_games(locale, interaction.user.id, mine, gone)

        await respond(interaction, work, thinking=True)

    @app_commands.command(
        name=localised("cmd.leave.name"), description=localised("cmd.leave.description")
    )
    @app_commands.rename(game=localised("cmd.leave.game.name"))
    @app_commands.describe(game=localised("cmd.leave.game.description"))
    @app_commands.autocomplete(game=Subject.own_codes)
    async def leave(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Give up a place in a lobby; in a running game, ask first."""

        async def work(locale: str) -> Answer:
            meant = await game_meant(self.games, interaction, game, locale, mine=True)
            if meant.status in RUNNING:
                return private.confirm_leaving(locale, meant)
            await self.games.leave(meant.id, interaction.user.id)
            with suppress(NoPlace):
                await self.publisher.publish(meant.id)
            return text(locale, "answer.left", code=meant.code)

        await respond(interaction, work, thinking=True)
