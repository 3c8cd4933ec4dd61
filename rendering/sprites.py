"""The movable things of a picture: pieces, badges, lines, the die, type.

Each is drawn once, twice as large, and made ready for the palette.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.rules import Seat
from rendering.assets import Weight, fitted, font
from rendering.geometry import Point
from rendering.palette import Palette, Sprite, blocks, mapped, sprite
from rendering.theme import RGB, Shape, Theme

SCALE: Final = 2
"""Supersampling: so many times as wide and as high.

Four looks no better at the size of a picture, let alone on a phone, and made the PNG a sixth
larger.
"""
_DASH: Final = 22
"""Pixels from dash to dash of a dashed line."""
_SHADOW: Final = 64
"""Opacity (of 255) of the shadow below a piece: a quarter."""


Stamp = tuple[Sprite, int, int]
"""A sprite and where it is put."""


class Pen:
    """Draws in picture pixels on an image ``scale`` times as large."""

    def __init__(self, image: Image.Image) -> None:
        self.scale = SCALE
        self._draw = ImageDraw.Draw(image)

    def disc(self, centre: Point, radius: float, colour: RGB | tuple[int, int, int, int]) -> None:
        """A filled circle."""
        x, y = centre
        self._draw.ellipse(self._box(x - radius, y - radius, x + radius, y + radius), colour)

    def ring(self, centre: Point, radius: float, width: float, colour: RGB) -> None:
        """A circle's line, ``width`` pixels inwards from ``radius``."""
        x, y = centre
        box = self._box(x - radius, y - radius, x + radius, y + radius)
        self._draw.ellipse(box, outline=colour, width=round(width * self.scale))

    def card(
        self,
        box: tuple[float, float, float, float],
        radius: float,
        colour: RGB | tuple[int, int, int, int],
    ) -> None:
        """A filled rectangle with round corners."""
        self._draw.rounded_rectangle(self._box(*box), radius * self.scale, colour)

    def polygon(self, points: Sequence[Point], colour: RGB) -> None:
        """A filled polygon."""
        self._draw.polygon([(x * self.scale, y * self.scale) for x, y in points], colour)

    def line(self, start: Point, end: Point, width: float, colour: RGB) -> None:
        """A line with round ends."""
        points = [(x * self.scale, y * self.scale) for x, y in (start, end)]
        self._draw.line(points, colour, round(width * self.scale))
        for point in (start, end):
            self.disc(point, width / 2, colour)

    def star(self, centre: Point, outer: float, inner: float, points: int, colour: RGB) -> None:
        """A filled star, one point upwards."""
        x, y = centre
        corners: list[Point] = []
        for index in range(2 * points):
            reach = inner if index % 2 else outer
            turn = math.radians(index * 180 / points - 90)
            corners.append((x + reach * math.cos(turn), y + reach * math.sin(turn)))
        self.polygon(corners, colour)

    def mark(self, shape: Shape, centre: Point, radius: float, colour: RGB) -> None:
        """A seat's shape; all shapes look equally large at one ``radius``."""
        x, y = centre
        match shape:
            case Shape.CIRCLE:
                self.disc(centre, radius * 0.92, colour)
            case Shape.SQUARE:
                half = radius * 0.84
                self.card((x - half, y - half, x + half, y + half), radius * 0.12, colour)
            case Shape.TRIANGLE:
                tall = radius * 1.22
                low = y + tall * 0.56
                wide = radius * 1.12
                self.polygon(((x, y - tall * 0.94), (x + wide, low), (x - wide, low)), colour)
            case Shape.CROSS:
                long, thick = radius * 1.06, radius * 0.38
                self.card((x - long, y - thick, x + long, y + thick), radius * 0.1, colour)
                self.card((x - thick, y - long, x + thick, y + long), radius * 0.1, colour)

    def _box(self, left: float, top: float, right: float, bottom: float) -> tuple[float, ...]:
        # Pillow counts the last pixel in.
        return (
            left * self.scale,
            top * self.scale,
            right * self.scale - 1,
            bottom * self.scale - 1,
        )


def type_mask(
    text: str, face: ImageFont.FreeTypeFont, strengths: int = 4
) -> tuple[Image.Image, Point]:
    """A line of type as a mask of so many opacities, and its corner from the pen's start.

    At the picture's own size, not supersampled: FreeType draws sharper small type than a reduction.
    """
    left, top, right, bottom = (round(edge) for edge in face.getbbox(text))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), text, 255, face)
    step = 255 / strengths
    table = bytes(round(round(alpha / step) * step) for alpha in range(256))
    return mapped(mask, table), (left, top)


def write(
    image: Image.Image,
    text: str,
    face: ImageFont.FreeTypeFont,
    centre: Point,
    colour: RGB,
    strengths: int = 4,
) -> None:
    """Write upon an opaque image; the middle of the black of the text lies at ``centre``."""
    mask, _ = type_mask(text, face, strengths)
    at = (round(centre[0] - mask.width / 2), round(centre[1] - mask.height / 2))
    image.paste(colour, (*at, at[0] + mask.width, at[1] + mask.height), mask)


def pixel(point: Point) -> tuple[int, int]:
    """The pixel that a point lies in."""
    return math.floor(point[0]), math.floor(point[1])


def at(sprite: Sprite, point: Point) -> Stamp:
    """A sprite put at a point."""
    return sprite, *pixel(point)


class Sheet:
    """All sprites of a theme, made when first asked for and kept.

    Those whose number depends on positions or names are kept up to a bound.
    """

    def __init__(self, theme: Theme, palette: Palette) -> None:
        self.theme = theme
        self.palette = palette
        self.piece = lru_cache(maxsize=512)(self._piece)
        self.ghost = lru_cache(maxsize=512)(self._ghost)
        self.count = lru_cache(maxsize=32)(self._count)
        self.bar = lru_cache(maxsize=64)(self._bar)
        self.stroke = lru_cache(maxsize=1024)(self._stroke)
        self.head = lru_cache(maxsize=512)(self._head)
        self.dot = lru_cache(maxsize=64)(self._dot)
        self.plate = lru_cache(maxsize=128)(self._plate)
        self.burst = lru_cache(maxsize=16)(self._burst)
        self.die = lru_cache(maxsize=6)(self._die)
        self.text = lru_cache(maxsize=256)(self._text)

    def _piece(self, seat: Seat, radius: float, label: str) -> Sprite:
        """A piece with its seat's mark; or, with a ``label``, one that may be chosen by it."""
        colours = self.theme.seats[seat]
        pen, image, centre = self._blank(radius + 2, radius + 2)
        x, y = centre
        if label:
            radius += 2
        pen.disc((x, y + 1.8), radius, (*self.theme.ink, _SHADOW))
        pen.disc(centre, radius, self.theme.ink)
        if label:
            pen.disc(centre, radius - 1.5, self.theme.white)
            pen.disc(centre, radius - 3.6, colours.base)
        else:
            inner = radius - 2
            pen.disc(centre, inner, colours.dark)
            pen.disc((x, y - 1), inner - 1, colours.base)
            pen.mark(colours.shape, (x, y - 0.5), radius * 0.46, colours.on_base)
        image = image.reduce(SCALE)
        if label:
            face = font(Weight.BLACK, round(radius * 1.3))
            write(image, label, face, (x, y), colours.on_base)
        return self._centred(image, self.theme.ink)

    def _ghost(self, seat: Seat, radius: float, label: str) -> Sprite:
        """Where the piece with that label would go."""
        colours = self.theme.seats[seat]
        pen, image, centre = self._blank(radius, radius)
        # White outside too: upon a trace it stands clear, and on paper that rim is not seen.
        pen.disc(centre, radius, self.theme.white)
        pen.disc(centre, radius - 2, colours.base)
        pen.disc(centre, radius - 5, self.theme.white)
        image = image.reduce(SCALE)
        face = font(Weight.BLACK, round(radius * 1.25))
        write(image, label, face, centre, self.theme.ink)
        return self._centred(image, self.theme.white)

    def _count(self, number: int, radius: float) -> Sprite:
        """A small badge: so many pieces stand here."""
        pen, image, centre = self._blank(radius, radius)
        pen.disc(centre, radius, self.theme.white)
        pen.disc(centre, radius - 1.2, self.theme.ink)
        image = image.reduce(SCALE)
        face = font(Weight.BLACK, round(radius * 1.4))
        write(image, f"{number}", face, centre, self.theme.white)
        return self._centred(image, self.theme.white)

    def _bar(self, seat: Seat, radius: float, dx: int, dy: int) -> Sprite:
        """The bar of a blockade from one piece to another ``dx``, ``dy`` away."""
        colours = self.theme.seats[seat]
        pen, image, (x, y) = self._blank(abs(dx) + radius + 2, abs(dy) + radius + 2)
        end = (x + dx, y + dy)
        pen.line((x, y), end, 2 * radius + 4, self.theme.ink)
        pen.line((x, y), end, 2 * radius + 1, colours.dark)
        return self._centred(image.reduce(SCALE), self.theme.ink)

    def _stroke(self, dx: int, dy: int, width: int, colour: RGB, dashed: bool) -> Sprite:
        """A straight line from the point at which it is put to ``dx``, ``dy`` away.

        Ends are square along rows and columns (no edge pixel then, so it costs next to nothing, and
        two lines meet in a corner), round in any other direction.
        """
        pieces = max(1, round(math.hypot(dx, dy) / _DASH)) if dashed else 1
        # So that a broad line shows a rim around each dash of a narrow one upon it.
        share = 0.15 if dashed else 0.5
        dashes: list[tuple[float, float]] = [
            ((piece + 0.5 - share) / pieces, (piece + 0.5 + share) / pieces)
            for piece in range(pieces)
        ]
        if dx and dy:
            pen, image, (x, y) = self._blank(abs(dx) + width, abs(dy) + width)
            for start, end in dashes:
                ends = [(x + dx * share, y + dy * share) for share in (start, end)]
                pen.line(ends[0], ends[1], width, colour)
            return self._centred(image.reduce(SCALE), colour)
        half = width // 2
        boxes: list[tuple[int, int, int, int]] = []
        for start, end in dashes:
            left, right = sorted((round(dx * start), round(dx * end)))
            top, bottom = sorted((round(dy * start), round(dy * end)))
            boxes.append((left - half, top - half, right + half + 1, bottom + half + 1))
        return blocks(self.palette, boxes, colour)

    def _head(self, seat: Seat, degrees: int, length: float) -> Sprite:
        """An arrow head whose tip is the point at which it is put; degrees clockwise from right."""
        pen, image, (x, y) = self._blank(length + 2, length + 2)
        turn = math.radians(degrees)
        ux, uy = math.cos(turn), math.sin(turn)
        for reach, colour in ((0.0, self.theme.ink), (1.9, self.theme.seats[seat].base)):
            # A rim equally broad on all three sides, for wings of three fifths of the length.
            tip = (x - ux * reach * 1.94, y - uy * reach * 1.94)
            back = (x - ux * (length - reach), y - uy * (length - reach))
            half = length * 0.6 - reach * 1.77
            wings = [(back[0] - side * uy * half, back[1] + side * ux * half) for side in (1, -1)]
            pen.polygon((tip, *wings), colour)
        return self._centred(image.reduce(SCALE), self.theme.ink)

    def _dot(self, seat: Seat, radius: float, hollow: bool) -> Sprite:
        """Where a trace begins; or, not hollow, a dot of the way home."""
        pen, image, centre = self._blank(radius, radius)
        pen.disc(centre, radius, self.theme.ink)
        # A narrower rim would mix with both neighbours in one pixel: no shade is kept for that.
        pen.disc(centre, radius - 1.9, self.theme.seats[seat].base)
        if hollow:
            pen.disc(centre, radius - 5.5, self.theme.ink)
        return self._centred(image.reduce(SCALE), self.theme.ink)

    def _plate(self, number: int, size: int, fill: RGB, colour: RGB) -> Sprite:
        """The number of a square on a plate of the square's colour, to lie upon a trace."""
        face = font(Weight.BOLD, size)
        mask, _ = type_mask(f"{number}", face, 2)
        wide, high = mask.width / 2 + 2, mask.height / 2 + 2
        pen, image, (x, y) = self._blank(wide, high)
        pen.card((x - wide, y - high, x + wide, y + high), 3, fill)
        image = image.reduce(SCALE)
        write(image, f"{number}", face, (x, y), colour, 2)
        return self._centred(image, fill)

    def _burst(self, victim: Seat, radius: float) -> Sprite:
        """A star in the colour of a captured piece, to lie below the one that captured it."""
        outer = radius + 10
        pen, image, (x, y) = self._blank(outer, outer)
        for size, colour in ((0, self.theme.ink), (2.6, self.theme.seats[victim].base)):
            pen.star((x, y), outer - size * 1.8, radius + 2.5 - size * 0.8, 12, colour)
        return self._centred(image.reduce(SCALE), self.theme.ink)

    def _die(self, face: int) -> Sprite:
        """The die, 72 pixels wide."""
        half, third = 36, 19
        pen, image, (x, y) = self._blank(half + 2, half + 2)
        pen.card((x - half, y - half + 3, x + half, y + half + 3), 15, (*self.theme.ink, _SHADOW))
        pen.card((x - half, y - half, x + half, y + half), 15, self.theme.ink)
        inner = half - 2
        pen.card((x - inner, y - inner, x + inner, y + inner), 13, self.theme.white)
        for column, row in _PIPS[face]:
            pen.disc((x + column * third, y + row * third), 7.2, self.theme.ink)
        return self._centred(image.reduce(SCALE), self.theme.ink)

    def _text(self, text: str, weight: Weight, size: int, width: int, colour: RGB) -> Sprite:
        """A line of type, cut to ``width`` pixels; its left end at half the capitals' height."""
        face = font(weight, size)
        text = fitted(text, face, width)
        alpha, (left, top) = type_mask(text, face)
        _, high, _, low = face.getbbox("H")
        image = Image.new("RGBA", alpha.size, colour)
        image.putalpha(alpha)
        return sprite(self.palette, image, colour, round(left), round(top - (high + low) / 2))

    def _blank(self, across: float, down: float) -> tuple[Pen, Image.Image, Point]:
        """An empty image that reaches so far from its middle pixel, with room for edges."""
        half_width, half_height = math.ceil(across) + 2, math.ceil(down) + 2
        size = (2 * half_width + 1, 2 * half_height + 1)
        image = Image.new("RGBA", (size[0] * SCALE, size[1] * SCALE))
        return Pen(image), image, (half_width + 0.5, half_height + 0.5)

    def _centred(self, image: Image.Image, edge: RGB) -> Sprite:
        """A sprite put by its middle pixel, without its empty margins."""
        left, top = -(image.width // 2), -(image.height // 2)
        box = image.getbbox() or (0, 0, 1, 1)
        return sprite(self.palette, image.crop(box), edge, left + box[0], top + box[1])


_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
