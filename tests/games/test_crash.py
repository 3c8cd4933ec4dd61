"""A few kills of a real process, on each database; ``python -m tests.long crash`` does many."""

import asyncio
import json
from pathlib import Path
from typing import Any

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
    line(channel, game=1, ply=0, position=None, version=0, face="", nonce="1:0:0", asks=None)
    with pytest.raises(AssertionError, match="game 1 is lost"):
        await check(url, channel)


def test_the_check_sees_a_question_that_pings_twice_or_never() -> None:
    said: dict[str, Any] = {
        "game": 1,
        "ply": 3,
        "position": "?",
        "version": 5,
        "waits": False,
        "face": "",
    }
    asked = {"asked": [7, "now"], "asks": 7}
    with pytest.raises(AssertionError, match="never pinged"):
        line(Channel(), **said, **asked, nonce="1:3:0", pings=[])
    channel = Channel()
    line(channel, **said, **asked, nonce="1:3:0", pings=[7])
    line(channel, **said, **asked, nonce="1:3:1", pings=[])
    with pytest.raises(AssertionError, match="pinged twice"):
        line(channel, **said, **asked, nonce="1:3:2", pings=[7])


def line(channel: Channel, **said: Any) -> None:
    channel.read(json.dumps(said).encode())
