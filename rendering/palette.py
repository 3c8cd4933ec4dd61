"""The fixed palette of a theme, and drawing on it: blending is a table look-up, never a search.

A picture under construction, a *canvas*, is a bytearray of palette indexes, row by row. Each row
begins with the byte that PNG wants there, so a finished canvas needs only to be compressed. An edge
pixel of a sprite is one colour at one of a few strengths; for each of these a table says which
index comes out over each index below.
"""

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, groupby
from typing import Final, Protocol

from PIL import Image

from rendering.geometry import SIZE
from rendering.theme import RGB, Theme

try:
    from isal.isal_zlib import compressobj  # pyright: ignore[reportUnknownVariableType]
except ModuleNotFoundError:  # not made for this kind of processor
    from zlib import compressobj

STRIDE: Final = SIZE + 1
"""Bytes from a pixel of a canvas to the one below it."""
STRENGTHS: Final = 16
"""Steps of opacity that a sprite's edge may have."""
_QUICK: Final = 2
"""The level for most pictures, of ISA-L's 0 to 3, and for want of it of zlib's 0 to 9."""
_LARGE: Final = 43_000
"""Bytes of a picture, without its palette, from which it is compressed harder."""
CLEAR: Final = 255
"""The index that is see-through."""
_CORNER_STEPS: Final = 4
"""Half-transparent entries, for the rounded corners of the board over any background."""


def mapped(image: Image.Image, table: bytes) -> Image.Image:
    """A grey image (mode ``L``) with each value replaced by the table's entry for it."""
    return Image.frombytes("L", image.size, image.tobytes().translate(table))


def mix(below: RGB, above: RGB, share: float) -> RGB:
    """The colour of ``above`` at opacity ``share`` (0..1) over ``below``."""
    r, g, b = (round(x + (y - x) * share) for x, y in zip(below, above, strict=True))
    return r, g, b


def _ramps(theme: Theme) -> Iterable[tuple[RGB, RGB, int]]:
    """Pairs of colours that meet at edges, and how many shades lie between them.

    Three, for what is drawn twice as large: an edge pixel is covered by one, two or three quarters.
    Seven, where edges often lie upon edges. In order of importance: shades that come too close to
    an earlier one are left out.
    """
    yield theme.paper, theme.ink, 7
    for seat in theme.seats:
        yield seat.base, theme.ink, 7
        yield seat.base, seat.on_base, 7
        yield seat.tint, theme.ink, 7
        yield seat.base, theme.paper, 7
    yield theme.safe, theme.ink, 7
    yield theme.white, theme.ink, 7
    yield theme.frame, theme.ink, 7
    for seat in theme.seats:
        yield seat.base, seat.dark, 7
        yield seat.dark, theme.ink, 7
        yield seat.base, seat.light, 3
        yield seat.tint, theme.paper, 3
        yield seat.tint, theme.frame, 3
        yield seat.tint, seat.dark, 3
        yield seat.base, theme.white, 3
        yield seat.dark, theme.frame, 3
    yield theme.gold, theme.ink, 3
    yield theme.paper, theme.line, 3
    yield theme.paper, theme.frame, 3
    yield theme.safe, theme.line, 3
    yield theme.frame, theme.line, 3
    # Where edges cross: three colours in one pixel.
    for seat in theme.seats:
        for share in (0.25, 0.5, 0.75):
            yield mix(seat.base, theme.paper, share), theme.ink, 7
            yield mix(seat.base, theme.white, share), theme.ink, 4
            yield mix(seat.tint, seat.dark, share), theme.ink, 3
        yield mix(seat.base, seat.dark, 0.5), theme.ink, 3
        yield mix(seat.dark, theme.white, 0.5), theme.ink, 3
    for one, other in combinations(theme.seats, 2):
        yield one.base, other.base, 3


class Palette:
    """The colours of a theme's pictures."""

    def __init__(self, theme: Theme) -> None:
        flat = [
            theme.paper,
            theme.frame,
            theme.empty,
            theme.safe,
            theme.line,
            theme.ink,
            theme.white,
            theme.gold,
        ]
        for seat in theme.seats:
            flat += [seat.base, seat.light, seat.dark, seat.tint]
        room = 256 - _CORNER_STEPS
        shades = [
            mix(below, above, step / (count + 1))
            for below, above, count in _ramps(theme)
            for step in range(1, count + 1)
        ]
        # As fine as they all fit; a theme of strong contrasts has more of them.
        self.colours: list[RGB] = next(
            colours
            for near in range(6, 256)
            if len(colours := _distinct(flat, shades, near)) <= room
        )
        self.alphas = [255] * len(self.colours)
        self._search = Image.new("P", (1, 1))
        self._search.putpalette(_flat(self.colours))
        first = len(self.colours)
        self.corners = (CLEAR, *range(first, first + _CORNER_STEPS - 1))
        """Indexes of the frame's colour at opacity 0, 1/4, 2/4, 3/4."""
        self.alphas += [255 * step // _CORNER_STEPS for step in range(1, _CORNER_STEPS)]
        self.alphas += [0] * (256 - len(self.alphas))
        self.colours += [theme.frame] * (256 - first)
        self.table = bytes(_flat(self.colours))
        """Red, green and blue of 256 indexes."""
        self._transparency = bytes(self.alphas)
        self.veil = lru_cache(maxsize=None)(self._veil)
        self.index = lru_cache(maxsize=None)(self._index)

    def png(self, canvas: bytes | bytearray) -> bytes:
        """A canvas as a PNG file.

        ISA-L takes a fifth of the time that zlib takes to make a picture as small. Rows are not
        filtered: neighbouring indexes have nothing to do with each other, and Up makes the file a
        quarter larger. Only a picture that comes out too large for that, full of pieces and long
        traces, is worth zlib's five milliseconds.
        """
        body = _deflated(compressobj(_QUICK), canvas)
        if len(body) > _LARGE:
            body = _deflated(zlib.compressobj(6), canvas)
        header = struct.pack(">LLBBBBB", SIZE, SIZE, 8, 3, 0, 0, 0)
        return b"".join(
            (
                b"\x89PNG\r\n\x1a\n",
                _chunk(b"IHDR", header),
                _chunk(b"PLTE", self.table),
                _chunk(b"tRNS", self._transparency),
                _chunk(b"IDAT", body),
                _chunk(b"IEND", b""),
            )
        )

    def canvas(self, image: Image.Image) -> bytes:
        """An image of indexes (mode ``L``) of the picture's size as a canvas."""
        rows = Image.new("L", (STRIDE, SIZE))
        rows.paste(image, (1, 0))
        return rows.tobytes()

    def indexes(self, image: Image.Image) -> Image.Image:
        """An RGB image as indexes (mode ``L``), each pixel the nearest opaque colour."""
        found = image.quantize(palette=self._search, dither=Image.Dither.NONE)
        return Image.frombytes("L", found.size, found.tobytes())

    def _index(self, colour: RGB) -> int:
        """The index of the nearest opaque colour."""
        return self.indexes(Image.new("RGB", (1, 1), colour)).tobytes()[0]

    def _veil(self, colour: RGB, strength: int) -> bytes:
        """By index below: the index that comes out under ``colour`` at ``strength``/STRENGTHS."""
        mixed = [mix(below, colour, strength / STRENGTHS) for below in self.colours]
        row = Image.frombytes("RGB", (256, 1), bytes(_flat(mixed)).ljust(3 * 256, b"\0"))
        return self.indexes(row).tobytes()


def _deflated(deflate: "_Deflate", data: bytes | bytearray) -> bytes:
    return deflate.compress(data) + deflate.flush()


class _Deflate(Protocol):
    def compress(self, data: bytes | bytearray, /) -> bytes: ...

    def flush(self) -> bytes: ...


def _distinct(flat: Iterable[RGB], shades: Iterable[RGB], near: int) -> list[RGB]:
    """All flat colours, and the shades that differ by ``near`` in some channel from those before.

    An earlier shade stands for the later ones that are close to it.
    """
    kept = list(dict.fromkeys(flat))
    for r, g, b in shades:
        if all(max(abs(r - x), abs(g - y), abs(b - z)) >= near for x, y, z in kept):
            kept.append((r, g, b))
    return kept


def _chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG file."""
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))


def _flat(colours: Iterable[RGB]) -> list[int]:
    return [channel for colour in colours for channel in colour]


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A small picture made ready for one palette.

    It is kept as plain bytes and drawn by slicing: with the handful of opacities in a sprite of
    forty pixels, Pillow's calls (a crop, then a table and a masked paste for each) took four times
    as long.
    """

    rgba: Image.Image = field(repr=False)
    """What it should look like."""
    spans: tuple[tuple[int, int, bytes], ...] = field(repr=False)
    """Its opaque pixels by runs: start and end from the first pixel on the canvas, and indexes."""
    veils: tuple[tuple[bytes, tuple[int, ...]], ...] = field(repr=False)
    """Its other pixels: a table over the indexes below, and where it holds."""
    left: int
    """Where its left edge lies from the point at which it is put."""
    top: int

    def draw(self, canvas: bytearray, x: int, y: int) -> None:
        """Put it on a canvas, which must hold it wholly."""
        first = (y + self.top) * STRIDE + 1 + x + self.left
        for table, offsets in self.veils:
            for offset in offsets:
                at = first + offset
                canvas[at] = table[canvas[at]]
        for start, end, run in self.spans:
            canvas[first + start : first + end] = run


def sprite(palette: Palette, rgba: Image.Image, edge: RGB, left: int = 0, top: int = 0) -> Sprite:
    """Make a sprite of an RGBA image whose half-transparent pixels all have the colour ``edge``."""
    steps = bytes(round(alpha * STRENGTHS / 255) for alpha in range(256))
    strengths = rgba.getchannel("A").tobytes().translate(steps)
    indexes = palette.indexes(rgba.convert("RGB")).tobytes()
    spans: list[tuple[int, int, bytes]] = []
    veils: dict[int, list[int]] = {}
    width = rgba.width
    for row in range(rgba.height):
        column = 0
        first = row * width
        for strength, run in groupby(strengths[first : first + width]):
            length = len(tuple(run))
            offset = row * STRIDE + column
            if strength == STRENGTHS:
                spans.append(
                    (offset, offset + length, indexes[first + column : first + column + length])
                )
            elif strength:
                veils.setdefault(strength, []).extend(range(offset, offset + length))
            column += length
    return Sprite(
        rgba=rgba,
        spans=tuple(spans),
        veils=tuple((palette.veil(edge, key), tuple(veils[key])) for key in sorted(veils)),
        left=left,
        top=top,
    )


def blocks(palette: Palette, boxes: Iterable[tuple[int, int, int, int]], colour: RGB) -> Sprite:
    """A sprite of filled boxes (left, top, right, bottom from the point at which it is put).

    As ``sprite`` would make it of a drawing of them, without the search for each pixel.
    """
    boxes = list(boxes)
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    rgba = Image.new("RGBA", (right - left, bottom - top))
    pixel = bytes((palette.index(colour),))
    spans: list[tuple[int, int, bytes]] = []
    for box_left, box_top, box_right, box_bottom in boxes:
        width = box_right - box_left
        for row in range(box_top - top, box_bottom - top):
            start = row * STRIDE + box_left - left
            spans.append((start, start + width, pixel * width))
        rgba.paste(colour, (box_left - left, box_top - top, box_right - left, box_bottom - top))
    return Sprite(rgba=rgba, spans=tuple(spans), veils=(), left=left, top=top)
