"""What the rest of the program sees of a game: frozen values, made by the storage."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from bot.rules import Action, Event, State
from bot.storage.records import (
    OPEN,
    RUNNING,
    Actor,
    Autopilot,
    Game,
    Leaving,
    Pace,
    Person,
    Player,
    Shards,
    Sitter,
    Status,
    UserSettings,
)

__all__ = [
    "OPEN",
    "RUNNING",
    "Actor",
    "Autopilot",
    "Dice",
    "Entry",
    "Game",
    "Leaving",
    "Outcome",
    "Pace",
    "Person",
    "Played",
    "Player",
    "Reminder",
    "Shards",
    "Sitter",
    "Status",
    "Tick",
    "UserSettings",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of the log."""

    ply: int
    actor: int | None
    """Who pressed the button; None when nobody did: ``by`` tells why."""
    action: Action
    by: Actor = Actor.PERSON


@dataclass(frozen=True, slots=True)
class Played:
    """One action as it was played: the position before, and what it did."""

    entry: Entry
    before: State
    events: tuple[Event, ...]


class Outcome(StrEnum):
    """What the clock did in a game."""

    NOTHING = "nothing"
    """Nothing was due any more: somebody was faster."""
    PLAYED = "played"
    """The time was up: the computer played for whoever was asked."""
    WENT_ON = "went on"
    """A long run of computers' turns was taken up again, or somebody's absence is over."""
    PINGED = "pinged"
    """Whoever seemed to be here is now to be pinged: the next board mentions them."""
    CALLED = "called"
    """The host is now to be called about a request for a seat: the next board mentions them."""
    CLOSED = "closed"
    """Nobody came back to a paused game."""


@dataclass(frozen=True, slots=True)
class Tick:
    """What the clock did in a game, and the game after it; anything but nothing is to be shown."""

    outcome: Outcome
    game: Game
    player: Player | None = None
    """For whom it was played, or who is to be pinged."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """One reminder to one person, about all their games that it is time for."""

    user_id: int
    games: tuple[Game, ...]
    """The one that ends first comes first."""
    last: bool
    """No more will follow about the first of them."""


class Dice(Protocol):
    """Where chance comes from; injected."""

    def throw(self, game_id: int, number: int) -> int:
        """The face (1..6) of a game's throw ``number``, counted from 0 over the whole game."""
        ...

    def draw(self, game_id: int, items: Sequence[T]) -> list[T]:
        """The items in a random order (who sits where in 2v2)."""
        ...
