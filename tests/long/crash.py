"""Kills a real process (SIGKILL) at any point of its games, and looks at what is left.

The child (``tests.long._crashing``) plays random games through the service, with computers,
deadlines, absences and long runs, and shows each position as the bot would: it notes that it is
about to send, writes the board to its standard output (the "channel"), notes that it is shown. It
kills itself at a step named by its parent, or the parent kills it at some moment of its own. After
each kill the parent, which has read the channel, checks that the log replays to the snapshot, that
all that was seen is stored as it was seen, and that what was not seen is still to be shown. Then
the next child goes on with the same games: it looks in the channel for what may have been sent,
shows what lags, and brings all boards down once more. No question may ping twice.
"""

import asyncio
import json
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from bot.games.dice import SecureDice
from bot.games.model import Game, Status
from bot.games.service import Games
from bot.rules import (
    Roll,
    highest,
    initial,
    position_text,
    replay,
)
from bot.storage import Logged, Store
from tests.long._crashing import face

STEPS = ("thrown", "saving", "statement", "commit", "saved", "sending", "sent", "shown", "any")
"""Where a child can be told to kill itself; ``statement`` is within a transaction or read."""


@dataclass
class Channel:
    """All that people have seen, by game."""

    actions: dict[tuple[int, int], str] = field(default_factory=dict)
    positions: dict[tuple[int, int], str] = field(default_factory=dict)
    faces: dict[int, str] = field(default_factory=dict)
    sent: dict[str, int | None] = field(default_factory=dict)
    """By nonce, whom the message asks."""
    pinged: set[tuple[Any, ...]] = field(default_factory=set)
    """Questions, by game, ply, person and time, that have pinged the person."""
    asks: dict[int, int | None] = field(default_factory=dict)
    """By game, whom its last message asks."""
    asked: dict[tuple[int, int], tuple[int, list[Any]]] = field(default_factory=dict)
    """By ply: the version that asks first, whom, and since when. A restart must not ask anew."""

    def read(self, line: bytes) -> None:
        """Takes a line in; two that contradict each other are an AssertionError."""
        said = json.loads(line)
        at = said["game"], said["ply"]
        if "action" in said:
            assert self.actions.setdefault(at, said["action"]) == said["action"], (at, said)
            return
        if said["position"] is not None:
            assert self.positions.setdefault(at, said["position"]) == said["position"], (at, said)
        if said.get("asked") is not None:
            version, asked = self.asked.get(at, (said["version"], said["asked"]))
            if said["version"] > version + 1:
                # The game may have paused in between, unseen: coming back asks anew.
                asked = said["asked"]
            assert asked == said["asked"], (at, said)
            self.asked[at] = said["version"], asked
            self.hear(said)
        assert said["nonce"] not in self.sent, said
        self.sent[said["nonce"]] = self.asks[said["game"]] = said["asks"]
        self.faces[said["game"]] = said["face"]

    def hear(self, said: Mapping[str, Any]) -> None:
        """Takes the ping of a question in: it comes once, and it comes."""
        user_id, since = said["asked"]
        question = said["game"], said["ply"], user_id, since
        if user_id in said["pings"]:
            assert question not in self.pinged, f"pinged twice: {said}"
            self.pinged.add(question)
        elif self.asks.get(said["game"]) != user_id and not said["waits"]:
            raise AssertionError(f"never pinged: {said}")


@dataclass(frozen=True)
class Kill:
    """When to kill: a child kills itself at a step, or its parent after so many lines."""

    step: str | None
    number: int


def killed(url: str, kill: Kill, seed: int, channel: Channel) -> None:
    """Lets a child play until it is killed; the channel then holds what it showed."""
    step = kill.step or "never"
    command = [sys.executable, "-m", "tests.long._crashing", url, str(seed), step, str(kill.number)]
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, **pipes) as child:
        assert child.stdin is not None
        child.stdin.write(json.dumps(channel.sent).encode())
        child.stdin.close()
        assert child.stdout is not None
        assert child.stderr is not None
        for number, line in enumerate(child.stdout, start=1):
            channel.read(line)
            if kill.step is None and number == kill.number:
                child.kill()
        errors = child.stderr.read().decode()
    if child.returncode != -signal.SIGKILL:
        raise AssertionError(f"the child was not killed but ended by itself:\n{errors}")


async def check(url: str, channel: Channel) -> Counter[str]:
    """Compares the database with what was seen; returns counts of what was looked at.

    Raises:
        AssertionError: something is lost, differs, or would never be shown.
    """
    store = Store(url)
    try:
        return await _checked(store, channel)
    finally:
        await store.close()


async def _checked(store: Store, channel: Channel) -> Counter[str]:
    games = Games(store, SecureDice())
    figures: Counter[str] = Counter()
    lagging = set(await games.lagging())
    for game_id in count(1):
        game = await store.get(game_id)
        if game is None:
            assert game_id > max(channel.faces, default=0), f"game {game_id} is lost"
            break
        figures["games"] += 1
        figures["over"] += game.status is Status.OVER
        if game_id not in lagging:
            assert channel.faces[game_id] == face(game), f"game {game_id} was never shown"
        figures["lagging"] += game_id in lagging
        figures["plies"] += game.ply
        check_question(game)
        if game.state is not None:
            check_log(game, await games.story(game), await store.log(game_id, 0, 1 << 30), channel)
    for at in (*channel.actions, *channel.positions):
        assert at[0] <= figures["games"], at
    return figures


def check_question(game: Game) -> None:
    """Whoever has to decide is asked, with a deadline; else nobody is."""
    if game.status is not Status.PLAYING:
        assert (game.waits_for, game.asked_at, game.deadline) == (None, None, None), game
        return
    assert game.asks is not None
    assert game.deadline is not None, game
    assert game.due_at is not None, game
    assert game.waits_for in (None, game.asks.id), game


def check_log(game: Game, story: Sequence[Any], rows: Sequence[Logged], channel: Channel) -> None:
    """The log from the first position to the last one, which is the snapshot."""
    seats = [player.seat for player in game.players if player.seat is not None]
    [starter] = highest(dict(game.opening[-1]))
    state = initial(game.rules, seats, starter)
    actions = [played.entry.action for played in story]
    states = [state, *(step.state for step in replay(state, actions))]
    positions = [position_text(each) for each in states]
    assert [row.ply for row in rows] == list(range(game.ply))
    assert game.state is not None
    assert positions[-1] == position_text(game.state), f"game {game.id} differs from its log"
    rolls = sum(isinstance(action, Roll) for action in actions)
    assert game.throws == sum(len(throws) for throws in game.opening) + rolls
    for row in rows:
        assert row.position in (None, positions[row.ply]), row
        seen = channel.actions.get((game.id, row.ply), row.text)
        assert seen == row.text, f"game {game.id}: {seen} was seen at {row.ply}, now {row.text}"
    for (game_id, ply), position in channel.positions.items():
        if game_id == game.id:
            assert positions[ply] == position, (game_id, ply)
    for game_id, ply in channel.actions:
        assert game_id != game.id or ply < game.ply, (game_id, ply)


def prove(url: str, kills: Iterable[Kill], seed: int) -> dict[str, int]:
    """Kills one child after the other, each going on with the games of the one before."""
    channel = Channel()
    figures: Counter[str] = Counter()
    done = 0
    for done, kill in enumerate(kills, start=1):
        try:
            killed(url, kill, seed + done, channel)
            figures = asyncio.run(check(url, channel))
        except AssertionError as error:
            error.add_note(f"kill {done}: {kill}, seed {seed}, {url}")
            raise
    return {
        "kills": done,
        "boards_seen": len(channel.sent),
        "pings": len(channel.pinged),
        **figures,
    }


def random_kills(number: int, seed: int) -> list[Kill]:
    """Half of them by the parent at its own moment, half at a step."""
    rng = random.Random(seed)
    return [
        Kill(None, rng.randint(1, 150))
        if rng.random() < 0.5
        else Kill(rng.choice(STEPS), rng.randint(1, 60))
        for _ in range(number)
    ]


def run(kills: int = 300) -> dict[str, Any]:
    """Five sixths of the kills on SQLite, the others on PostgreSQL."""
    from tests.storage.databases import migrated_url

    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as directory:
        for kind, share in (("sqlite", kills - kills // 6), ("postgresql", kills // 6)):
            url = asyncio.run(migrated_url(kind, Path(directory)))
            figures[kind] = prove(url, random_kills(share, share), seed=share)
    return figures
