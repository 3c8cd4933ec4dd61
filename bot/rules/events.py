"""What a step did, in order: enough to tell it and to draw it. Places are the acting seat's own."""

from dataclasses import dataclass

from bot.rules.board import Seat


@dataclass(frozen=True, slots=True)
class Rolled:
    """``face`` fell; it is worth ``value`` squares (a six may count 7)."""

    seat: Seat
    face: int
    value: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece went from place to place; from the yard it entered, at ``ring.home`` it is home."""

    seat: Seat
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Captured:
    """``seat`` sent a piece of ``victim`` back to its yard from ``square``; one event a piece."""

    seat: Seat
    victim: Seat
    square: int


@dataclass(frozen=True, slots=True)
class CountEarned:
    """``count`` squares are owed; they can be used."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class CountLost:
    """``count`` squares were earned and no piece can use them."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class CountDeclined:
    """The seat chose not to use its count (C6)."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class RollLost:
    """Nothing can move by ``face``; ``explain(before, face)`` says why."""

    seat: Seat
    face: int


@dataclass(frozen=True, slots=True)
class ThirdSixVoid:
    """The third six in a row: no move, and the turn ends."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SentBack:
    """The third six sent the seat's piece at ``place`` back to the yard."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class RollsAgain:
    """The seat rolls again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat whose pieces are all home is passed over (G11)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The turn goes from ``seat`` to ``to``."""

    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True)
class Withdrew:
    """A seat left and its pieces are off the board (G15)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Won:
    """The game is over."""

    winners: tuple[Seat, ...]


Event = (
    Rolled
    | Moved
    | Captured
    | CountEarned
    | CountLost
    | CountDeclined
    | RollLost
    | ThirdSixVoid
    | SentBack
    | RollsAgain
    | Skipped
    | TurnPassed
    | Withdrew
    | Won
)
