"""The command for what is one's own in all games."""

import discord
from discord import app_commands

from cogs.subject import Subject, localised
from cogs.ui.answers import Answer, respond
from cogs.ui.me_page import me_page


class Personal(Subject):
    """``/parchis me``."""

    @app_commands.command(
        name=localised("cmd.me.name"), description=localised("cmd.me.description")
    )
    async def me(self, interaction: discord.Interaction) -> None:
        """Show what somebody has set as their own, with the buttons to change it."""

        async def work(locale: str) -> Answer:
            return me_page(locale, await self.games.settings(interaction.user.id))

        await respond(interaction, work, thinking=True)
