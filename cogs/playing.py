"""Commands for games that are under way: find them, bring their board down, leave them."""

import discord
from discord import app_commands

from bot.games.model import RUNNING
from bot.i18n import text
from cogs.subject import Subject, localised
from cogs.ui import private
from cogs.ui.answers import Answer, respond
from cogs.ui.parts import link
from cogs.ui.place import game_meant, place_of


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
            shown = await self.publisher.bring(meant, lambda: place_of(interaction))
            if shown.channel_id == interaction.channel_id:
                return None
            where = link(shown.guild_id, shown.channel_id, shown.message_id)
            return text(locale, "answer.board", link=where)

        await respond(interaction, work, thinking=True)

    @app_commands.command(
        name=localised("cmd.games.name"), description=localised("cmd.games.description")
    )
    async def games_of_mine(self, interaction: discord.Interaction) -> None:
        """List the person's open games, with links to their boards."""

        async def work(locale: str) -> Answer:
            mine = await self.games.of_person(interaction.user.id)
            return private.my_games(locale, interaction.user.id, mine)

        await respond(interaction, work, thinking=True)

    @app_commands.command(
        name=localised("cmd.leave.name"), description=localised("cmd.leave.description")
    )
    @app_commands.rename(game=localised("cmd.leave.game.name"))
    @app_commands.describe(game=localised("cmd.leave.game.description"))
    @app_commands.autocomplete(game=Subject.codes)
    async def leave(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Give up a place in a lobby; in a running game, ask first."""

        async def work(locale: str) -> Answer:
            meant = await game_meant(self.games, interaction, game, locale, mine=True)
            if meant.status in RUNNING:
                return private.confirm_leaving(locale, meant)
            await self.games.leave(meant.id, interaction.user.id)
            await self.publisher.publish(meant.id)
            return text(locale, "answer.left", code=meant.code)

        await respond(interaction, work, thinking=True)
