"""What ten thousand open games cost a bot that only waits: its memory, and its start.

Each start is a process of its own: from its beginning, the imports and the look at the schema
included, until it is ready for clicks in a hundred servers. Discord answers at once.
"""

import asyncio
import json
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.games.service import utc_now
from bot.storage import Store
from tests.benchmarks._filled import fill
from tests.storage.databases import KINDS, migrated_url

OPEN: Final = 10_000
STARTS: Final = 3
DOWN: Final = timedelta(hours=1)
LIMIT_RATIO: Final = 1.5


def _start(url: str) -> dict[str, float]:
    """What one start took."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "tests.benchmarks._ready", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        ready = time.perf_counter() - began
        return {"ready": ready, **json.loads(process.stdout.readline())}


async def _beat(url: str) -> None:
    """As if the bot had last run an hour ago."""
    store = Store(url)
    await store.beat("all", utc_now() - DOWN)
    await store.close()


def _measure(kind: str, directory: Path) -> list[dict[str, Any]]:
    none, many = (asyncio.run(migrated_url(kind, directory)) for _ in range(2))
    asyncio.run(fill(many, OPEN))
    starts: dict[str, list[dict[str, float]]] = {none: [], many: []}
    for _ in range(STARTS):  # by turns: what else the machine does slows both alike
        for url in (none, many):
            asyncio.run(_beat(url))
            starts[url].append(_start(url))

    def least(url: str, what: str) -> float:
        return min(start[what] for start in starts[url])

    ratio = least(many, "ready") / least(none, "ready")
    cpu = least(many, "cpu") / least(none, "cpu")
    more = (least(many, "memory") - least(none, "memory")) / 1e6
    after = (least(many, "memory_after") - least(none, "memory_after")) / 1e6
    return [
        {
            "name": f"start to ready with {OPEN} open games, {kind}",
            "value": round(least(many, "ready"), 2),
            "unit": "s",
            "peer": "the same with none",
            "peer_value": round(least(none, "ready"), 2),
            "ratio": round(ratio, 2),
            "cpu_ratio": round(cpu, 2),
            "target": f"ratio <= {LIMIT_RATIO}",
            "ok": ratio <= LIMIT_RATIO,
        },
        {
            "name": f"memory with {OPEN} open games, {kind}",
            "value": round(least(many, "memory") / 1e6, 1),
            "unit": "MB",
            "peer": "the same with none",
            "peer_value": round(least(none, "memory") / 1e6, 1),
            "more": round(more, 1),
            "more_once_credited": round(after, 1),
        },
        {
            "name": f"the clock's first round after an hour's downtime, {OPEN} games, {kind}",
            "value": round(least(many, "round"), 2),
            "unit": "s",
        },
    ]


def run() -> list[dict[str, Any]]:
    """Time, memory and the clock's first round, on both databases."""
    rows: list[dict[str, Any]] = []
    for kind in KINDS:
        with TemporaryDirectory(prefix="parchis-open-") as directory:
            rows += _measure(kind, Path(directory))
    return rows
