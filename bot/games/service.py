"""Everything that can be done to a game. Each verb: lock, load, check, change, commit."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.games import attendance, lobby, telling, turns
from bot.games.desk import ATTEMPTS, utc_now
from bot.games.errors import UserError
from bot.games.model import (
    RUNNING,
    Game,
    Leaving,
    Pace,
    Person,
    Played,
    Shards,
    Status,
)
from bot.games.presence import Presence
from bot.games.timekeeper import Timekeeper
from bot.rules import Ruleset, Seat
from bot.storage import Duplicate, StorageError

__all__ = ["TOLD_AT_MOST", "Games", "utc_now"]

TOLD_AT_MOST: Final = 60
"""Plies that are told to somebody who has long not been asked."""
FINISHED_AT_MOST: Final = 25
"""Games that are over and still offered: as many as Discord offers of anything."""


class Games(Presence, Timekeeper):
    """The games of one database. Refusals are ``UserError``, a broken database ``StorageError``."""

    # -- the lobby -----------------------------------------------------------------------------

    async def open(
        self,
        host: Person,
        *,
        guild_id: int,
        channel_id: int,
        locale: str,
        rules: Ruleset,
        max_players: int,
        invited: Sequence[Person] = (),
        computers: Sequence[str] = (),
        pace: Pace = Pace.LIVE,
        limit: timedelta | None = None,
        on_leave: Leaving = Leaving.WITHDRAW,
        thread: bool = False,
        theme: str | None = None,
    ) -> Game:
        """Opens a lobby, its host in it, and keeps a place for everybody invited.

        Args:
            host: Who opens it.
            guild_id: The server.
            channel_id: Where the board is shown.
            locale: The language of the board.
            rules: What is played.
            max_players: Two to four, computers included.
            invited: For them a place is kept.
            computers: The names of computer players that sit down too.
            pace: How fast it is played.
            limit: The time for each question; None is the pace's own.
            on_leave: What becomes of a seat that somebody leaves.
            thread: The channel is a thread of the game's own.
            theme: The look of the board.

        Raises:
            UserError: ``teams_players``, ``invite_self``, ``too_many_invited``, ``bad_limit``.
            ValueError: not two to four players, or no such computer.
        """
        for _ in range(ATTEMPTS):
            game = lobby.opened(
                host,
                code=lobby.new_code(),
                guild_id=guild_id,
                channel_id=channel_id,
                locale=locale,
                rules=rules,
                max_players=max_players,
                invited=invited,
                computers=computers,
                pace=pace,
                limit=limit,
                on_leave=on_leave,
                thread=thread,
                theme=theme,
                now=self._now(),
            )
            try:
                return await self._store.insert(game)
            except Duplicate:
                continue
        raise StorageError("No free code was found for a new game: close some old ones.")

    async def join(self, game_id: int, person: Person, seat: Seat | None = None) -> Game:
        """Takes a place; joining again changes the colour, None is any.

        Raises:
            UserError: ``no_game``, ``seat_taken``, ``lobby_full``, ``place_reserved``,
                ``already_started``, ``lobby_closed``.
        """
        return await self._in_lobby(game_id, lambda game: lobby.joined(game, person, seat))

    async def add_computer(self, game_id: int, user_id: int, level: str) -> Game:
        """Seats a computer, ``easy`` or ``medium``, in the lobby; the host may.

        Raises:
            UserError: ``no_game``, ``not_host``, ``lobby_full``, ``place_reserved``,
                ``already_started``, ``lobby_closed``.
            ValueError: there is no such computer.
        """
        return await self._in_lobby(game_id, lambda game: lobby.with_computer(game, user_id, level))

    async def remove_computer(
        self, game_id: int, user_id: int, computer_id: int | None = None
    ) -> Game:
        """Takes a computer out of the lobby, the last one unless it is named; the host may.

        Raises:
            UserError: ``no_game``, ``not_host``, ``no_computer``, ``already_started``,
                ``lobby_closed``.
        """
        return await self._in_lobby(
            game_id, lambda game: lobby.without_computer(game, user_id, computer_id)
        )

    async def leave(self, game_id: int, user_id: int) -> Game:
        """In the lobby gives the place up; in a running game the seat, also out of turn.

        A computer then takes the seat, or the pieces are taken off (G15), as the host chose. If
        no person is left, the game is abandoned.

        Raises:
            UserError: ``no_game``, ``not_in_lobby``, ``not_in_game``, ``left_game`` (already),
                ``game_over``, ``lobby_closed``.
        """

        async def once(game: Game) -> Game:
            now = self._now()
            if game.status in (Status.LOBBY, Status.CANCELLED, Status.EXPIRED):
                return await self._save_lobby(game, lobby.left(game, user_id, now))
            attendance.sitting(game, user_id)
            if game.on_leave is Leaving.COMPUTER:
                after = attendance.replaced(game, user_id, turns.STAND_IN, now)
                return await self._went_on(game, after, now)
            return await self._played(
                game, game, lambda game, table: turns.withdrew(game, user_id, table), now
            )

        return await self._locked(game_id, once)

    async def cancel(self, game_id: int, user_id: int, *, moderator: bool = False) -> Game:
        """Closes a lobby; the host may, and a moderator. Twice is the same as once.

        Raises:
            UserError: ``no_game``, ``not_host``, ``already_started``, ``lobby_closed``.
        """

        def change(game: Game) -> Game:
            if game.status is Status.CANCELLED and (moderator or user_id == game.host_id):
                return game
            return lobby.cancelled(game, user_id, self._now(), moderator=moderator)

        return await self._in_lobby(game_id, change)

    async def start(self, game_id: int, user_id: int) -> Game:
        """Starts the game with those who have joined. The host's second press does nothing.

        Raises:
            UserError: ``no_game``, ``not_host``, ``need_two``, ``need_four``,
                ``already_started``, ``lobby_closed``.
        """

        async def once(game: Game) -> Game:
            if self._has_begun(game) and user_id == game.host_id:
                return game
            people = [player.id for player in game.people]
            autopilots = {person: game.settings_of(person).autopilot for person in people}
            after = lobby.started(game, user_id, self._dice, autopilots)
            # Drawn afresh by its ply, which may still be 0.
            return await self._went_on(game, after, self._now())

        return await self._locked(game_id, once)

    @staticmethod
    def _has_begun(game: Game) -> bool:
        """Started, and nobody has pressed anything since."""
        return game.status in RUNNING and all(each.acted_at is None for each in game.players)

    async def expire(self, shards: Shards | None = None) -> list[int]:
        """Closes the lobbies whose time is up; returns their ids, each one only once."""
        return await self._store.expire(self._now(), shards)

    # -- play ----------------------------------------------------------------------------------

    async def act(self, game_id: int, person: Person, ply: int, code: str) -> Game:
        """Plays what a button of the board at ``ply`` says, and on through all that is forced.

        ``code`` is ``roll`` or an action's text. The same person's very same action again is
        taken as done: nothing changes (F10).

        Raises:
            Stale: the board has moved on.
            NotYours: ``not_your_turn`` (name and seat of who is asked), ``not_in_game``,
                ``left_game``.
            UserError: ``no_game``, ``not_started``, ``game_paused``, ``game_over``.
        """

        async def once(game: Game) -> Game:
            # First of all, so that a double click on the winning move is no click on a dead game.
            if 0 <= ply < game.ply:
                played = await self._store.action(game_id, ply)
                if turns.is_repeat(played, person.id, code):
                    return game
            return await self._played(
                game,
                game,
                lambda game, table: turns.acted(game, person.id, ply, code, table),
                self._now(),
            )

        return await self._locked(game_id, once)

    # -- reading -------------------------------------------------------------------------------

    async def find(self, *, code: str, guild_id: int) -> Game:
        """The open game of a server with that code, however it is written.

        Raises:
            UserError: ``no_game``.
        """
        code = code.strip().upper()
        game = None
        if lobby.is_code(code):
            game = await self._store.find(code=code, guild_id=guild_id)
        if game is None:
            raise UserError("no_game")
        return game

    async def of_person(self, user_id: int) -> list[Game]:
        """The open games in which this person has a place, invitations too, newest first."""
        return await self._store.of_person(user_id)

    async def finished_of_person(self, user_id: int) -> list[Game]:
        """The last games of this person that were played and are over, newest first."""
        return await self._store.finished_of_person(user_id, FINISHED_AT_MOST)

    async def of_channel(self, channel_id: int) -> list[Game]:
        """The open games of a channel, newest first."""
        return await self._store.of_channel(channel_id)

    async def story(self, game: Game, since: int = 0) -> list[Played]:
        """What was played from ply ``since`` to the position of ``game``, in order."""
        since = max(since, 0)
        if since >= game.ply:
            return []
        rows = await self._store.log(game.id, since, game.ply)
        return [played for played in turns.replayed(rows) if played.entry.ply >= since]

    async def told(self, game_id: int) -> tuple[Game, list[Played]]:
        """The game as it is stored now, and what there is to tell, as ``telling.recent`` says.

        Raises:
            UserError: ``no_game``.
        """
        found = await self._store.told(game_id, TOLD_AT_MOST)
        if found is None:
            raise UserError("no_game")
        game, rows = found
        return game, telling.recent(turns.replayed(rows), game, game.ply - TOLD_AT_MOST)

    async def missed(self, game: Game, user_id: int, at_most: int = TOLD_AT_MOST) -> list[Played]:
        """What somebody has missed: since their own turn; for a spectator, the last round.

        See ``telling.missed``; ``at_most`` so many plies.
        """
        story = await self.story(game, game.ply - at_most)
        return list(telling.missed(story, game, user_id))

    async def lagging(self, shards: Shards | None = None) -> list[int]:
        """The ids of games whose newest position is not shown, or whose sending was cut short."""
        return await self._store.lagging(shards)

    # -- what is shown (the publisher's; the version stays) --------------------------------------

    async def sending(self, game: Game) -> str:
        """Stores that a message is about to be sent; returns its nonce, ``id:ply:number``."""
        return await self._store.sending(game)

    async def shown(
        self,
        game: Game,
        *,
        message_id: int | None,
        message_at: datetime | None,
        asked_id: int | None,
        called_host: bool = False,
    ) -> bool:
        """Stores which message shows this very game; nothing is being sent any more.

        If the game has changed meanwhile, or was to be redrawn, it goes on lagging; hands back
        whether the message shows all there is.
        """
        return await self._store.shown(
            game,
            message_id=message_id,
            message_at=message_at,
            asked_id=asked_id,
            called_host=called_host,
        )

    async def redraw(self, game_id: int) -> None:
        """The board has to be drawn afresh, whatever it shows."""
        await self._store.redraw(game_id)

    async def moved_to(self, game_id: int, channel_id: int) -> Game:
        """The game goes on in another channel, where its board is to be sent.

        Raises:
            UserError: ``no_game``.
        """
        async with self._lock(game_id):
            await self.get(game_id)
            await self._store.moved_to(game_id, channel_id)
            return await self.get(game_id)

    # -- how ------------------------------------------------------------------------------------

    async def _in_lobby(self, game_id: int, change: Callable[[Game], Game]) -> Game:
        async def once(game: Game) -> Game:
            return await self._save_lobby(game, change(game))

        return await self._locked(game_id, once)

    async def _save_lobby(self, game: Game, after: Game) -> Game:
        if after == game:
            return game
        return await self._store.save(after, at=self._now(), seating=True, redraw=True)
