"""Everything that can be done to a game. Each verb: lock, load, check, change, commit."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Final
from weakref import WeakValueDictionary

from bot.games import lobby, turns
from bot.games.errors import UserError
from bot.games.model import Dice, Game, Person, Played, Status
from bot.rules import Ruleset, Seat
from bot.storage import Conflict, Duplicate, StorageError, Store

_ATTEMPTS: Final = 8
"""Another process may be faster now and then; so often in a row means that something is wrong."""


def utc_now() -> datetime:
    """The time, aware."""
    return datetime.now(UTC)


class Games:
    """The games of one database. Refusals are ``UserError``, a broken database ``StorageError``."""

    def __init__(self, store: Store, dice: Dice, now: Callable[[], datetime] = utc_now) -> None:
        self._store = store
        self._dice = dice
        self._now = now
        # Weak values: a lock lives as long as somebody holds it or waits for it.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

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
    ) -> Game:
        """Opens a lobby, its host in it, and keeps a place for everybody invited.

        Raises:
            UserError: ``teams_players``, ``invite_self``, ``too_many_invited``.
            ValueError: not two to four players.
        """
        for _ in range(_ATTEMPTS):
            game = lobby.opened(
                host,
                code=lobby.new_code(),
                guild_id=guild_id,
                channel_id=channel_id,
                locale=locale,
                rules=rules,
                max_players=max_players,
                invited=invited,
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

    async def leave(self, game_id: int, user_id: int) -> Game:
        """In the lobby gives the place up, in a running game withdraws (G15), also out of turn.

        Raises:
            UserError: ``no_game``, ``not_in_lobby``, ``not_in_game``, ``left_game`` (already),
                ``game_over``, ``lobby_closed``.
        """

        async def once(game: Game) -> Game:
            if game.status in (Status.PLAYING, Status.OVER):
                now = self._now()
                turn = turns.withdrew(game, user_id, now)
                return await self._store.save(turn.game, at=now, played=turn.played, seating=True)
            return await self._save_lobby(game, lobby.left(game, user_id, self._now()))

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

        def change(game: Game) -> Game:
            if game.status is Status.PLAYING and game.ply == 0 and user_id == game.host_id:
                return game
            return lobby.started(game, user_id, self._dice)

        return await self._in_lobby(game_id, change)

    async def expire(self) -> list[int]:
        """Closes the lobbies whose time is up; returns their ids, each one only once."""
        return await self._store.expire(self._now())

    # -- play ----------------------------------------------------------------------------------

    async def act(self, game_id: int, person: Person, ply: int, code: str) -> Game:
        """Plays what a button of the board at ``ply`` says, and on through all that is forced.

        ``code`` is ``roll`` or an action's text. The same person's very same action again is
        taken as done: nothing changes (F10).

        Raises:
            Stale: the board has moved on.
            NotYours: ``not_your_turn`` (name and seat of who is asked), ``not_in_game``,
                ``left_game``.
            UserError: ``no_game``, ``not_started``, ``game_over``.
        """

        async def once(game: Game) -> Game:
            # First of all, so that a double click on the winning move is no click on a dead game.
            if 0 <= ply < game.ply:
                played = await self._store.action(game_id, ply)
                if turns.is_repeat(played, person.id, code):
                    return game
            now = self._now()
            turn = turns.acted(game, person.id, ply, code, self._dice, now)
            return await self._store.save(turn.game, at=now, played=turn.played)

        return await self._locked(game_id, once)

    # -- reading -------------------------------------------------------------------------------

    async def get(self, game_id: int) -> Game:
        """The game as it is stored now.

        Raises:
            UserError: ``no_game``.
        """
        game = await self._store.get(game_id)
        if game is None:
            raise UserError("no_game")
        return game

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

    async def lagging(self) -> list[int]:
        """The ids of games whose newest position is not shown, or whose sending was cut short."""
        return await self._store.lagging()

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
    ) -> None:
        """Stores which message shows this very game; nothing is being sent any more.

        If the game has changed meanwhile, or was to be redrawn, it goes on lagging.
        """
        await self._store.shown(
            game, message_id=message_id, message_at=message_at, asked_id=asked_id
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

    async def _locked(self, game_id: int, once: Callable[[Game], Awaitable[Game]]) -> Game:
        """Loads the game and changes it, again if another process was faster."""
        async with self._lock(game_id):
            for _ in range(_ATTEMPTS):
                game = await self.get(game_id)
                try:
                    return await once(game)
                except Conflict:
                    continue
        raise StorageError(f"Game {game_id} kept changing under our hands: try again.")

    def _lock(self, game_id: int) -> asyncio.Lock:
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock
