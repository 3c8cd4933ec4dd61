"""Where every press of a button arrives: read from its custom id, done, answered once."""

from contextlib import suppress
from dataclasses import dataclass
from typing import assert_never

import discord

from bot.games.errors import Stale, UserError
from bot.games.service import Games
from bot.i18n import text
from bot.rules import Seat
from cogs.ui import board_message, lobby_message, private, rules_pages
from cogs.ui.answers import Answer, Instead, respond
from cogs.ui.ids import Press, parse
from cogs.ui.parts import note
from cogs.ui.place import person
from cogs.ui.publisher import Publisher
from cogs.ui.why import why_page

_SEATS = {seat.letter: seat for seat in Seat}


@dataclass(frozen=True, slots=True)
class Router:
    """Calls what a button asks for. It keeps nothing: a button works for as long as it is there."""

    games: Games
    publisher: Publisher

    async def route(self, interaction: discord.Interaction) -> None:
        """Answers a press of one of our buttons; other interactions are not its business."""
        if interaction.type is not discord.InteractionType.component:
            return
        data = interaction.data or {}
        press = parse(str(data.get("custom_id", "")))

        async def work(locale: str) -> Answer:
            if press is None:  # a button of another version of this bot
                raise Stale("stale")
            return await self._done(interaction, press, locale)

        await respond(interaction, work, thinking=False)

    async def _done(self, interaction: discord.Interaction, press: Press, locale: str) -> Answer:
        match press.kind:
            case "play":
                return await self._play(interaction, press)
            case "lobby":
                return await self._lobby(interaction, press)
            case "leave":
                return await self._leave(interaction, press, locale)
            case "rules":
                return Instead(rules_pages.page_pressed(locale, press.code))
            case "rule":
                return rules_pages.page_pressed(locale, press.code)
            case "why":
                return await self._why(press, locale)
            case kind:
                assert_never(kind)

    async def _play(self, interaction: discord.Interaction, press: Press) -> Answer:
        try:
            await self.games.act(press.game, person(interaction.user), press.ply, press.code)
        except UserError:
            # "Look at the newest board" helps nobody as long as that one has not been shown.
            await self._catch_up(press.game)
            raise
        await self.publisher.publish(press.game)
        return None

    async def _why(self, press: Press, locale: str) -> Answer:
        # Of the position as it is now, whichever the board showed; and for anybody.
        game = await self.games.get(press.game)
        return why_page(locale, game, await board_message.recent(self.games, game))

    async def _lobby(self, interaction: discord.Interaction, press: Press) -> Answer:
        action, _, letter = press.code.partition("-")
        user = person(interaction.user)
        try:
            match action:
                case lobby_message.JOIN:
                    await self.games.join(press.game, user, _SEATS.get(letter))
                case lobby_message.LEAVE:
                    await self.games.leave(press.game, user.id)
                case lobby_message.START:
                    await self.games.start(press.game, user.id)
                case lobby_message.CANCEL:
                    moderates = interaction.permissions.manage_messages
                    await self.games.cancel(press.game, user.id, moderator=moderates)
                case _:
                    raise Stale("stale")
        except UserError:
            await self._catch_up(press.game)
            raise
        await self.publisher.publish(press.game)
        return None

    async def _leave(self, interaction: discord.Interaction, press: Press, locale: str) -> Answer:
        if press.code != private.YES:
            return Instead(note(text(locale, "answer.stayed")))
        game = await self.games.leave(press.game, interaction.user.id)
        await self.publisher.publish(press.game)
        return Instead(note(text(locale, "answer.left", code=game.code)))

    async def _catch_up(self, game_id: int) -> None:
        # Whoever pressed is told something of more use to them than why this may fail.
        with suppress(UserError):
            await self.publisher.publish(game_id)
