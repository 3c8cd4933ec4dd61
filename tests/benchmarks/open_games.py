"""What ten thousand open games cost a bot that only waits: its memory, and its start.

Each start is a process of its own: from its beginning, the imports and the look at the schema
included, until it is ready in a hundred servers. Discord answers at once. After downtime all
deadlines are moved by it first, in batches, between which clicks are answered.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.games.service import utc_now
from bot.storage import Store
from tests.benchmarks._filled import crowd_together, fill
from tests.benchmarks._ready import SERVERS
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


async def _beat(url: str, ago: timedelta) -> None:
    """As if the bot had last run so long ago."""
    store = Store(url)
    await store.beat("all", utc_now() - ago)
    await store.close()


def _measure(kind: str, directory: Path) -> list[dict[str, Any]]:
    none, many = (asyncio.run(migrated_url(kind, directory)) for _ in range(2))
    asyncio.run(fill(many, OPEN))
    crowd_together(many, SERVERS)
    rows: list[dict[str, Any]] = []
    for name, ago in (("start to ready", timedelta(0)), ("start after downtime", DOWN)):
        starts: dict[str, list[dict[str, float]]] = {none: [], many: []}
        for _ in range(STARTS):  # by turns: what else the machine does slows both alike
            for url in (none, many):
                asyncio.run(_beat(url, ago))
                starts[url].append(_start(url))
        few, full = (_least(starts[url]) for url in (none, many))
        ratio = full["ready"] / few["ready"]
        row = {
            "name": f"{name}, {OPEN} open games, {kind}",
            "value": round(full["ready"], 2),
            "unit": "s",
            "peer": "the same with none",
            "peer_value": round(few["ready"], 2),
            "ratio": round(ratio, 2),
            "cpu_ratio": round(full["cpu"] / few["cpu"], 2),
        }
        if not ago:
            row |= {"target": f"ratio <= {LIMIT_RATIO}", "ok": ratio <= LIMIT_RATIO}
        memory = {
            "name": f"memory at that, {name}, {OPEN} open games, {kind}",
            "value": round(full["memory"] / 1e6, 1),
            "unit": "MB",
            "peer": "the same with none",
            "peer_value": round(few["memory"] / 1e6, 1),
            "more": round((full["memory"] - few["memory"]) / 1e6, 1),
        }
        rows += [row, memory]
    return rows


def _least(starts: Sequence[dict[str, float]]) -> dict[str, float]:
    return {what: min(start[what] for start in starts) for what in starts[0]}


def run() -> list[dict[str, Any]]:
    """Time and memory, at once and after downtime, on both databases."""
    rows: list[dict[str, Any]] = []
    for kind in KINDS:
        with TemporaryDirectory(prefix="parchis-open-") as directory:
            rows += _measure(kind, Path(directory))
    return rows
