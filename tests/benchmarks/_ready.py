"""A process of its own that starts the bot: ``python -m tests.benchmarks._ready URL``."""

import asyncio
import json
import sys
import time

import psutil

from bot.storage import upgrade
from tests.benchmarks._filled import place
from tests.benchmarks._instant import played

SERVERS = 100


async def main(url: str) -> None:
    """Prints ``ready``, then what it has cost."""
    await upgrade(url)
    guilds = [(guild, [channel]) for guild, channel in map(place, range(SERVERS))]
    async with played(url, guilds) as bot:
        print("ready", flush=True)  # noqa: T201 (the other process waits for it)
        cpu, process = time.process_time(), psutil.Process()
        began = time.perf_counter()
        memory = process.memory_info().rss
        await bot.bot.clockwork.round()
        cost = {
            "cpu": cpu,
            "memory": memory,
            "round": time.perf_counter() - began,
            "memory_after": process.memory_info().rss,
        }
        print(json.dumps(cost), flush=True)  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
