"""What a picture is to show, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from bot.rules import SEATS, YARD, Move, Seat, State, parse_position, position_text

Four = tuple[str, str, str, str]
"""A word for each seat."""


@dataclass(frozen=True, slots=True)
class Trail:
    """One move to trace: a piece of ``seat`` went from place to place (-1 is the yard).

    One that ends in the yard was sent back there by the third six.
    """

    seat: Seat
    start: int
    end: int
    captured: tuple[Seat, ...] = ()
    """Whose pieces were sent home, one entry a piece."""
    count: bool = False
    """Whether a count (20 or 10) was played rather than the die: drawn in another stroke."""

    @property
    def back(self) -> bool:
        """Whether the piece was sent back."""
        return self.end == YARD


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a picture shows."""

    state: State
    names: Four
    """By seat; "" where nobody sits."""
    turn: Seat | None
    """Whom to mark as asked; None when it is over."""
    die: int | None
    """The face last thrown."""
    die_seat: Seat | None
    """Who threw it: the die lies in this yard."""
    trail: tuple[Trail, ...] = ()
    """Oldest first; may reach back to the last decision of ``turn``."""
    options: tuple[Move, ...] = ()
    """What ``turn`` may do, numbered from 1 as the buttons."""
    winners: tuple[Seat, ...] = ()
    theme: str = "classic"
    """A key of ``rendering.theme.THEMES``."""
    seat_names: Four = field(kw_only=True)
    """By seat: the colour's name in the game's language, for a name that the font cannot draw."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled with its position in notation: a rule set holds what cannot be pickled."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        del values["state"]
        return _from_notation, (position_text(self.state), values)


def _from_notation(position: str, values: dict[str, Any]) -> Scene:
    return Scene(parse_position(position), **values)


def by_seat(words: Mapping[Seat, str]) -> Four:
    """The words in the order of the seats, "" where there is none."""
    yellow, blue, red, green = (words.get(seat, "") for seat in SEATS)
    return yellow, blue, red, green
