"""Commands about one's seat in a running game: autopilot, absences, another seat, the end."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.games.model import Autopilot
from bot.i18n import text
from cogs.subject import Subject, localised
from cogs.ui.answers import Answer, respond
from cogs.ui.finish_page import finish_page
from cogs.ui.lengths import in_time
from cogs.ui.place import game_meant, moderates
from cogs.ui.seat_panel import seat_panel, state_of
from cogs.ui.seat_presses import SeatPresses

MODES = [Choice(name=localised(f"choice.{each.value}"), value=each.value) for each in Autopilot]


class Staying(Subject):
    """``/parchis seat``, ``autopilot``, ``away``, ``back`` and ``end``."""

    @app_commands.command(
        name=localised("cmd.seat.name"), description=localised("cmd.seat.description")
    )
    @app_commands.rename(game=localised("cmd.seat.game.name"))
    @app_commands.describe(game=localised("cmd.seat.game.description"))
    @app_commands.autocomplete(game=Subject.codes)
    async def seat(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Show one's seat in a game with all that can be done about it."""

        async def work(locale: str) -> Answer:
            meant = await game_meant(self.games, interaction, game, locale, mine=False)
            return seat_panel(locale, meant, interaction.user.id)

        await respond(interaction, work, thinking=True)

    @app_commands.command(
        name=localised("cmd.autopilot.name"), description=localised("cmd.autopilot.description")
    )
    @app_commands.rename(
        mode=localised("cmd.autopilot.mode.name"), game=localised("cmd.autopilot.game.name")
    )
    @app_commands.describe(
        mode=localised("cmd.autopilot.mode.description"),
        game=localised("cmd.autopilot.game.description"),
    )
    @app_commands.choices(mode=MODES)
    @app_commands.autocomplete(game=Subject.own_codes)
    async def autopilot(
        self, interaction: discord.Interaction, mode: str, game: str | None = None
    ) -> None:
        """Set how much is played for whoever asks."""

        async def work(locale: str) -> Answer:
            meant = await game_meant(self.games, interaction, game, locale, mine=True)
            user_id = interaction.user.id
            after = await self.games.set_autopilot(meant.id, user_id, Autopilot(mode))
            await self.publisher.publish(meant.id)
            player = after.player(user_id)
            told = "" if player is None else state_of(locale, player)
            return text(locale, "answer.autopilot", code=after.code, mode=told)

        await respond(interaction, work, thinking=True)

    @app_commands.command(
        name=localised("cmd.away.name"), description=localised("cmd.away.description")
    )
    @app_commands.rename(
        until=localised("cmd.away.until.name"), game=localised("cmd.away.game.name")
    )
    @app_commands.describe(
        until=localised("cmd.away.until.description"),
        game=localised("cmd.away.game.description"),
    )
    @app_commands.autocomplete(game=Subject.own_codes)
    async def away(
        self, interaction: discord.Interaction, until: str, game: str | None = None
    ) -> None:
        """Let the computer play until a date."""

        async def work(locale: str) -> Answer:
            meant = await game_meant(self.games, interaction, game, locale, mine=True)
            user_id = interaction.user.id
            seats = SeatPresses(self.games, self.publisher)
            after = await seats.away(meant.id, user_id, until)
            await self.publisher.publish(meant.id)
            player = after.player(user_id)
            back = None if player is None else player.away_until
            when = "" if back is None else in_time(back)
            return text(locale, "answer.away", code=after.code, when=when)

        await respond(interaction, work, thinking=True)

    @app_commands.command(
        name=localised("cmd.back.name"), description=localised("cmd.back.description")
    )
    @app_commands.rename(game=localised("cmd.back.game.name"))
    @app_commands.describe(game=localised("cmd.back.game.description"))
    @app_commands.autocomplete(game=Subject.own_codes)
    async def back(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Be asked again."""

        async def work(locale: str) -> Answer:
            meant = await game_meant(self.games, interaction, game, locale, mine=True)
            after = await self.games.back(meant.id, interaction.user.id)
            await self.publisher.publish(meant.id)
            return text(locale, "answer.back", code=after.code)

        await respond(interaction, work, thinking=True)

    @app_commands.command(
        name=localised("cmd.end.name"), description=localised("cmd.end.description")
    )
    @app_commands.rename(game=localised("cmd.end.game.name"))
    @app_commands.describe(game=localised("cmd.end.game.description"))
    @app_commands.autocomplete(game=Subject.codes)
    async def end(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Ask whether to end a game without a winner."""

        async def work(locale: str) -> Answer:
            meant = await game_meant(self.games, interaction, game, locale, mine=False)
            moderator = moderates(interaction)
            return finish_page(locale, meant, interaction.user.id, moderator=moderator)

        await respond(interaction, work, thinking=True)
