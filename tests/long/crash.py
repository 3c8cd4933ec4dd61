"""Kills a real process (SIGKILL) at any point of its games, and looks at what is left.

The child plays random games through the service, with computers, deadlines, absences and long runs,
and shows each position as the bot would: it notes
that it is about to send, writes the board to its standard output (the "channel"), notes that it is
shown. It kills itself at a step named by its parent, or the parent kills it at some moment of its
own. After each kill the parent, which has read the channel, checks that the log replays to the
snapshot, that all that was seen is stored as it was seen, and that what was not seen is still to
be shown. Then the next child goes on with the same games.
"""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import event

from bot.games.dice import SecureDice
from bot.games.errors import UserError
from bot.games.model import Autopilot, Dice, Game, Leaving, Pace, Person, Status
from bot.games.service import Games
from bot.rules import (
    CLASSIC,
    PARCHIS,
    Chance,
    Roll,
    action_text,
    highest,
    initial,
    legal_actions,
    position_text,
    replay,
    to_act,
)
from bot.storage import Logged, Store

T = TypeVar("T")

CHANNEL = 20
PEOPLE = [Person(id_, f"p{id_}") for id_ in range(1, 5)]
STEPS = ("thrown", "saving", "statement", "commit", "saved", "sending", "sent", "shown", "any")
"""Where a child can be told to kill itself; ``statement`` is within a transaction or read."""


# -- the child -----------------------------------------------------------------------------------


class Steps:
    """Counts the named steps and ends the process at the one that was chosen."""

    def __init__(self, name: str, number: int) -> None:
        self._name, self._left = name, number

    def __call__(self, name: str) -> None:
        """One more such step."""
        if name == self._name or self._name == "any":
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)


class WatchedDice(Dice):
    """Real dice, with a step between the throw and its storing."""

    def __init__(self, step: Callable[[str], None]) -> None:
        self._dice, self._step = SecureDice(), step

    def throw(self, game_id: int, number: int) -> int:
        """A face."""
        face = self._dice.throw(game_id, number)
        self._step("thrown")
        return face

    def draw(self, game_id: int, items: Sequence[T]) -> list[T]:
        """A random order."""
        return self._dice.draw(game_id, items)


class WatchedStore(Store):
    """The real store, with steps around and within each write."""

    def __init__(self, url: str, step: Callable[[str], None]) -> None:
        super().__init__(url)
        self._step = step
        engine = self._database.engine
        event.listen(engine, "before_cursor_execute", lambda *_: step("statement"))
        event.listen(engine, "commit", lambda _: step("commit"))

    async def save(self, game: Game, **options: Any) -> Game:
        """Stores a change."""
        self._step("saving")
        saved = await super().save(game, **options)
        self._step("saved")
        return saved


async def play(url: str, seed: int, step: Callable[[str], None]) -> None:
    """Plays random games for ever, showing each change."""
    rng = random.Random(seed)
    store = WatchedStore(url, step)
    clock = Clock(datetime.now(UTC))
    games = Games(store, WatchedDice(step), clock)
    for game_id in await games.lagging():
        await show(games, game_id, step)
    while True:
        tables = await games.of_channel(CHANNEL)
        if len(tables) < 3:
            game = await games.open(
                PEOPLE[0],
                guild_id=1,
                channel_id=CHANNEL,
                locale="es",
                rules=replace(rng.choice([PARCHIS, CLASSIC]), quick=rng.random() < 0.8),
                max_players=4,
                computers=rng.choice([(), ("easy",), ("medium", "medium")]),
                pace=rng.choice([*Pace]),
                on_leave=rng.choice([*Leaving]),
            )
        else:
            game = await change(games, rng.choice(tables), rng, clock)
        await show(games, game.id, step)


class Clock:
    """The time, which jumps: each process begins at the real one, and may find it put back."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        """The time."""
        return self.now


async def change(games: Games, game: Game, rng: random.Random, clock: Clock) -> Game:
    """One thing that somebody does, or that the clock does because nobody did."""
    if game.status is Status.LOBBY:
        if len(game.players) >= 2 and rng.random() < 0.5:
            return await games.start(game.id, game.host_id)
        try:
            return await games.join(game.id, rng.choice(PEOPLE))
        except UserError:
            return game
    if game.due_at is not None and rng.random() < 0.15:
        clock.now = max(clock.now, game.due_at)
        return (await games.tick(game.id)).game
    if game.status is Status.PAUSED:
        return await games.back(game.id, rng.choice(game.people).id)
    assert game.state is not None
    assert game.asks is not None
    if game.waits_for is None:  # a long run, which the clock takes up again
        return (await games.tick(game.id)).game
    if rng.random() < 0.003:
        return await games.leave(game.id, game.waits_for)
    if rng.random() < 0.03:
        return await games.set_autopilot(game.id, game.waits_for, rng.choice([*Autopilot]))
    if to_act(game.state) is Chance.DIE:
        code = "roll"
    else:
        code = action_text(rng.choice(legal_actions(game.state)), game.state)
    return await games.act(game.id, Person(game.asks.id, game.asks.name), game.ply, code)


async def show(games: Games, game_id: int, step: Callable[[str], None]) -> None:
    """Shows the game, as a publisher would: nonce, message, id of the message."""
    game = await games.get(game_id)
    story = await games.story(game, game.shown_ply)
    step("sending")
    nonce = await games.sending(game)
    for played in story:
        text = action_text(played.entry.action, played.before)
        say(game=game.id, ply=played.entry.ply, action=text)
    position = None if game.state is None else position_text(game.state)
    asked = None if game.waits_for is None else [game.waits_for, str(game.asked_at)]
    say(
        game=game.id,
        ply=game.ply,
        position=position,
        version=game.version,
        nonce=nonce,
        asked=asked,
    )
    step("sent")
    await games.shown(game, message_id=1, message_at=game.created_at, asked_id=None)
    step("shown")


def say(**what: Any) -> None:
    """A line of the channel. Short enough that the system writes all of it or nothing."""
    os.write(1, (json.dumps(what) + "\n").encode())


# -- the parent ----------------------------------------------------------------------------------


@dataclass
class Channel:
    """All that people have seen, by game."""

    actions: dict[tuple[int, int], str] = field(default_factory=dict)
    positions: dict[tuple[int, int], str] = field(default_factory=dict)
    versions: dict[int, int] = field(default_factory=dict)
    nonces: set[str] = field(default_factory=set)
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
        assert said["nonce"] not in self.nonces, said
        self.nonces.add(said["nonce"])
        self.versions[said["game"]] = said["version"]


@dataclass(frozen=True)
class Kill:
    """When to kill: a child kills itself at a step, or its parent after so many lines."""

    step: str | None
    number: int


def killed(url: str, kill: Kill, seed: int, channel: Channel) -> None:
    """Lets a child play until it is killed; the channel then holds what it showed."""
    step = kill.step or "never"
    command = [sys.executable, "-m", "tests.long.crash", url, str(seed), step, str(kill.number)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
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
            assert game_id > max(channel.versions, default=0), f"game {game_id} is lost"
            break
        figures["games"] += 1
        figures["over"] += game.status is Status.OVER
        if game_id not in lagging:
            assert channel.versions[game_id] == game.version, f"game {game_id} was never shown"
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
    return {"kills": done, "boards_seen": len(channel.nonces), **figures}


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


if __name__ == "__main__":
    url_, seed_, name_, number_ = sys.argv[1:]
    asyncio.run(play(url_, int(seed_), Steps(name_, int(number_))))
