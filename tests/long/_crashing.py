"""The process that ``tests.long.crash`` kills: it plays random games for ever, and shows them."""

import asyncio
import json
import os
import random
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
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
    action_text,
    legal_actions,
    position_text,
    to_act,
)
from bot.storage import Store
from cogs.ui.compose import compose

T = TypeVar("T")

CHANNEL = 20
PEOPLE = [Person(id_, f"p{id_}") for id_ in range(1, 5)]


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


async def play(url: str, seed: int, step: Callable[[str], None], sent: Mapping[str, Any]) -> None:
    """Plays random games for ever, showing each change.

    ``sent`` is what earlier processes have sent to the channel: by nonce, whom it asks.
    """
    rng = random.Random(seed)
    store = WatchedStore(url, step)
    clock = Clock(datetime.now(UTC))
    games = Games(store, WatchedDice(step), clock)
    await games.beat("all", clock.now)
    for game_id in await games.lagging():
        await recover(games, game_id, sent)
        await show(games, game_id, step)
    for game in await games.of_channel(CHANNEL):  # people come back and ask for the board
        await show(games, game.id, step)
        if game.waits_for is not None:  # what changes nothing about the question asks nobody anew
            await games.mute(game.id, game.waits_for)
            await show(games, game.id, step)
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


async def recover(games: Games, game_id: int, sent: Mapping[str, Any]) -> None:
    """Makes the message that was about to be sent the game's, if it was sent, as a publisher does.

    Whom it asks has been asked; the game goes on lagging, for it may show less than is stored.
    """
    game = await games.get(game_id)
    if game.sending is None:
        return
    found = game.sending in sent
    await games.shown(
        replace(game, version=-1),
        message_id=1 if found else game.message_id,
        message_at=game.created_at,
        asked_id=sent[game.sending] if found else game.asked_id,
    )


async def show(games: Games, game_id: int, step: Callable[[str], None]) -> None:
    """Shows the game, as a publisher would: nonce, message, id of the message."""
    game, told = await games.told(game_id)
    story = await games.story(game, game.shown_ply)
    post = compose(game, told)
    step("sending")
    nonce = await games.sending(game)
    for played in story:
        text = action_text(played.entry.action, played.before)
        say(game=game.id, ply=played.entry.ply, action=text)
    say(
        game=game.id,
        ply=game.ply,
        position=None if game.state is None else position_text(game.state),
        version=game.version,
        face=face(game),
        nonce=nonce,
        asked=None if game.waits_for is None else [game.waits_for, str(game.asked_at)],
        asks=post.asked_id,
        pings=list(post.told) if post.tells else [],
        waits=game.ping_at is not None,
    )
    step("sent")
    await games.shown(game, message_id=1, message_at=game.created_at, asked_id=post.asked_id)
    step("shown")


def face(game: Game) -> str:
    """What can be seen of a game beside the pieces: where it changes, it has to be shown."""
    players = [
        (each.name, each.left, each.computer, each.away_until, each.wants_end)
        for each in game.players
    ]
    return repr((game.ply, game.status, game.waits_for, game.deadline, game.host_id, players))


def say(**what: Any) -> None:
    """A line of the channel. Short enough that the system writes all of it or nothing."""
    os.write(1, (json.dumps(what) + "\n").encode())


if __name__ == "__main__":
    url_, seed_, name_, number_ = sys.argv[1:]
    sent_ = json.loads(sys.stdin.read())
    asyncio.run(play(url_, int(seed_), Steps(name_, int(number_)), sent_))
