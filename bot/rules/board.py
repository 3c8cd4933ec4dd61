"""The two rings: seats, exits, lanes, safe squares and the names of places (G2, G3).

A *place* is how far a piece has come, as seen from its own seat: ``YARD`` (-1) or the number of
steps past its exit square. A *square* is a number of the ring, the same for everybody.
"""

from dataclasses import dataclass, field
from enum import IntEnum

YARD = -1


class Seat(IntEnum):
    """A seat, named by its colour; the order is the one in which pieces meet the exits (G3)."""

    YELLOW = 0
    BLUE = 1
    RED = 2
    GREEN = 3

    @property
    def letter(self) -> str:
        """The seat in notation: ``Y``, ``B``, ``R`` or ``G``."""
        return self.name[0]

    @property
    def partner(self) -> "Seat":
        """The seat opposite, which is the partner's in 2v2 (G11)."""
        return SEATS[self ^ 2]


SEATS: tuple[Seat, ...] = tuple(Seat)


@dataclass(frozen=True, slots=True)
class Ring:
    """A board: ``size`` squares round, of which a piece walks ``loop`` before its ``lane``.

    Places 0..loop-1 are on the ring, loop..home-1 in the lane, ``home`` is home (G2).
    """

    size: int
    loop: int
    lane: int
    exits: tuple[int, int, int, int]
    safe: frozenset[int]
    choice: tuple[Seat, Seat, Seat, Seat]
    """The seats in the order in which they go to players who do not choose (G4)."""
    home: int = field(init=False, compare=False)
    squares: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """By seat: the square of each loop place."""
    places: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """By seat: the loop place of each square; ``OFF_LOOP`` where that seat never stands."""

    def __post_init__(self) -> None:
        squares = tuple(
            tuple((first - 1 + step) % self.size + 1 for step in range(self.loop))
            for first in self.exits
        )
        places: list[tuple[int, ...]] = []
        for walk in squares:
            row = [OFF_LOOP] * (self.size + 1)
            for place, square in enumerate(walk):
                row[square] = place
            places.append(tuple(row))
        object.__setattr__(self, "home", self.loop + self.lane)
        object.__setattr__(self, "squares", squares)
        object.__setattr__(self, "places", tuple(places))

    def square(self, seat: Seat, place: int) -> int | None:
        """The ring square of a place, or None in the yard, the lane and home."""
        return self.squares[seat][place] if 0 <= place < self.loop else None

    def is_safe(self, seat: Seat, place: int) -> bool:
        """Whether a piece cannot be captured there: a safe square, its lane, home."""
        return place >= self.loop or self.square(seat, place) in self.safe


OFF_LOOP = -2

RING_68 = Ring(
    size=68,
    loop=64,
    lane=7,
    exits=(5, 22, 39, 56),
    safe=frozenset({5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63, 68}),
    choice=(Seat.YELLOW, Seat.RED, Seat.BLUE, Seat.GREEN),
)
RING_52 = Ring(
    size=52,
    loop=51,
    lane=5,
    exits=(27, 40, 1, 14),
    safe=frozenset({1, 14, 27, 40, 9, 22, 35, 48}),
    choice=(Seat.RED, Seat.YELLOW, Seat.GREEN, Seat.BLUE),
)
