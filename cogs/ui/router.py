"""Where every press of a button arrives: read from its custom id, done, answered once."""

from contextlib import suppress
from dataclasses import dataclass
from typing import assert_never

import discord

from bot.games.errors import Stale
from bot.games.service import Games
from bot.i18n import text
from cogs.ui import private, rules_pages
from cogs.ui.answers import Answer, Instead, ask, reader_locale, respond
from cogs.ui.forms import form, written
from cogs.ui.ids import Press, parse
from cogs.ui.lobby_presses import LobbyPresses
from cogs.ui.me_page import changed, me_page
from cogs.ui.parts import note
from cogs.ui.place import person
from cogs.ui.publisher import Publisher
from cogs.ui.rest import NoPlace
from cogs.ui.seat_presses import SeatPresses
from cogs.ui.studio import Studio
from cogs.ui.why import why_page

_PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)


@dataclass(frozen=True, slots=True)
class Router:
    """Calls what a button asks for. It keeps nothing: a button works for as long as it is there."""

    games: Games
    publisher: Publisher
    studio: Studio

    async def route(self, interaction: discord.Interaction) -> None:
        """Answers a press of one of our buttons, or a form; the rest is not its business."""
        if interaction.type not in _PRESSES:
            return
        data = interaction.data or {}
        press = parse(str(data.get("custom_id", "")))
        sent = interaction.type is discord.InteractionType.modal_submit
        if press is not None and not sent:
            # A form has to be the first answer, so nothing may be looked up before it.
            opened = form(press, reader_locale(interaction))
            if opened is not None:
                await ask(interaction, opened)
                return

        async def work(locale: str) -> Answer:
            if press is None:  # a button of another version of this bot
                raise Stale("stale")
            return await self._done(interaction, press, written(data) if sent else [], locale)

        await respond(interaction, work, thinking=False)

    async def _done(
        self, interaction: discord.Interaction, press: Press, fields: list[str], locale: str
    ) -> Answer:
        lobby = LobbyPresses(self.games, self.publisher)
        seats = SeatPresses(self.games, self.publisher)
        match press.kind:
            case "play":
                return await self._play(interaction, press)
            case "lobby":
                return await lobby.done(interaction, press)
            case "leave":
                return await self._leave(interaction, press, locale)
            case "rules":
                return Instead(rules_pages.page_pressed(locale, press.code))
            case "rule":
                return rules_pages.page_pressed(locale, press.code)
            case "why":
                return await self._why(press, locale)
            case "since":
                game = await self.games.get(press.game)
                return await self.studio.since(game, interaction.user.id, locale)
            case "step":
                return await self.studio.step(press, locale)
            case "panel" | "back" | "mute" | "seat" | "let" | "end":
                return await seats.done(interaction, press, fields, locale)
            case "me":
                return await self._me(interaction, press, fields, locale)
            case kind:
                assert_never(kind)

    async def _play(self, interaction: discord.Interaction, press: Press) -> Answer:
        async with self.publisher.catching_up(press.game):
            await self.games.act(press.game, person(interaction.user), press.ply, press.code)
        await self.publisher.publish(press.game)
        return None

    async def _why(self, press: Press, locale: str) -> Answer:
        # Of the position as it is now, whichever the board showed; and for anybody.
        game, story = await self.games.told(press.game)
        return why_page(locale, game, story)

    async def _leave(self, interaction: discord.Interaction, press: Press, locale: str) -> Answer:
        match press.code:
            case "ask":
                return Instead(private.confirm_leaving(locale, await self.games.get(press.game)))
            case "yes":
                game = await self.games.leave(press.game, interaction.user.id)
                with suppress(NoPlace):
                    await self.publisher.publish(press.game)
                return Instead(note(text(locale, "answer.left", code=game.code)))
            case _:
                return Instead(note(text(locale, "answer.stayed")))

    async def _me(
        self, interaction: discord.Interaction, press: Press, fields: list[str], locale: str
    ) -> Answer:
        mine = await self.games.settings(interaction.user.id)
        saved = await self.games.save_settings(changed(mine, press.code, fields))
        return Instead(me_page(locale, saved))
