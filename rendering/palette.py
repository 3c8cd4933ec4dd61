"""The fixed palette of a theme, and drawing on it: blending is a table look-up, never a search.

A picture under construction is an image of mode ``L`` that holds palette indexes. (Mode ``P``
would copy the palette with every crop.) An edge pixel of a sprite is one colour at one of a few
strengths; for each of these a table says which index comes out over each index below.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from PIL import Image

from rendering.theme import RGB, Theme

STRENGTHS: Final = 8
"""Steps of opacity that a sprite's edge may have."""
_CORNER_STEPS: Final = 4
"""Half-transparent entries, for the rounded corners of the board over any background."""


def mix(below: RGB, above: RGB, share: float) -> RGB:
    """The colour of ``above`` at opacity ``share`` (0..1) over ``below``."""
    r, g, b = (round(x + (y - x) * share) for x, y in zip(below, above, strict=True))
    return r, g, b


def _ramps(theme: Theme) -> Iterable[tuple[RGB, RGB, int]]:
    """Pairs of colours that meet at edges, and how many shades lie between them.

    In order of importance: shades that come too close to an earlier one are left out, and what does
    not fit into the palette any more is too.
    """
    yield theme.paper, theme.ink, 11
    yield theme.paper, theme.line, 5
    yield theme.frame, theme.ink, 7
    for seat in theme.seats:
        yield seat.base, theme.ink, 7
        yield seat.base, seat.on_base, 7
        yield seat.tint, theme.ink, 7
        yield seat.base, theme.paper, 7
        yield seat.tint, theme.paper, 4
    yield theme.safe, theme.ink, 7
    for seat in theme.seats:
        yield seat.base, seat.light, 4
        yield seat.base, seat.dark, 3
        yield seat.tint, theme.frame, 4
        yield seat.base, theme.gold, 5
        yield seat.tint, theme.line, 3
        yield seat.tint, seat.base, 3
    yield theme.gold, theme.ink, 5
    yield theme.frame, theme.line, 3
    yield theme.safe, theme.line, 3


class Palette:
    """The colours of a theme's pictures."""

    def __init__(self, theme: Theme) -> None:
        flat = [theme.paper, theme.frame, theme.safe, theme.line, theme.ink, theme.white, theme.gold]
        for seat in theme.seats:
            flat += [seat.base, seat.light, seat.dark, seat.tint]
        self.colours: list[RGB] = list(dict.fromkeys(flat))
        room = 256 - _CORNER_STEPS
        for below, above, count in _ramps(theme):
            for step in range(1, count + 1):
                colour = mix(below, above, step / (count + 1))
                if len(self.colours) < room and all(_apart(colour, c) for c in self.colours):
                    self.colours.append(colour)
        self.alphas = [255] * len(self.colours)
        self._search = Image.new("P", (1, 1))
        self._search.putpalette(_flat(self.colours))
        self.corners = tuple(range(len(self.colours), len(self.colours) + _CORNER_STEPS))
        """Indexes of the frame's colour at opacity 0, 1/4, 2/4, 3/4."""
        for step in range(_CORNER_STEPS):
            self.colours.append(theme.frame)
            self.alphas.append(255 * step // _CORNER_STEPS)
        self.data = _flat(self.colours)
        """Red, green and blue of each entry, as ``Image.putpalette`` takes it."""
        self.transparency = bytes(self.alphas)
        self.veil = lru_cache(maxsize=None)(self._veil)

    def indexes(self, image: Image.Image) -> Image.Image:
        """An RGB image as indexes (mode ``L``), each pixel the nearest opaque colour."""
        found = image.quantize(palette=self._search, dither=Image.Dither.NONE)
        return Image.frombytes("L", found.size, found.tobytes())

    def index(self, colour: RGB) -> int:
        """The index of the nearest opaque colour."""
        return self.indexes(Image.new("RGB", (1, 1), colour)).tobytes()[0]

    def _veil(self, colour: RGB, strength: int) -> list[int]:
        """By index below: the index that comes out under ``colour`` at ``strength``/STRENGTHS."""
        row = Image.new("RGB", (256, 1))
        mixed = [mix(below, colour, strength / STRENGTHS) for below in self.colours]
        row.putdata(mixed + [(0, 0, 0)] * (256 - len(mixed)))
        return list(self.indexes(row).tobytes())


def _apart(one: RGB, other: RGB) -> bool:
    return max(abs(x - y) for x, y in zip(one, other, strict=True)) >= 6


def _flat(colours: Iterable[RGB]) -> list[int]:
    return [channel for colour in colours for channel in colour]


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A small picture made ready for one palette."""

    rgba: Image.Image = field(repr=False)
    """What it should look like."""
    solid: Image.Image = field(repr=False)
    """Indexes of its opaque pixels."""
    mask: Image.Image | None = field(repr=False)
    """Which these are; None for all."""
    veils: tuple[tuple[list[int], Image.Image], ...] = field(repr=False)
    """Its other pixels: a table over the indexes below, and where it holds."""
    left: int
    """Where its left edge lies from the point at which it is put."""
    top: int

    def draw(self, canvas: Image.Image, x: int, y: int) -> None:
        """Put it on a canvas of indexes, which must hold it wholly."""
        x += self.left
        y += self.top
        box = (x, y, x + self.solid.width, y + self.solid.height)
        if self.veils:
            below = canvas.crop(box)
            for table, mask in self.veils:
                canvas.paste(below.point(table), box, mask)
        canvas.paste(self.solid, box, self.mask)


def sprite(
    palette: Palette, rgba: Image.Image, edge: RGB, left: int = 0, top: int = 0
) -> Sprite:
    """Make a sprite of an RGBA image whose half-transparent pixels all have the colour ``edge``."""
    strengths = rgba.getchannel("A").point([round(a * STRENGTHS / 255) for a in range(256)])
    present = [index for index, count in enumerate(strengths.histogram()) if count]
    return Sprite(
        rgba=rgba,
        solid=palette.indexes(rgba.convert("RGB")),
        mask=None if present == [STRENGTHS] else _where(strengths, STRENGTHS),
        veils=tuple(
            (palette.veil(edge, strength), _where(strengths, strength))
            for strength in present
            if 0 < strength < STRENGTHS
        ),
        left=left,
        top=top,
    )


def _where(strengths: Image.Image, strength: int) -> Image.Image:
    """A mask of the pixels of one strength."""
    return strengths.point([255 * (value == strength) for value in range(256)], "1")
