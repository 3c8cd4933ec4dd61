"""What is done at each round of the clock, whatever else is going on."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from bot.games.errors import UserError
from bot.games.model import Outcome, Shards
from bot.games.service import Games
from bot.games.timekeeper import SHORT
from cogs.ui.publisher import Publisher
from cogs.ui.reminders import Reminders

log = logging.getLogger(__name__)

T = TypeVar("T")

AT_ONCE = 4
"""Games, or people, that are worked on at the same time."""
SHOWING = 10.0
"""Seconds that a round waits for the boards that lag."""
BEAT = 30.0
"""Seconds between two signs of life in a long round."""


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
        self._down: dict[int, tuple[int, datetime]] = {}
        self._owed: list[tuple[int, int, datetime]] = []
        self._beating = asyncio.Lock()
        self._showing: asyncio.Task[None] | None = None

    def close(self) -> None:
        """End what goes on beside the rounds."""
        if self._showing is not None:
            self._showing.cancel()

    def lost(self, shard_id: int, count: int) -> None:
        """A shard of so many has no connection: until it is ``found`` nothing is due there.

        Nobody could answer, so nobody is reminded (F46), and that time is credited (F37).
        """
        self._down.setdefault(shard_id, (count, self._now()))

    def found(self, shard_id: int) -> None:
        """A shard has a connection."""
        if shard_id in self._down:
            self._owed.append((shard_id, *self._down.pop(shard_id)))

    async def ready(self, guild_ids: Callable[[], Collection[int]]) -> None:
        """The bot is in these servers, and in no other that this process looks after.

        Raises nothing but cancellation.
        """
        # Before clocks are stopped: up to then their games have their credit like all others.
        await logged(self._beat)
        await logged(partial(self._in_servers, guild_ids))
        await self._catch_up()

    async def _in_servers(self, guild_ids: Callable[[], Collection[int]]) -> None:
        here = guild_ids()
        if not here:  # then Discord has told of none, rather than that all have thrown it out
            return
        resumed, suspended = await self._games.in_servers(here, self._shards)
        if resumed:
            log.info("%d games of servers that are here again go on", len(resumed))
        if suspended:
            log.info("%d games of servers left meanwhile stand still", len(suspended))

    async def joined(self, guild_id: int) -> None:
        """The bot is in that server, maybe again: its games go on (F29)."""
        if resumed := await self._games.resume(guild_id):
            log.info("%d games of server %d go on", len(resumed), guild_id)
            await self._publisher.catch_up()

    async def round(self) -> None:
        """Do all that is due once. Raises nothing but cancellation."""
        # First of all: what was due while no process ran is not due any more (F37).
        await logged(self._beat)
        await logged(self._credit_outages)
        alive = asyncio.create_task(self._go_on_beating())
        try:
            for work in (self._act, self._close_lobbies, self._remind, self._purge):
                await logged(work)
            await self._catch_up()
        finally:
            alive.cancel()

    async def _catch_up(self) -> None:
        """Show what lags; of much of it the rest is shown beside the next rounds."""
        if self._showing is None or self._showing.done():
            self._showing = asyncio.create_task(logged(self._publisher.catch_up))
        await asyncio.wait([self._showing], timeout=SHOWING)

    async def _go_on_beating(self) -> None:
        """A long round, with thousands of boards to show, is no time in which nothing ran."""
        while True:
            await asyncio.sleep(BEAT)
            await logged(self._beat)

    async def _beat(self) -> None:
        async with self._beating:
            credited = await self._games.beat(self._name, self._now(), self._shards)
        if credited:
            log.info("nothing ran for %s: all deadlines are later by that", credited)

    async def _credit_outages(self) -> None:
        while self._owed:
            shard_id, count, since = self._owed[0]
            if self._now() - since >= SHORT:
                log.info("shard %d was away since %s: its deadlines are later", shard_id, since)
                await self._games.credit(since, self._now(), Shards((shard_id,), count))
            self._owed.pop(0)

    async def _act(self) -> None:
        await self._each(await self._games.due(self._now(), self._up()), self._tick)

    async def _each(self, items: Iterable[T], work: Callable[[T], Awaitable[object]]) -> None:
        """Does it with each, some at a time; an error of one is logged."""
        slots = asyncio.Semaphore(AT_ONCE)

        async def one(item: T) -> None:
            async with slots:
                await logged(partial(work, item))

        await asyncio.gather(*(one(item) for item in items))

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
        reminders = await self._games.reminders(self._now(), self._up())
        await self._each(reminders, self._reminders.send)

    def _up(self) -> Shards | None:
        """The shards whose people can answer, with their time credited; None is all of them."""
        counts = {each: count for each, (count, _) in self._down.items()}
        counts |= {each: count for each, count, _ in self._owed}
        if not counts:
            return self._shards
        count = max(counts.values())
        own = range(count) if self._shards is None else self._shards.ids
        return Shards(tuple(each for each in own if each not in counts), count)

    async def _purge(self) -> None:
        if gone := await self._games.purge(self._now() - self._purge_after):
            log.info("%d games of servers left long ago are deleted", gone)


async def logged(work: Callable[[], Awaitable[object]]) -> None:
    """Do it; an error is logged, so that what comes after it is done too."""
    try:
        await work()
    except asyncio.CancelledError:
        # What was awaited may have been cancelled, rather than we: the clock does not die of it.
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        log.exception("a part of the clock's round was cancelled")
    except Exception:
        log.exception("a part of the clock's round failed")
