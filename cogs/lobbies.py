"""Commands that open a game."""

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.games.errors import UserError
from bot.rules import RULESETS
from cogs.subject import Subject, localised
from cogs.ui.answers import Answer, respond
from cogs.ui.place import person, place_of
from cogs.ui.wishes import rules_wished

User = discord.User  # a member too: whom one invites need not be in the cache

RULES = [Choice(name=localised(f"ruleset.{name}"), value=name) for name in RULESETS]


class Lobbies(Subject):
    """``/parchis new``."""

    @app_commands.command(
        name=localised("cmd.new.name"), description=localised("cmd.new.description")
    )
    @app_commands.rename(
        rules=localised("cmd.new.rules.name"),
        quick=localised("cmd.new.quick.name"),
        teams=localised("cmd.new.teams.name"),
        walls=localised("cmd.new.walls.name"),
        players=localised("cmd.new.players.name"),
        with1=localised("cmd.new.with.name"),
        with2=localised("cmd.new.with2.name"),
        with3=localised("cmd.new.with3.name"),
    )
    @app_commands.describe(
        rules=localised("cmd.new.rules.description"),
        quick=localised("cmd.new.quick.description"),
        teams=localised("cmd.new.teams.description"),
        walls=localised("cmd.new.walls.description"),
        players=localised("cmd.new.players.description"),
        with1=localised("cmd.new.with.description"),
        with2=localised("cmd.new.with2.description"),
        with3=localised("cmd.new.with3.description"),
    )
    @app_commands.choices(rules=RULES)
    async def new(
        self,
        interaction: discord.Interaction,
        rules: str = "parchis",
        quick: bool = False,
        teams: bool = False,
        walls: bool = False,
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
                rules=rules_wished(rules, quick=quick, teams=teams, walls=walls),
                max_players=players,
                invited=[person(user) for user in guests],
            )
            await self.publisher.publish(game.id)
            return None

        await respond(interaction, work, thinking=True)
