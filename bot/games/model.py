"""What the rest of the program sees of a game: frozen values, made by the storage."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from bot.rules import Action, Event, State
from bot.storage.records import OPEN, Game, Person, Player, Status

__all__ = ["OPEN", "Dice", "Entry", "Game", "Person", "Played", "Player", "Status"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of the log."""

    ply: int
    actor: int | None
    """Who pressed the button; None when the rules left one action and it was played at once."""
    action: Action


@dataclass(frozen=True, slots=True)
class Played:
    """One action as it was played: the position before, and what it did."""

    entry: Entry
    before: State
    events: tuple[Event, ...]


class Dice(Protocol):
    """Where chance comes from; injected."""

    def throw(self, game_id: int, number: int) -> int:
        """The face (1..6) of a game's throw ``number``, counted from 0 over the whole game."""
        ...

    def draw(self, game_id: int, items: Sequence[T]) -> list[T]:
        """The items in a random order (who sits where in 2v2)."""
        ...
