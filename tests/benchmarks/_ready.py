"""A process of its own that starts the bot: ``python -m tests.benchmarks._ready URL``."""

import asyncio
import json
import sys
import time

import psutil

from bot.storage import upgrade
from tests.benchmarks._filled import CHANNEL, GUILD
from tests.benchmarks._instant import played

SERVERS = 100


async def main(url: str) -> None:
    """Prints ``ready``, then what it has cost."""
    await upgrade(url)
    guilds = [(GUILD + (number << 22), [CHANNEL + number]) for number in range(SERVERS)]
    async with played(url, guilds):
        print("ready", flush=True)  # noqa: T201 (the other process waits for it)
        cost = {"cpu": time.process_time(), "memory": psutil.Process().memory_info().rss}
        print(json.dumps(cost), flush=True)  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
