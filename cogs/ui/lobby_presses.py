"""What the buttons of a lobby do."""

from dataclasses import dataclass

import discord

from bot.games.errors import Stale
from bot.games.service import Games
from bot.rules import Seat
from cogs.ui import lobby_message
from cogs.ui.answers import Answer
from cogs.ui.ids import Press
from cogs.ui.place import moderates, person
from cogs.ui.publisher import Publisher

_SEATS = {seat.letter: seat for seat in Seat}
_LEVELS = {code: level for level, code in lobby_message.ADD.items()}


@dataclass(frozen=True, slots=True)
class LobbyPresses:
    """Does what a press in a lobby asks for, and shows it."""

    games: Games
    publisher: Publisher

    async def done(self, interaction: discord.Interaction, press: Press) -> Answer:
        """Nothing: the lobby shows it.

        Raises:
            UserError: As ``Games`` says, or ``stale`` for a button that was never there.
        """
        async with self.publisher.catching_up(press.game):
            await self._act(interaction, press)
        await self.publisher.publish(press.game)
        return None

    async def _act(self, interaction: discord.Interaction, press: Press) -> None:
        user = person(interaction.user)
        action, _, letter = press.code.partition("-")
        match action:
            case lobby_message.JOIN:
                await self.games.join(press.game, user, _SEATS.get(letter))
            case lobby_message.LEAVE:
                await self.games.leave(press.game, user.id)
            case lobby_message.START:
                await self.games.start(press.game, user.id)
            case lobby_message.CANCEL:
                moderator = moderates(interaction)
                await self.games.cancel(press.game, user.id, moderator=moderator)
            case lobby_message.DROP:
                await self.games.remove_computer(press.game, user.id)
            case _ if action in _LEVELS:
                await self.games.add_computer(press.game, user.id, _LEVELS[action])
            case _:
                raise Stale("stale")
