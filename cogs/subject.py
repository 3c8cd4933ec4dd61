"""What the commands of all subjects share: their services, names in every language, the codes."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.games.model import Game
from bot.i18n import text
from cogs.services import Services
from cogs.ui.answers import reader_locale
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
        self.studio = services.studio

    async def codes(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """The codes of one's own games and of this channel's, to choose from."""
        return _offered(await self._open(interaction), typed, reader_locale(interaction))

    async def codes_with_finished(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """As ``codes``, and then those of one's games that are over."""
        over = await self.games.finished_of_person(interaction.user.id)
        games = [*await self._open(interaction), *over]
        return _offered(games, typed, reader_locale(interaction))

    async def own_codes(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """The codes of one's own games, to choose from."""
        mine = await self.games.of_person(interaction.user.id)
        return _offered(mine, typed, reader_locale(interaction))

    async def _open(self, interaction: discord.Interaction) -> list[Game]:
        mine = await self.games.of_person(interaction.user.id)
        return [*mine, *await self.games.of_channel(interaction.channel_id or 0)]


def _offered(games: Sequence[Game], typed: str, locale: str) -> list[app_commands.Choice[str]]:
    # A code is given again once its game is over: the first one, which is open, counts.
    found: dict[str, Game] = {}
    for game in games:
        if typed.upper() in game.code:
            found.setdefault(game.code, game)
    return [
        app_commands.Choice(name=in_short(locale, game), value=code)
        for code, game in list(found.items())[:OFFERED]
    ]
