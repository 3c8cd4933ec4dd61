"""A few kills of a real process, on each database; ``python -m tests.long crash`` does many."""

import asyncio
from pathlib import Path

import pytest

from tests.long.crash import Channel, Kill, check, prove
from tests.storage.databases import migrated_url

KILLS = {
    "sqlite": [
        Kill("thrown", 20),  # the die has fallen, nobody has seen it
        Kill("commit", 40),  # all is written, nothing is stored
        Kill("saved", 15),  # stored, not shown
        Kill("sending", 14),  # stored, about to be sent
        Kill("sent", 12),  # shown, not noted as shown
        Kill(None, 40),
    ],
    "postgresql": [Kill("statement", 200), Kill(None, 60)],
}


def test_a_killed_process_loses_nothing_that_was_seen(kind: str, tmp_path: Path) -> None:
    url = asyncio.run(migrated_url(kind, tmp_path))
    figures = prove(url, KILLS[kind], seed=3)
    assert figures["kills"] == len(KILLS[kind])
    assert figures["boards_seen"] > 20
    assert figures["plies"] > 10


async def test_the_check_sees_what_is_lost(url: str) -> None:
    channel = Channel()
    channel.read(b'{"game": 1, "ply": 0, "position": null, "version": 0, "nonce": "1:0:0"}')
    with pytest.raises(AssertionError, match="game 1 is lost"):
        await check(url, channel)
