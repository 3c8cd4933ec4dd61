"""Positions and actions: immutable values, equal when they play the same."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from bot.rules.board import YARD, Seat
from bot.rules.ruleset import Ruleset


class Chance(Enum):
    """Who acts when the die is to fall."""

    DIE = "die"


@dataclass(frozen=True, slots=True)
class Roll:
    """The die falls: an action of chance. ``face`` is 1..6."""

    face: int


@dataclass(frozen=True, slots=True)
class Move:
    """The seat whose turn it is moves one piece from place to place; from ``YARD`` it enters."""

    start: int
    end: int

    @property
    def enters(self) -> bool:
        """Whether the piece comes from the yard."""
        return self.start == YARD


@dataclass(frozen=True, slots=True)
class Decline:
    """A count is declined (C6)."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A seat leaves the game, in or out of turn (G15); never among the legal actions."""

    seat: Seat


Action = Roll | Move | Decline | Withdraw

Newest = tuple[Seat | None, ...]
NOBODY: Final[Newest] = (None, None, None, None)
ROLLS: Final[tuple[Action, ...]] = tuple(Roll(face) for face in range(1, 7))


@dataclass(frozen=True, slots=True)
class State:
    """A position. ``bot.rules`` makes it; ``dataclasses.replace`` does not keep ``legal`` right.

    At most one of ``die`` and ``count`` is set: a face to be played or a count owed. With neither,
    the die is to fall for ``turn``.
    """

    rules: Ruleset
    pieces: tuple[tuple[int, ...], ...]
    """By seat: the places of its four pieces, ascending; empty for a seat that is not there."""
    turn: Seat
    """Who rolls or decides; when the game is over, the first of the winners."""
    legal: tuple[Action, ...] = field(compare=False, repr=False)
    """The legal actions: follows from the rest, kept because every step asks for it twice."""
    die: int = 0
    count: int = 0
    sixes: int = 0
    """Sixes in a row in this turn (G12); not 0 means that the last face was one."""
    tracked: int | None = None
    """Where the piece stands that a third six would send back (P6, C8)."""
    newest: Newest = NOBODY
    """By seat: of two different rivals on its exit square, who arrived last (P2)."""
    winners: tuple[Seat, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats still in the game, in the order of the ring."""
        return tuple(seat for seat in Seat if self.pieces[seat])


class IllegalAction(ValueError):
    """An action that the position does not allow; the text quotes both."""
