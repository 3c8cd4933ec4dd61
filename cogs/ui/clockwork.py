"""What is done at each round of the clock, whatever else is going on."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.games.errors import UserError
from bot.games.model import Outcome, Shards
from bot.games.service import Games
from cogs.ui.publisher import Publisher
from cogs.ui.reminders import Reminders

log = logging.getLogger(__name__)

AT_ONCE = 4
"""Games that are worked on at the same time."""


class Clockwork:
    """Acts on what is due: deadlines, pings, reminders, closings. Any number of processes may.

    No error of one part, or of one game, keeps the others from being done (F35).

    Args:
        games: The games.
        publisher: Shows them.
        reminders: Sends reminders.
        now: The time.
        name: The process's, the same from start to start: its downtime is credited by it.
        shards: The servers that this process looks after; None is all.
        purge_after: How long the games of a server that the bot was removed from are kept.
    """

    def __init__(
        self,
        games: Games,
        publisher: Publisher,
        reminders: Reminders,
        now: Callable[[], datetime],
        *,
        name: str,
        shards: Shards | None,
        purge_after: timedelta,
    ) -> None:
        self._games = games
        self._publisher = publisher
        self._reminders = reminders
        self._now = now
        self._name = name
        self._shards = shards
        self._purge_after = purge_after
        self._down: dict[int, int] = {}

    def lost(self, shard_id: int, count: int) -> None:
        """A shard of so many has no connection: until it is ``found`` nobody there is reminded.

        They could not answer (F46).
        """
        self._down[shard_id] = count

    def found(self, shard_id: int) -> None:
        """A shard has a connection."""
        self._down.pop(shard_id, None)

    async def round(self) -> None:
        """Do all that is due once. Raises nothing but cancellation."""
        # First of all: what was due while no process ran is not due any more (F37).
        for work in (
            self._beat,
            self._act,
            self._close_lobbies,
            self._remind,
            self._purge,
            self._publisher.catch_up,
        ):
            await logged(work)

    async def _beat(self) -> None:
        credited = await self._games.beat(self._name, self._now(), self._shards)
        if credited:
            log.info("nothing ran for %s: all deadlines are later by that", credited)

    async def _act(self) -> None:
        slots = asyncio.Semaphore(AT_ONCE)

        async def one(game_id: int) -> None:
            async with slots:
                await logged(lambda: self._tick(game_id))

        await asyncio.gather(
            *(one(game_id) for game_id in await self._games.due(self._now(), self._shards))
        )

    async def _tick(self, game_id: int) -> None:
        tick = await self._games.tick(game_id)
        if tick.outcome is Outcome.NOTHING:  # another process was faster, or somebody acted
            return
        log.debug("game %d: %s", game_id, tick.outcome.value)
        try:
            await self._publisher.publish(game_id)
        except UserError as error:  # stored it is; what lags is shown later
            log.warning("game %d cannot be shown yet: %s", game_id, error)

    async def _close_lobbies(self) -> None:
        for game_id in await self._games.expire(self._shards):
            log.info("the lobby of game %d has expired", game_id)

    async def _remind(self) -> None:
        up = self._up()
        if up is not None and not up.ids:
            return
        for reminder in await self._games.reminders(self._now(), up):
            await self._reminders.send(reminder)

    def _up(self) -> Shards | None:
        """The shards whose people can be reminded; None is all of them."""
        if not self._down:
            return self._shards
        count = max(self._down.values())
        own = range(count) if self._shards is None else self._shards.ids
        return Shards(tuple(each for each in own if each not in self._down), count)

    async def _purge(self) -> None:
        if gone := await self._games.purge(self._now() - self._purge_after):
            log.info("%d games of servers left long ago are deleted", gone)


async def logged(work: Callable[[], Awaitable[object]]) -> None:
    """Do it; an error is logged, so that what comes after it is done too."""
    try:
        await work()
    except Exception:
        log.exception("a part of the clock's round failed")
