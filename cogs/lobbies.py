"""Commands that open a game."""

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.games.model import Game, Leaving, Pace
from bot.games.pace import parse_limit
from bot.i18n import text
from bot.rules import RULESETS
from cogs.subject import Subject, localised
from cogs.ui.answers import Answer, explain, respond
from cogs.ui.parts import link
from cogs.ui.permissions import MissingPermissions
from cogs.ui.place import person, place_of
from cogs.ui.threads import drop_thread, open_in_thread, threadable
from cogs.ui.wishes import Wish, guests_of, open_game, rules_wished
from rendering.theme import THEMES

User = discord.User  # a member too: whom one invites need not be in the cache

RULES = [Choice(name=localised(f"ruleset.{name}"), value=name) for name in RULESETS]
LOOKS = [Choice(name=localised(f"theme.{name}"), value=name) for name in THEMES]
PACES = [Choice(name=localised(f"choice.{each.value}"), value=each.value) for each in Pace]
LEAVINGS = [Choice(name=localised(f"choice.{each.value}"), value=each.value) for each in Leaving]
CHANNEL, THREAD = "channel", "thread"
PLACES = [Choice(name=localised(f"choice.{each}"), value=each) for each in (CHANNEL, THREAD)]


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
        pace=localised("cmd.new.pace.name"),
        limit=localised("cmd.new.limit.name"),
        on_leave=localised("cmd.new.on_leave.name"),
        where=localised("cmd.new.where.name"),
        theme=localised("cmd.new.theme.name"),
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
        pace=localised("cmd.new.pace.description"),
        limit=localised("cmd.new.limit.description"),
        on_leave=localised("cmd.new.on_leave.description"),
        where=localised("cmd.new.where.description"),
        theme=localised("cmd.new.theme.description"),
        with1=localised("cmd.new.with.description"),
        with2=localised("cmd.new.with2.description"),
        with3=localised("cmd.new.with3.description"),
    )
    @app_commands.choices(rules=RULES, pace=PACES, on_leave=LEAVINGS, where=PLACES, theme=LOOKS)
    async def new(
        self,
        interaction: discord.Interaction,
        rules: str = "parchis",
        quick: bool = False,
        teams: bool = False,
        walls: bool = False,
        players: Range[int, 2, 4] = 4,
        pace: str = Pace.DAY.value,
        limit: str | None = None,
        on_leave: str = Leaving.COMPUTER.value,
        where: str = CHANNEL,
        theme: str | None = None,
        with1: User | None = None,
        with2: User | None = None,
        with3: User | None = None,
    ) -> None:
        """Open a lobby in this channel, or in a thread; whoever is invited is called once."""

        async def work(locale: str) -> Answer:
            place = place_of(interaction)
            wish = Wish(
                host=person(interaction.user),
                guests=guests_of(with1, with2, with3),
                rules=rules_wished(rules, quick=quick, teams=teams, walls=walls),
                players=players,
                pace=Pace(pace),
                limit=None if limit is None else parse_limit(limit),
                on_leave=Leaving(on_leave),
                theme=theme,
            )
            if where == CHANNEL:
                game = await open_game(self.games, place, wish)
                return await self._refused(interaction, game, locale)
            game = await open_in_thread(self.games, threadable(interaction), place, wish)
            if refused := await self._refused(interaction, game, locale):
                thread = interaction.client.get_channel(game.channel_id)
                if isinstance(thread, discord.Thread):
                    await drop_thread(thread)
                return refused
            return text(
                locale,
                "answer.thread",
                code=game.code,
                link=link(game.guild_id, game.channel_id),
            )

        await respond(interaction, work, thinking=True)

    async def _refused(
        self, interaction: discord.Interaction, game: Game, locale: str
    ) -> str | None:
        """Show a new lobby; if that is not granted, close it and hand back the answer."""
        try:
            await self.publisher.publish(game.id)
        except MissingPermissions as error:
            closed = await self.games.cancel(game.id, interaction.user.id)
            if closed.message_id is None:
                # Nobody has seen it, and nobody is to find it one day as if by magic.
                await self.games.shown(closed, message_id=None, message_at=None, asked_id=None)
            return f"{explain(error, locale)} {text(locale, 'answer.not_opened')}"
        return None
