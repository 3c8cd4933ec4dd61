"""A round of the clock that takes long: much is to be shown, or Discord is slow."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from bot.games.model import Game
from bot.games.service import Games
from bot.storage import Store
from cogs.ui import clockwork
from cogs.ui.clockwork import Clockwork
from tests.discord.chance import Dice
from tests.games.scripted import ANA, BO, DAYS, Clock, started
from tests.storage.fixtures import kind, store, url

__all__ = ["kind", "store", "url"]


class Slow:
    """Stands for what shows and reminds: it takes as long as the test says."""

    def __init__(self, together: int = 0) -> None:
        self.go_on = asyncio.Event()
        self.began: list[str] = []
        self._together = together
        """All go on once so many have begun."""

    async def publish(self, _game_id: int) -> None:
        self.began.append("publish")
        await self.go_on.wait()

    async def catch_up(self) -> None:
        self.began.append("catch_up")
        await self.go_on.wait()

    async def send(self, _reminder: object) -> None:
        self.began.append("send")
        if len(self.began) == self._together:
            self.go_on.set()
        await self.go_on.wait()


@asynccontextmanager
async def process(games: Games, slow: Slow, now: Callable[[], object]) -> AsyncIterator[Clockwork]:
    made = Clockwork(
        games,
        slow,  # type: ignore[arg-type]
        slow,  # type: ignore[arg-type]
        now,  # type: ignore[arg-type]
        name="all",
        shards=None,
        purge_after=timedelta(days=30),
    )
    yield made
    made.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def games(store: Store, clock: Clock) -> Games:
    return Games(store, Dice(), clock)


async def waiting(games: Games) -> Game:
    return await started(games, ANA, BO, **DAYS)


async def test_a_long_round_is_no_time_in_which_nothing_ran(
    games: Games, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await waiting(games)
    clock.passes(hours=13)
    await games.beat("all", clock.time)
    times = 0
    many = asyncio.Event()

    def now() -> object:
        # Whoever asks for it finds it a little later.
        nonlocal times
        times += 1
        if times > 30:
            many.set()
        clock.passes(seconds=10)
        return clock.time

    monkeypatch.setattr(clockwork, "BEAT", 0)
    slow = Slow()
    async with process(games, slow, now) as made:
        running = asyncio.create_task(made.round())
        async with asyncio.timeout(20):
            await many.wait()
        assert slow.began == ["send"]
        slow.go_on.set()
        await running
        assert await games.beat("all", clock.time) == timedelta(0)


async def test_much_that_lags_is_shown_beside_the_rounds(
    games: Games, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clockwork, "SHOWING", 0)
    await waiting(games)
    slow = Slow()
    async with process(games, slow, clock) as made:
        for _ in range(3):
            await made.round()
        await asyncio.sleep(0)
        assert slow.began == ["catch_up"]
        slow.go_on.set()
        await made.round()
        await made.round()
        assert slow.began.count("catch_up") > 1


async def test_reminders_do_not_wait_for_each_other(games: Games, clock: Clock) -> None:
    people = {(await waiting(games)).waits_for for _ in range(8)}
    assert len(people) == 2
    clock.passes(hours=12)
    await games.beat("all", clock.time)
    slow = Slow(together=2)
    async with process(games, slow, clock) as made, asyncio.timeout(20):
        await made.round()
    assert slow.began[:2] == ["send", "send"]
