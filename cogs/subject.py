"""What the commands of all subjects share: their services, names in every language, the codes."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.i18n import text
from cogs.services import Services
from cogs.ui.private import in_short

OFFERED = 25
"""Values that Discord offers at most."""


def localised(key: str) -> locale_str:
    """A name or description in English, which the tree translates by its key."""
    return locale_str(text("en", key), key=key)


class Subject(commands.Cog):
    """Commands about one thing. Each acknowledges, does that by the services, answers privately.

    The subjects are parts of the one group ``/parchis``.
    """

    def __init__(self, services: Services) -> None:
        self.games = services.games
        self.publisher = services.publisher

    async def codes(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """The codes of one's own games and of this channel's, to choose from."""
        mine = await self.games.of_person(interaction.user.id)
        here = await self.games.of_channel(interaction.channel_id or 0)
        found = {game.code: game for game in (*mine, *here) if typed.upper() in game.code}
        return [
            app_commands.Choice(name=in_short(game), value=code)
            for code, game in list(found.items())[:OFFERED]
        ]
