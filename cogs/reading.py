"""Commands that give something to read: the rules, the record of a game."""

import discord
from discord import app_commands

from bot.games.records import record_of
from bot.i18n import text
from bot.rules import RULESETS
from bot.rules.record import record_text
from cogs.lobbies import RULES
from cogs.subject import Subject, localised
from cogs.ui import rules_pages
from cogs.ui.answers import Answer, Attached, Attachment, respond
from cogs.ui.place import game_seen


class Reading(Subject):
    """``/parchis rules`` and ``record``."""

    @app_commands.command(
        name=localised("cmd.rules.name"), description=localised("cmd.rules.description")
    )
    @app_commands.rename(rules=localised("cmd.rules.rules.name"))
    @app_commands.describe(rules=localised("cmd.rules.rules.description"))
    @app_commands.choices(rules=RULES)
    async def rules(self, interaction: discord.Interaction, rules: str | None = None) -> None:
        """Show the rules, one section at a time: of a rule set, or of what is played here."""

        async def work(locale: str) -> Answer:
            here = await self.games.of_channel(interaction.channel_id or 0)
            played = RULESETS[rules] if rules else here[0].rules if here else RULESETS["parchis"]
            return rules_pages.page(locale, played)

        await respond(interaction, work, thinking=True)

    @app_commands.command(
        name=localised("cmd.record.name"), description=localised("cmd.record.description")
    )
    @app_commands.rename(game=localised("cmd.record.game.name"))
    @app_commands.describe(game=localised("cmd.record.game.description"))
    @app_commands.autocomplete(game=Subject.codes_with_finished)
    async def record(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Hand out the record of a game as a file."""

        async def work(locale: str) -> Answer:
            meant = await game_seen(self.games, interaction, game, locale)
            record = record_of(locale, meant, await self.games.story(meant))
            words = text(locale, "answer.record", code=meant.code)
            file = Attachment(f"parchis-{meant.code}.txt", record_text(record).encode())
            return Attached(words, file)

        await respond(interaction, work, thinking=True)
