"""The command ``/parchis``: open a game, find it, leave it, read its rules."""

from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import Range, locale_str
from discord.ext import commands

from bot.games.errors import UserError
from bot.games.model import Status
from bot.i18n import text
from bot.rules import PARCHIS
from cogs.services import Services
from cogs.ui import private
from cogs.ui.answers import Answer, respond
from cogs.ui.parts import link
from cogs.ui.place import game_meant, person, place_of

User = discord.User  # a member too: whom one invites need not be in the cache


def localised(key: str) -> locale_str:
    """A name or description in English, which the tree translates by its key."""
    return locale_str(text("en", key), key=key)


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class Parchis(
    commands.GroupCog,
    group_name="parchis",
    group_description=localised("cmd.parchis.description"),
):
    """Each command acknowledges, does one thing by the services, and answers in private."""

    def __init__(self, services: Services) -> None:
        self.games = services.games
        self.publisher = services.publisher

    @app_commands.command(
        name=localised("cmd.new.name"), description=localised("cmd.new.description")
    )
    @app_commands.rename(
        quick=localised("cmd.new.quick.name"),
        teams=localised("cmd.new.teams.name"),
        players=localised("cmd.new.players.name"),
        with1=localised("cmd.new.with.name"),
        with2=localised("cmd.new.with2.name"),
        with3=localised("cmd.new.with3.name"),
    )
    @app_commands.describe(
        quick=localised("cmd.new.quick.description"),
        teams=localised("cmd.new.teams.description"),
        players=localised("cmd.new.players.description"),
        with1=localised("cmd.new.with.description"),
        with2=localised("cmd.new.with2.description"),
        with3=localised("cmd.new.with3.description"),
    )
    async def new(
        self,
        interaction: discord.Interaction,
        quick: bool = False,
        teams: bool = False,
        players: Range[int, 2, 4] = 4,
        with1: User | None = None,
        with2: User | None = None,
        with3: User | None = None,
    ) -> None:
        """Open a lobby in this channel; whoever is invited is called once."""

        async def work(_locale: str) -> Answer:
            place = place_of(interaction)
            guests = [user for user in (with1, with2, with3) if user is not None]
            if any(user.bot for user in guests):
                raise UserError("invite_bot")
            game = await self.games.open(
                person(interaction.user),
                guild_id=place.guild_id,
                channel_id=place.channel_id,
                locale=place.locale,
                rules=replace(PARCHIS, quick=quick, teams=teams),
                max_players=players,
                invited=[person(user) for user in guests],
            )
            await self.publisher.publish(game.id)
            return None

        await respond(interaction, work, thinking=True)

    @app_commands.command(
        name=localised("cmd.board.name"), description=localised("cmd.board.description")
    )
    @app_commands.rename(game=localised("cmd.board.game.name"))
    @app_commands.describe(game=localised("cmd.board.game.description"))
    async def board(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Show a game's board anew at the end of its channel."""

        async def work(locale: str) -> Answer:
            meant = await game_meant(self.games, interaction, game, locale, mine=False)
            shown = await self.publisher.publish(meant.id, fresh=True)
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
    async def leave(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Give up a place in a lobby; in a running game, ask first."""

        async def work(locale: str) -> Answer:
            meant = await game_meant(self.games, interaction, game, locale, mine=True)
            if meant.status is Status.PLAYING:
                return private.confirm_leaving(locale, meant)
            await self.games.leave(meant.id, interaction.user.id)
            await self.publisher.publish(meant.id)
            return text(locale, "answer.left", code=meant.code)

        await respond(interaction, work, thinking=True)

    @app_commands.command(
        name=localised("cmd.rules.name"), description=localised("cmd.rules.description")
    )
    async def rules(self, interaction: discord.Interaction) -> None:
        """Show the rules, one section at a time."""

        async def work(locale: str) -> Answer:
            return private.rules_page(locale, PARCHIS)

        await respond(interaction, work, thinking=True)

    @board.autocomplete("game")
    @leave.autocomplete("game")
    async def codes(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """Offer the codes of one's own games and of this channel's."""
        mine = await self.games.of_person(interaction.user.id)
        here = await self.games.of_channel(interaction.channel_id or 0)
        found = {game.code: game for game in (*mine, *here) if typed.upper() in game.code}
        return [
            app_commands.Choice(name=private.in_short(game), value=code)
            for code, game in list(found.items())[:25]
        ]


async def setup(bot: commands.Bot) -> None:
    """Load the cog; the bot carries the services."""
    services: Services = bot.services  # pyright: ignore[reportAttributeAccessIssue]
    await bot.add_cog(Parchis(services))
