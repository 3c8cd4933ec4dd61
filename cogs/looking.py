"""Commands to look at a game: since one's turn, as text, played again."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.subject import Subject, localised
from cogs.ui.answers import Answer, respond
from cogs.ui.place import game_seen

WHOLE, SINCE, STEPS = "whole", "since", "steps"
WAYS = [Choice(name=localised(f"film.{way}"), value=way) for way in (WHOLE, SINCE, STEPS)]


class Looking(Subject):
    """``/parchis since``, ``text`` and ``replay``: of games that are over, too."""

    @app_commands.command(
        name=localised("cmd.since.name"), description=localised("cmd.since.description")
    )
    @app_commands.rename(game=localised("cmd.since.game.name"))
    @app_commands.describe(game=localised("cmd.since.game.description"))
    @app_commands.autocomplete(game=Subject.codes_with_finished)
    async def since(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Show what has happened since the person's own turn."""

        async def work(locale: str) -> Answer:
            meant = await game_seen(self.games, interaction, game, locale)
            return await self.studio.since(meant, interaction.user.id, locale)

        await respond(interaction, work, thinking=True)

    @app_commands.command(
        name=localised("cmd.text.name"), description=localised("cmd.text.description")
    )
    @app_commands.rename(game=localised("cmd.text.game.name"))
    @app_commands.describe(game=localised("cmd.text.game.description"))
    @app_commands.autocomplete(game=Subject.codes_with_finished)
    async def text(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Tell the position in words."""

        async def work(locale: str) -> Answer:
            meant = await game_seen(self.games, interaction, game, locale)
            return await self.studio.words(meant, interaction.user.id, locale)

        await respond(interaction, work, thinking=True)

    @app_commands.command(
        name=localised("cmd.replay.name"), description=localised("cmd.replay.description")
    )
    @app_commands.rename(
        game=localised("cmd.replay.game.name"), what=localised("cmd.replay.what.name")
    )
    @app_commands.describe(
        game=localised("cmd.replay.game.description"),
        what=localised("cmd.replay.what.description"),
    )
    @app_commands.choices(what=WAYS)
    @app_commands.autocomplete(game=Subject.codes_with_finished)
    async def replay(
        self, interaction: discord.Interaction, game: str | None = None, what: str = WHOLE
    ) -> None:
        """Play a game again, as an animation or picture by picture."""

        async def work(locale: str) -> Answer:
            meant = await game_seen(self.games, interaction, game, locale)
            if what == STEPS:
                return await self.studio.steps(meant, locale)
            return await self.studio.film(interaction, meant, locale, whole=what == WHOLE)

        await respond(interaction, work, thinking=True)
