"""The command ``/parchis``, put together from its subjects."""

from discord import app_commands
from discord.ext import commands

from cogs.lobbies import Lobbies
from cogs.looking import Looking
from cogs.personal import Personal
from cogs.playing import Playing
from cogs.reading import Reading
from cogs.services import HasServices
from cogs.staying import Staying
from cogs.subject import localised


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class Parchis(
    Lobbies,
    Playing,
    Staying,
    Personal,
    Looking,
    Reading,
    commands.GroupCog,
    group_name="parchis",
    group_description=localised("cmd.parchis.description"),
):
    """All subjects in one group: Discord shows them as ``/parchis …``."""


async def setup(bot: commands.Bot) -> None:
    """Load the cog; the bot carries the services."""
    assert isinstance(bot, HasServices)  # noqa: S101 - the composition root loads it
    await bot.add_cog(Parchis(bot.services))
