"""What does not move: the printed board, and the yards in each of their looks. Drawn once."""

from enum import Enum
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.rules.board import Ring, Seat
from rendering.assets import Weight, font
from rendering.geometry import SIZE, Box, Cell, Geometry, geometry
from rendering.palette import Palette, mix
from rendering.sprites import Pen, write
from rendering.theme import RGB, Theme

_SCALE: Final = 3
"""Supersampling of the large layers; a fourth step costs twice the time and shows nowhere."""
_CORNER: Final = 26
"""Radius of the board's corners in pixels."""


class Look(Enum):
    """How a yard is shown."""

    EMPTY = "empty"
    """Nobody sits there."""
    WAITING = "waiting"
    ASKED = "asked"
    WON = "won"


class Layers:
    """The static pictures of one board in one theme, as palette indexes (mode ``L``)."""

    def __init__(self, ring: Ring, theme: Theme, palette: Palette) -> None:
        self.geometry = geometry(ring)
        self.theme = theme
        self.palette = palette
        self.yard = lru_cache(maxsize=16)(self._yard)
        self.board = self._board()

    def _board(self) -> Image.Image:
        """The whole board without the contents of its yards."""
        theme, geo = self.theme, self.geometry
        image = Image.new("RGB", (SIZE * _SCALE, SIZE * _SCALE), theme.frame)
        pen = Pen(image, _SCALE)
        _squares(pen, geo, theme)
        _homes(pen, geo, theme)
        image = image.reduce(_SCALE)
        _numbers(image, geo, theme)
        board = self.palette.indexes(image)
        _round_corners(board, self.palette)
        return board

    def _yard(self, seat: Seat, look: Look) -> Image.Image:
        """A yard's box without name, pieces and die; to be pasted at its corner."""
        theme, yard = self.theme, self.geometry.yards[seat]
        box = yard.box
        image = Image.new(
            "RGB", (int(box.width) * _SCALE, int(box.height) * _SCALE), theme.frame
        )
        pen = Pen(image, _SCALE)
        _card(pen, _moved(yard.panel, box), theme, seat, look)
        if look is not Look.EMPTY:
            x, y = yard.circle
            centre = (x - box.left, y - box.top)
            colours = theme.seats[seat]
            pen.disc(centre, yard.circle_radius, colours.dark)
            pen.disc(centre, yard.circle_radius - 2, theme.paper)
            for slot_x, slot_y in yard.slots.centres:
                at = (slot_x - box.left, slot_y - box.top)
                pen.disc(at, yard.slots.radius + 3, theme.line)
                pen.disc(at, yard.slots.radius + 1.5, mix(theme.paper, theme.line, 1 / 6))
        board = self.palette.indexes(image.reduce(_SCALE))
        return board


def _moved(box: Box, origin: Box) -> tuple[float, float, float, float]:
    return (
        box.left - origin.left,
        box.top - origin.top,
        box.right - origin.left,
        box.bottom - origin.top,
    )


def _card(
    pen: Pen, panel: tuple[float, float, float, float], theme: Theme, seat: Seat, look: Look
) -> None:
    """The coloured card of a yard; who is asked gets a broad frame."""
    left, top, right, bottom = panel
    colours = theme.seats[seat]

    def card(inset: float, colour: RGB) -> None:
        pen.card(
            (left + inset, top + inset, right - inset, bottom - inset), 22 - inset, colour
        )

    match look:
        case Look.EMPTY:
            card(0, theme.line)
            card(1.5, mix(theme.frame, theme.paper, 0.5))
        case Look.WAITING:
            card(0, colours.dark)
            card(1.5, colours.tint)
        case Look.ASKED | Look.WON:
            card(-5, theme.ink)
            card(-3, theme.gold if look is Look.WON else theme.white)
            card(3, theme.ink)
            card(5, colours.base)


def _squares(pen: Pen, geo: Geometry, theme: Theme) -> None:
    """The squares of ring and lanes with their lines and round marks."""
    exits = {geo.ring.exits[seat]: seat for seat in Seat}
    for number, cell in enumerate(geo.squares, 1):
        seat = exits.get(number)
        if seat is not None:
            fill, mark = theme.seats[seat].base, theme.paper
        elif number in geo.ring.safe:
            fill, mark = theme.safe, theme.line
        else:
            fill, mark = theme.paper, None
        _square(pen, cell, fill, theme.line)
        if mark is not None:
            radius = min(cell.box.width, cell.box.height) / 2 - 4
            pen.ring(cell.box.centre, radius, 2.4, mark)
            pen.ring(cell.box.centre, radius - 5, 1.2, mark)
    for seat in Seat:
        for cell in geo.lanes[seat]:
            _square(pen, cell, theme.seats[seat].tint, theme.line)


def _square(pen: Pen, cell: Cell, fill: RGB, line: RGB) -> None:
    box = cell.box
    # Lines are shared: each square reaches half a line over its edges.
    pen.card((box.left - 0.67, box.top - 0.67, box.right + 0.67, box.bottom + 0.67), 0, line)
    pen.card((box.left + 0.67, box.top + 0.67, box.right - 0.67, box.bottom - 0.67), 0, fill)


def _homes(pen: Pen, geo: Geometry, theme: Theme) -> None:
    """The four triangles of the centre."""
    for seat in Seat:
        pen.polygon(geo.homes[seat].corners, theme.seats[seat].base)
    for seat in Seat:
        a, b, tip = geo.homes[seat].corners
        pen.line(a, tip, 3, theme.paper)
        pen.line(a, b, 2, theme.line)


def _numbers(image: Image.Image, geo: Geometry, theme: Theme) -> None:
    """The numbers of the squares, at the size of the picture: small type needs FreeType's edges."""
    face = font(Weight.BOLD, geo.number_size)
    exits = {geo.ring.exits[seat]: seat for seat in Seat}
    for number, cell in enumerate(geo.squares, 1):
        seat = exits.get(number)
        colour = theme.ink if seat is None else theme.seats[seat].on_base
        write(image, f"{number}", face, cell.number, colour)


def _round_corners(board: Image.Image, palette: Palette) -> None:
    """Make the outside of the board's round corners see-through, in place."""
    inside = Image.new("L", (SIZE * _SCALE, SIZE * _SCALE))
    ImageDraw.Draw(inside).rounded_rectangle(
        (0, 0, SIZE * _SCALE - 1, SIZE * _SCALE - 1), _CORNER * _SCALE, 255
    )
    inside = inside.reduce(_SCALE)
    steps = len(palette.corners)
    for step, index in enumerate(palette.corners):
        shares = [255 * (round(alpha * steps / 255) == step) for alpha in range(256)]
        board.paste(index, (0, 0), inside.point(shares, "1"))
