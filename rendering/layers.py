"""What does not move: the printed board, and the yards in each of their looks. Drawn once."""

from enum import Enum
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.rules import Ring, Seat
from rendering.assets import Weight, font
from rendering.geometry import SIZE, Box, Cell, Geometry, Point, geometry
from rendering.palette import Palette, mapped
from rendering.sprites import SCALE, Pen, write
from rendering.theme import RGB, Theme

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
        self.ground = lru_cache(maxsize=12)(self._ground)
        self.board = palette.indexes(self.draw_board())
        _round_corners(self.board, palette)

    def draw_board(self) -> Image.Image:
        """The whole board without the contents of its yards, in full colour."""
        theme, geo = self.theme, self.geometry
        image = Image.new("RGB", (SIZE * SCALE, SIZE * SCALE), theme.frame)
        pen = Pen(image)
        _homes(pen, geo, theme)
        _squares(pen, geo, theme)
        image = image.reduce(SCALE)
        _numbers(image, geo, theme)
        return image

    def _ground(self, looks: tuple[Look, ...]) -> bytes:
        """The board with its yards in these looks, by seat: a canvas to be copied."""
        image = self.board.copy()
        for seat, look in zip(Seat, looks, strict=True):
            box = self.geometry.yards[seat].box
            image.paste(self.yard(seat, look), (int(box.left), int(box.top)))
        return self.palette.canvas(image)

    def _yard(self, seat: Seat, look: Look) -> Image.Image:
        return self.palette.indexes(self.draw_yard(seat, look))

    def draw_yard(self, seat: Seat, look: Look) -> Image.Image:
        """A yard's box without name, pieces and die, in full colour."""
        theme, yard = self.theme, self.geometry.yards[seat]
        box = yard.box
        image = Image.new("RGB", (int(box.width) * SCALE, int(box.height) * SCALE), theme.frame)
        pen = Pen(image)
        _card(pen, _moved(yard.panel, box), theme, seat, look)
        strong = look in (Look.ASKED, Look.WON)
        colour = theme.seats[seat].on_base if strong else theme.ink
        if look is not Look.EMPTY:
            x, y = yard.circle
            centre = (x - box.left, y - box.top)
            colours = theme.seats[seat]
            x, y = yard.mark
            pen.mark(colours.shape, (x - box.left, y - box.top), 12.5, colour)
            x, y = yard.tally
            _house(pen, (x - box.left - 24, y - box.top), colour)
            pen.disc(centre, yard.circle_radius, theme.paper)
            for slot_x, slot_y in yard.slots.centres:
                at = (slot_x - box.left, slot_y - box.top)
                pen.disc(at, yard.slots.radius * 0.6, theme.frame)
            if look is Look.WON:
                _star(pen, centre, theme)
        return image.reduce(SCALE)


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
        pen.card((left + inset, top + inset, right - inset, bottom - inset), 22 - inset, colour)

    match look:
        case Look.EMPTY:
            card(0, theme.line)
            card(1, theme.empty)
        case Look.WAITING:
            card(0, colours.dark)
            card(2, colours.tint)
        case Look.ASKED | Look.WON:
            card(-5, theme.ink)
            card(-3, theme.gold if look is Look.WON else theme.white)
            card(3, theme.ink)
            card(5, colours.base)


def _house(pen: Pen, centre: Point, colour: RGB) -> None:
    """A little house: the sign for pieces that are home."""
    x, y = centre
    pen.polygon(((x, y - 10), (x + 11, y), (x - 11, y)), colour)
    pen.card((x - 7.5, y - 1, x - 2, y + 8), 0, colour)
    pen.card((x + 2, y - 1, x + 7.5, y + 8), 0, colour)
    pen.card((x - 7.5, y - 1, x + 7.5, y + 2), 0, colour)


def _star(pen: Pen, centre: Point, theme: Theme) -> None:
    """The winner's star."""
    x, y = centre
    for shrink, colour in ((0.0, theme.ink), (4.0, theme.gold)):
        pen.star((x, y), 56 - shrink * 1.75, 24 - shrink * 0.55, 5, colour)


def _squares(pen: Pen, geo: Geometry, theme: Theme) -> None:
    """The squares of ring and lanes with their lines and marks."""
    exits = {geo.ring.exits[seat]: seat for seat in Seat}
    for number, cell in enumerate(geo.squares, 1):
        seat = exits.get(number)
        centre, reach = cell.box.centre, cell.slots[0].radius
        if seat is not None:
            _square(pen, cell, theme.seats[seat].base, theme.line)
            pen.ring(centre, reach - 1.5, 3, theme.paper)
        elif number in geo.ring.safe:
            _square(pen, cell, theme.safe, theme.line)
            if geo.stars:
                pen.star((centre[0] + 2, centre[1] + 3), reach + 3, 0.46 * reach, 5, theme.line)
            else:
                pen.ring(centre, reach - 1.5, 3, theme.line)
        else:
            _square(pen, cell, theme.paper, theme.line)
    for seat in Seat:
        for cell in geo.lanes[seat]:
            _square(pen, cell, theme.seats[seat].tint, theme.line)
        last = geo.ring.squares[seat][-1]
        if last not in geo.ring.safe:
            _signpost(pen, geo.squares[last - 1], geo.homes[seat].axis, theme.seats[seat].base)


def _signpost(pen: Pen, cell: Cell, towards: Point, colour: RGB) -> None:
    """An arrow from a seat's last square of the ring into its lane."""
    x, y = cell.box.centre
    ux, uy = towards
    tip, neck, tail = 17, 3, -15
    pen.line((x + ux * tail, y + uy * tail), (x + ux * neck, y + uy * neck), 7, colour)
    wings = [(x + ux * neck - side * uy * 12, y + uy * neck + side * ux * 12) for side in (1, -1)]
    pen.polygon(((x + ux * tip, y + uy * tip), *wings), colour)


def _square(pen: Pen, cell: Cell, fill: RGB, line: RGB) -> None:
    box = cell.box
    # One line of whole pixels between two squares: it belongs to the right and the lower one.
    pen.card((box.left, box.top, box.right + 1, box.bottom + 1), 0, line)
    pen.card((box.left + 1, box.top + 1, box.right, box.bottom), 0, fill)


def _homes(pen: Pen, geo: Geometry, theme: Theme) -> None:
    """The four triangles of the centre."""
    for seat in Seat:
        home, colours = geo.homes[seat], theme.seats[seat]
        pen.polygon(home.corners, colours.base)
        pen.mark(colours.shape, home.mark, 0.9 * home.radius, colours.light)
    for seat in Seat:
        a, b, tip = geo.homes[seat].corners
        for corner in (a, b):
            pen.line(corner, tip, 3, theme.paper)


def _numbers(image: Image.Image, geo: Geometry, theme: Theme) -> None:
    """The numbers of the squares, at the size of the picture: small type needs FreeType's edges."""
    face = font(Weight.BOLD, geo.number_size)
    exits = {geo.ring.exits[seat]: seat for seat in Seat}
    for number, cell in enumerate(geo.squares, 1):
        seat = exits.get(number)
        colour = theme.ink if seat is None else theme.seats[seat].on_base
        # Two opacities do for type as small as this, and the numbers are an eighth of the file.
        write(image, f"{number}", face, cell.number, colour, 2)


def _round_corners(board: Image.Image, palette: Palette) -> None:
    """Make the outside of the board's round corners see-through, in place."""
    inside = Image.new("L", (SIZE * SCALE, SIZE * SCALE))
    ImageDraw.Draw(inside).rounded_rectangle(
        (0, 0, SIZE * SCALE - 1, SIZE * SCALE - 1), _CORNER * SCALE, 255
    )
    inside = inside.reduce(SCALE)
    steps = len(palette.corners)
    for step, index in enumerate(palette.corners):
        here = bytes(255 * (round(alpha * steps / 255) == step) for alpha in range(256))
        board.paste(index, (0, 0), mapped(inside, here))
