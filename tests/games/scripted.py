"""Dice that fall as a test says, a clock that stands, and people who play."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import pytest

from bot.games.errors import UserError
from bot.games.model import Actor, Dice, Game, Leaving, Outcome, Pace, Person, Player, Status
from bot.games.service import Games
from bot.rules import PARCHIS, Action, Chance, Roll, State, action_text, legal_actions, to_act
from bot.storage import Store

T = TypeVar("T")

ANA, BO, CY, DI, EVA = (
    Person(id_, name) for id_, name in enumerate(["Ana", "Bo", "Cy", "Di", "Eva"], start=1)
)


class SeededDice(Dice):
    """The same face for the same throw, however often it is asked for."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def throw(self, game_id: int, number: int) -> int:
        return random.Random(f"{self.seed}/{game_id}/{number}").randint(1, 6)

    def draw(self, game_id: int, items: Sequence[T]) -> list[T]:
        return random.Random(f"{self.seed}/{game_id}").sample(items, len(items))


class ScriptedDice(Dice):
    """The faces given, by their numbers; seats are drawn in reverse order."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.faces = list(faces)
        self.thrown: list[int] = []
        """The numbers asked for, in order."""

    def throw(self, game_id: int, number: int) -> int:
        self.thrown.append(number)
        return self.faces[number]

    def draw(self, game_id: int, items: Sequence[T]) -> list[T]:
        return list(reversed(items))


class Clock:
    """The time, which passes when told to."""

    def __init__(self) -> None:
        self.time = datetime(2025, 10, 26, 0, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def passes(self, **duration: float) -> None:
        self.time += timedelta(**duration)


async def opened(games: Games, host: Person = ANA, **changes: Any) -> Game:
    """A lobby of ``parchis`` for four."""
    options: dict[str, Any] = {
        "guild_id": 10,
        "channel_id": 20,
        "locale": "es",
        "rules": PARCHIS,
        "max_players": 4,
        "invited": (),
    }
    return await games.open(host, **(options | changes))


async def started(games: Games, *people: Person, **changes: Any) -> Game:
    """A game of these people, at its first roll."""
    game = await opened(games, people[0], **changes)
    for person in people[1:]:
        await games.join(game.id, person)
    return await games.start(game.id, people[0].id)


DAYS: dict[str, Any] = {"pace": Pace.DAY, "on_leave": Leaving.COMPUTER}
"""What the command opens a game with."""


async def by(games: Games, game: Game, since: int = 0) -> list[tuple[str, Actor]]:
    """What was played, and by whom or why."""
    return [
        (action_text(one.entry.action, one.before), one.entry.by)
        for one in await games.story(game, since)
    ]


def asked(game: Game) -> Person:
    """Who has to act."""
    assert game.asks is not None
    return Person(game.asks.id, game.asks.name)


def codes(game: Game) -> list[str]:
    """The codes of the buttons of a game's board."""
    assert game.state is not None
    if to_act(game.state) is Chance.DIE:
        return ["roll"]
    return [action_text(action, game.state) for action in legal_actions(game.state)]


def first(codes: list[str]) -> str:
    return codes[0]


async def play(
    games: Games,
    game: Game,
    *,
    choose: Callable[[list[str]], str] = first,
    until: Callable[[Game], bool] = lambda game: False,
) -> Game:
    """Plays on as those who are asked would, to the end or until something is so."""
    while game.status is Status.PLAYING and not until(game):
        game = await games.act(game.id, asked(game), game.ply, choose(codes(game)))
    return game


def decides(game: Game) -> bool:
    """Whether a person has a choice of moves."""
    return codes(game) != ["roll"]


async def at(store: Store, game: Game, state: State) -> Game:
    """The game, put into a position as if it had been played."""
    return await store.save(replace(game, state=state), at=game.created_at)


@contextmanager
def refused(key: str, kind: type[UserError] = UserError, **params: object) -> Iterator[None]:
    """Expects a refusal with that key and exactly these parameters."""
    with pytest.raises(UserError) as caught:
        yield
    error = caught.value
    assert (type(error), error.key, error.params) == (kind, key, params)


def seats(game: Game) -> dict[str, str | None]:
    """Who has which colour, by first letters; a star for a place kept."""

    def letter(player: Player) -> str | None:
        return "*" if player.invited else player.seat.letter if player.seat is not None else None

    return {player.name: letter(player) for player in game.players}


def faces(actions: Iterable[Action]) -> list[int]:
    """The faces that fell."""
    return [action.face for action in actions if isinstance(action, Roll)]


def other(game: Game) -> Person:
    return BO if game.waits_for == ANA.id else ANA


async def late(games: Games, game: Game, clock: Clock) -> Game:
    """Whoever is asked lets the time pass."""
    assert game.deadline is not None
    clock.time = max(clock.time, game.deadline)
    assert await games.due(clock.time) == [game.id]
    tick = await games.tick(game.id)
    assert tick.outcome is Outcome.PLAYED
    assert tick.player is not None
    assert tick.player.id == game.waits_for
    assert tick.game == await games.get(game.id)
    return tick.game
