"""From a click to the board: how many a second, and how long each takes, with many at once.

Games that are played at once are played by people, who take two seconds to press: for fifty of
those the target stands. Beside them stand so many clicks in flight: as soon as a game's board has
come somebody presses again, which is far more than that many people do. It is what the processor
can do at most, and a click then waits for all those before it.

Each click is a decision in a game of four at the usual pace, after which the die falls by itself;
nobody seems to be at the board, so each board is sent, not edited, which costs most.

A click's time is our own: from the moment discord.py has the press to the moment it has the
finished request with the board, drawing and storing included. The network and Discord are left
out: requests are answered at once. CPU is that of the process that plays: PostgreSQL's is not in
it, nor that of the process that draws.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import psycopg

from tests.benchmarks._filled import PLIES, fill, place
from tests.benchmarks._instant import Played, played
from tests.storage.databases import KINDS, migrated_url

AT_ONCE: Final = {1: 150, 50: 500, 500: 700}
"""Clicks in flight, and clicks that are measured."""
PLAYED: Final = {1: 15, 50: 500, 500: 1500}
"""Games that are played at once, and clicks that are measured."""
FINISHED: Final = 100_000
PAUSE: Final = 2.0
"""Seconds that people take to press."""
LIMIT_MS: Final = 250.0
LIMIT_RATIO: Final = 1.2
ROUNDS: Final = 3


@dataclass(slots=True)
class Clicks:
    """What some clicks took."""

    seconds: list[float] = field(default_factory=list)
    wall: float = 0.0
    cpu: float = 0.0

    def per_second(self) -> float:
        return len(self.seconds) / self.wall

    def percentile(self, share: float) -> float:
        """In ms."""
        times = sorted(self.seconds)
        return 1000 * times[int(share * (len(times) - 1))]

    def cpu_each(self) -> float:
        """In ms."""
        return 1000 * self.cpu / len(self.seconds)


class Crowd:
    """Games with boards, in which people press."""

    def __init__(self, bot: Played, games: int, first: int = 0) -> None:
        self.bot = bot
        self.places = [place(number) for number in range(first, first + games)]

    async def press(self, clicks: int, at_once: int, pause: float = 0.0) -> Clicks:
        """So many clicks by so many people, each of whom plays one game after the other."""
        done = Clicks()
        left = clicks

        async def person(which: int) -> None:
            nonlocal left
            if pause:  # not all in the same moment
                await asyncio.sleep(pause * which / at_once)
            while left > 0:
                left -= 1
                # Ten minutes pass in a game between two clicks.
                self.bot.clock.skipped += timedelta(minutes=10) / at_once
                took = await self.bot.click(*self.places[which])
                if took is None:  # the game is over
                    left += 1
                    which = (which + at_once) % len(self.places)
                    continue
                done.seconds.append(took)
                await asyncio.sleep(pause)

        cpu, began = time.process_time(), time.perf_counter()
        await asyncio.gather(*(person(which) for which in range(at_once)))
        done.wall, done.cpu = time.perf_counter() - began, time.process_time() - cpu
        return done


@asynccontextmanager
async def crowd(kind: str, directory: Path, games: int, finished: int = 0) -> AsyncIterator[Crowd]:
    """So many open games, all on show, on a database that holds so many finished ones."""
    url = await _database(kind, directory)
    if finished:
        await fill(url, finished, finished=True)
    first = await fill(url, games)
    places = [place(number) for number in range(games)]
    async with played(url, [(guild, [channel]) for guild, channel in places]) as bot:
        made = Crowd(bot, games)
        await bot.show(range(first, first + games))
        await made.press(min(games, 100), min(games, 50))  # warm up
        yield made


async def _database(kind: str, directory: Path) -> str:
    url = await migrated_url(kind, directory)
    if kind == "postgresql":
        # Tests do without what a power cut makes necessary.
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM RESET ALL")
            connection.execute("SELECT pg_reload_conf()")
    return url


async def _speed(kind: str, directory: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    async with crowd(kind, directory, max(AT_ONCE)) as people:
        for at_once, clicks in AT_ONCE.items():
            done = await people.press(clicks, at_once)
            rows += _rows(f"{kind}, {at_once} clicks in flight", done)
        for games, clicks in PLAYED.items():
            done = await people.press(clicks, games, PAUSE)
            rows += _rows(f"{kind}, {games} games at once", done, target=games == 50)
    return rows


def _rows(name: str, done: Clicks, *, target: bool = False) -> Iterable[dict[str, Any]]:
    yield {"name": f"moves, {name}", "value": round(done.per_second(), 1), "unit": "moves/s"}
    yield {"name": f"CPU a move, {name}", "value": round(done.cpu_each(), 2), "unit": "ms CPU"}
    yield {"name": f"click to board, {name}, p50", "value": _ms(done, 0.5), "unit": "ms"}
    row: dict[str, Any] = {"name": f"click to board, {name}, p99", "value": _ms(done, 0.99)}
    row["unit"] = "ms"
    if target:
        row |= {"target": f"< {LIMIT_MS:g}", "ok": row["value"] < LIMIT_MS}
    yield row


def _ms(done: Clicks, share: float) -> float:
    return round(done.percentile(share), 1)


async def _beside_finished(kind: str, directory: Path) -> list[dict[str, Any]]:
    """The same clicks with many finished games and with none, by turns, the quickest of each.

    By turns, so that what else the machine does slows both alike.
    """
    async with AsyncExitStack() as stack:
        few = await stack.enter_async_context(crowd(kind, directory, 60))
        many = await stack.enter_async_context(crowd(kind, directory, 60, FINISHED))
        best: dict[Crowd, list[float]] = {few: [], many: []}
        cpu: dict[Crowd, list[float]] = {few: [], many: []}
        for _ in range(ROUNDS):
            for people in (few, many):
                done = await people.press(200, 50)
                best[people].append(1000 / done.per_second())
                cpu[people].append(done.cpu_each())
    slower = min(best[many]) / min(best[few])
    return [
        {
            "name": f"a move beside {FINISHED} finished games of {PLIES} plies, {kind}",
            "value": round(min(best[many]), 2),
            "unit": "ms",
            "peer": "the same without them",
            "peer_value": round(min(best[few]), 2),
            "cpu_ratio": round(min(cpu[many]) / min(cpu[few]), 2),
            "ratio": round(slower, 2),
            "target": f"ratio <= {LIMIT_RATIO}",
            "ok": slower <= LIMIT_RATIO,
        }
    ]


def run() -> list[dict[str, Any]]:
    """Moves a second, CPU and percentiles, on both databases."""
    rows: list[dict[str, Any]] = []
    for kind in KINDS:
        for part in (_speed, _beside_finished):
            with TemporaryDirectory(prefix="parchis-load-") as directory:
                rows += asyncio.run(part(kind, Path(directory)))
    return rows
