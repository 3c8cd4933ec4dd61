"""What the buttons about seats do: autopilot, absences, other people's seats, the end."""

from dataclasses import dataclass

import discord

from bot.games.errors import Stale
from bot.games.model import OPEN, Game
from bot.games.pace import parse_until
from bot.games.service import Games
from bot.i18n import text
from bot.rules import Seat
from cogs.ui import finish_page, seat_panel
from cogs.ui.answers import Answer, Instead
from cogs.ui.board_message import LET_IN, LET_WAIT
from cogs.ui.ids import Press
from cogs.ui.parts import note
from cogs.ui.place import moderates, person
from cogs.ui.publisher import Publisher

_SEATS = {seat.letter: seat for seat in Seat}


@dataclass(frozen=True, slots=True)
class SeatPresses:
    """Does what a press asks for, shows the game, and hands back the private answer."""

    games: Games
    publisher: Publisher

    async def done(
        self, interaction: discord.Interaction, press: Press, fields: list[str], locale: str
    ) -> Answer:
        """The panel as it is now where the press was in it, else a sentence.

        Raises:
            UserError: As ``Games`` says, or ``stale`` for a button that was never there.
        """
        user_id = interaction.user.id
        match press.kind:
            case "panel":
                game = await self.games.get(press.game)
                return seat_panel.seat_panel(locale, game, user_id)
            case "back":
                game = await self._shown(await self.games.back(press.game, user_id))
                return text(locale, "answer.back", code=game.code)
            case "mute":
                await self._shown(await self.games.mute(press.game, user_id))
                return text(locale, "answer.muted")
            case "let":
                await self._let(interaction, press)
                return None
            case "end":
                return await self._end(interaction, press, locale)
            case _:
                return await self._seat(interaction, press, fields, locale)

    async def _seat(
        self, interaction: discord.Interaction, press: Press, fields: list[str], locale: str
    ) -> Answer:
        user_id = interaction.user.id
        action, _, letter = press.code.partition("-")
        match action:
            case seat_panel.BACK:
                game = await self.games.back(press.game, user_id)
            case seat_panel.MUTE:
                game = await self.games.mute(press.game, user_id)
            case seat_panel.AWAY if len(fields) == 1:
                game = await self.away(press.game, user_id, fields[0])
            case seat_panel.TAKE if letter in _SEATS:
                asker = person(interaction.user)
                game = await self.games.request_seat(press.game, asker, _SEATS[letter])
            case seat_panel.UNASK:
                game = await self.games.take_request_back(press.game, user_id)
            case _ if action in seat_panel.AUTOPILOTS:
                mode = seat_panel.AUTOPILOTS[action]
                game = await self.games.set_autopilot(press.game, user_id, mode)
            case _:
                raise Stale("stale")
        await self._shown(game)
        return Instead(seat_panel.seat_panel(locale, game, user_id))

    async def away(self, game_id: int, user_id: int, words: str) -> Game:
        """The game from which somebody is away until what they have written.

        Raises:
            UserError: ``bad_until``, ``away_too_long``, or as ``Games.away`` says.
        """
        settings = await self.games.settings(user_id)
        until = parse_until(words, settings, self.publisher.now())
        return await self.games.away(game_id, user_id, until)

    async def _let(self, interaction: discord.Interaction, press: Press) -> None:
        verdict, _, person_id = press.code.partition("-")
        if verdict not in (LET_IN, LET_WAIT) or not person_id.isdecimal():
            raise Stale("stale")
        async with self.publisher.catching_up(press.game):
            await self.games.allow_seat(
                press.game,
                interaction.user.id,
                int(person_id),
                moderator=moderates(interaction),
                allow=verdict == LET_IN,
            )
        await self.publisher.publish(press.game)

    async def _end(self, interaction: discord.Interaction, press: Press, locale: str) -> Answer:
        user_id, moderator = interaction.user.id, moderates(interaction)
        match press.code:
            case "ask":
                game = await self.games.get(press.game)
            case finish_page.VOTE:
                game = await self._shown(await self.games.vote_end(press.game, user_id))
            case finish_page.NOW:
                ended = await self.games.end(press.game, user_id, moderator=moderator)
                game = await self._shown(ended)
            case _:
                raise Stale("stale")
        if game.status not in OPEN:
            return Instead(note(text(locale, "answer.ended", code=game.code)))
        return Instead(finish_page.finish_page(locale, game, user_id, moderator=moderator))

    async def _shown(self, game: Game) -> Game:
        await self.publisher.publish(game.id)
        return game
