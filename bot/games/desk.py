"""How every change of a game is made: lock, load, check, change, commit, again on a conflict."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from bot.games.attendance import without_past_absences
from bot.games.clock import NO_QUESTION, asking
from bot.games.errors import UserError
from bot.games.model import Dice, Game, Player, Status
from bot.games.turns import Table, Turn, went_on
from bot.storage import Conflict, StorageError, Store

T = TypeVar("T")

ATTEMPTS: Final = 8
"""Another process may be faster now and then; so often in a row means that something is wrong."""


def utc_now() -> datetime:
    """The time, aware."""
    return datetime.now(UTC)


class Desk:
    """The games of one database, one change of a game at a time."""

    def __init__(self, store: Store, dice: Dice, now: Callable[[], datetime] = utc_now) -> None:
        self._store = store
        self._dice = dice
        self._now = now
        # Weak values: a lock lives as long as somebody holds it or waits for it.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def get(self, game_id: int) -> Game:
        """The game as it is stored now.

        Raises:
            UserError: ``no_game``.
        """
        game = await self._store.get(game_id)
        if game is None:
            raise UserError("no_game")
        return game

    async def _locked(self, game_id: int, once: Callable[[Game], Awaitable[T]]) -> T:
        """Loads the game and changes it, again if another process was faster."""
        async with self._lock(game_id):
            for _ in range(ATTEMPTS):
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

    async def _changed(self, game_id: int, change: Callable[[Game, datetime], Game]) -> Game:
        """Changes a running game, which then goes on as far as it asks nobody."""

        async def once(game: Game) -> Game:
            now = self._now()
            return await self._went_on(game, change(game, now), now)

        return await self._locked(game_id, once)

    async def _went_on(self, before: Game, after: Game, now: datetime) -> Game:
        return await self._played(before, after, went_on, now)

    async def _played(
        self, before: Game, after: Game, play: Callable[[Game, Table], Turn], now: datetime
    ) -> Game:
        """Plays on in ``after``, a changed ``before``, puts the question and stores it all."""
        # Whoever is asked again from now on must not be shown as away on that very board.
        after = without_past_absences(after, now)
        table = Table(now, self._dice)
        if any(player.plays_itself(now) for player in after.players):
            # Computers think, for up to 200 plies: not in the way of everybody's clicks.
            turn = await asyncio.to_thread(play, after, table)
        else:
            turn = play(after, table)
        game = await self._asked(before, turn.game, now)
        if game == before:
            return game
        return await self._store.save(
            game,
            at=now,
            played=turn.played,
            seating=_seats(before) != _seats(game),
            players=_changed_players(before, game),
            redraw=game.ply == before.ply and _face(game, now) != _face(before, now),
            call=before.called_at is not None and game.called_at is None,
        )

    async def _asked(self, before: Game, game: Game, now: datetime) -> Game:
        """The game with a question to whoever is to decide: the open one, or a new one."""
        player = game.asks
        if player is None or (game.deadline == now and game.waits_for is None):
            return game
        open_one = game.waits_for == player.id and game.ply == before.ply
        if open_one and before.status is Status.PLAYING and game.deadline is not None:
            return game
        return asking(replace(game, **NO_QUESTION), player, game.settings_of(player.id), now)


def _seats(game: Game) -> list[tuple[int, object]]:
    return [(player.id, player.seat) for player in game.players]


def _changed_players(before: Game, after: Game) -> list[Player]:
    return [player for player in after.players if player != before.player(player.id)]


def _face(game: Game, now: datetime) -> object:
    """What a board of a game shows beside the position: if it changes, it is drawn afresh."""
    players = [
        (
            player.name,
            player.left,
            player.computer,
            player.plays_itself(now),
            player.away_until,
            player.wants_end,
            player.wanted_by,
        )
        for player in game.players
    ]
    return players, game.status, game.waits_for, game.deadline, game.host_id
