"""The colours of a board, as data. Another theme is another value."""

from collections.abc import Mapping
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
    """Type, outlines, shadows: light on a dark board."""
    white: RGB
    """The opposite of ink: the die, the inside of a ghost."""
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

_NIGHT_INK: Final = (236, 232, 224)
_NIGHT_WHITE: Final = (20, 20, 28)

NIGHT: Final = Theme(
    name="night",
    paper=(52, 52, 64),
    frame=(36, 36, 44),
    empty=(44, 44, 56),
    safe=(84, 84, 100),
    line=(124, 124, 140),
    ink=_NIGHT_INK,
    white=_NIGHT_WHITE,
    gold=(252, 208, 80),
    seats=(
        SeatColours(
            base=(244, 196, 40),
            light=(252, 224, 132),
            dark=(152, 116, 20),
            tint=(96, 84, 12),
            on_base=_NIGHT_WHITE,
            shape=Shape.CIRCLE,
        ),
        SeatColours(
            base=(108, 132, 252),
            light=(164, 176, 252),
            dark=(68, 80, 188),
            tint=(24, 40, 108),
            on_base=_NIGHT_WHITE,
            shape=Shape.SQUARE,
        ),
        SeatColours(
            base=(240, 64, 60),
            light=(252, 148, 140),
            dark=(144, 28, 32),
            tint=(96, 24, 28),
            on_base=_NIGHT_WHITE,
            shape=Shape.TRIANGLE,
        ),
        SeatColours(
            base=(68, 196, 124),
            light=(148, 228, 180),
            dark=(36, 112, 76),
            tint=(32, 96, 80),
            on_base=_NIGHT_WHITE,
            shape=Shape.CROSS,
        ),
    ),
)

_BLACK: Final = (0, 0, 0)

CONTRAST: Final = Theme(
    name="contrast",
    paper=_WHITE,
    frame=(212, 212, 212),
    empty=(228, 228, 228),
    safe=(196, 196, 196),
    line=(84, 84, 84),
    ink=_BLACK,
    white=_WHITE,
    gold=(252, 208, 0),
    seats=(
        SeatColours(
            base=(244, 200, 8),
            light=(252, 232, 132),
            dark=(136, 108, 0),
            tint=(244, 232, 112),
            on_base=_BLACK,
            shape=Shape.CIRCLE,
        ),
        SeatColours(
            base=(0, 32, 128),
            light=(112, 136, 212),
            dark=(0, 16, 72),
            tint=(152, 180, 240),
            on_base=_WHITE,
            shape=Shape.SQUARE,
        ),
        SeatColours(
            base=(176, 8, 0),
            light=(240, 116, 108),
            dark=(96, 0, 0),
            tint=(248, 152, 144),
            on_base=_WHITE,
            shape=Shape.TRIANGLE,
        ),
        SeatColours(
            base=(0, 184, 136),
            light=(124, 228, 196),
            dark=(0, 92, 68),
            tint=(132, 232, 196),
            on_base=_BLACK,
            shape=Shape.CROSS,
        ),
    ),
)

THEMES: Final[Mapping[str, Theme]] = {theme.name: theme for theme in (CLASSIC, NIGHT, CONTRAST)}
"""By name: what a game's theme may be."""
