"""The colours of a board, as data. Another theme is another value."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

RGB = tuple[int, int, int]


class Shape(Enum):
    """The mark on a seat's pieces: tells the seats apart without colour."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class SeatColours:
    """One seat's colours and its mark."""

    base: RGB
    """Pieces and lines."""
    light: RGB
    """The lit rim of a piece."""
    dark: RGB
    """Its lower rim, and the bar of a blockade."""
    tint: RGB
    """Lane, home and the yard of whoever waits."""
    on_base: RGB
    """Type and marks upon ``base``."""
    shape: Shape


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of a board.

    They are multiples of 4: Pillow's palette search works on a grid of that width, and so finds
    each of them exactly.
    """

    name: str
    paper: RGB
    """The squares."""
    frame: RGB
    """The board around and between them."""
    empty: RGB
    """The yard of a seat that nobody has."""
    safe: RGB
    """A safe square."""
    line: RGB
    """Lines between squares, and the round mark of a safe square."""
    ink: RGB
    """Type, outlines, shadows."""
    white: RGB
    """Marks on dark colours, the die."""
    gold: RGB
    """Who is asked; who has won."""
    seats: tuple[SeatColours, SeatColours, SeatColours, SeatColours]
    """By seat."""


_INK: Final = (44, 40, 48)
_WHITE: Final = (252, 252, 252)

CLASSIC: Final = Theme(
    name="classic",
    paper=(252, 248, 236),
    frame=(232, 220, 196),
    empty=(240, 232, 216),
    safe=(220, 216, 212),
    line=(152, 140, 124),
    ink=_INK,
    white=_WHITE,
    gold=(252, 208, 80),
    seats=(
        SeatColours(
            base=(244, 188, 40),
            light=(252, 220, 116),
            dark=(180, 124, 16),
            tint=(252, 228, 156),
            on_base=_INK,
            shape=Shape.CIRCLE,
        ),
        SeatColours(
            base=(32, 76, 156),
            light=(100, 144, 212),
            dark=(24, 48, 104),
            tint=(152, 172, 216),
            on_base=_WHITE,
            shape=Shape.SQUARE,
        ),
        SeatColours(
            base=(192, 44, 44),
            light=(236, 124, 108),
            dark=(136, 28, 32),
            tint=(228, 152, 144),
            on_base=_WHITE,
            shape=Shape.TRIANGLE,
        ),
        SeatColours(
            base=(40, 152, 112),
            light=(112, 196, 156),
            dark=(20, 92, 64),
            tint=(164, 216, 188),
            on_base=_WHITE,
            shape=Shape.CROSS,
        ),
    ),
)
