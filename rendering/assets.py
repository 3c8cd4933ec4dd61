"""The typeface: Lato from its package, what it can draw, and names made fit to be drawn."""

import struct
import unicodedata
from bisect import bisect_right
from enum import Enum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from PIL import ImageFont


class Weight(Enum):
    """The cuts of Lato in use; the value is the file's name."""

    BOLD = "Lato-Bold.ttf"
    BLACK = "Lato-Black.ttf"


ELLIPSIS: Final = "…"
_LONGEST: Final = 400
"""Characters of a name that are looked at: Discord's have 32, and no line shows more than 40."""


def font_path(weight: Weight) -> Path:
    """The file of a cut; FileNotFoundError when the package lacks it."""
    path = Path(str(files("font_lato") / "files" / weight.value))
    if not path.is_file():
        raise FileNotFoundError(path)
    return path


@cache
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """A cut at so many pixels an em.

    The basic layout draws character by character on every machine, with or without Raqm: no
    reordering, so a direction mark cannot turn anything round.
    """
    return ImageFont.truetype(str(font_path(weight)), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def coverage(weight: Weight) -> frozenset[int]:
    """The code points that a cut has a glyph for, read from the file's character map.

    Pillow does not say which characters are missing; it draws an empty box for them.
    """
    data = font_path(weight).read_bytes()
    (tables,) = struct.unpack_from(">H", data, 4)
    offsets = {
        data[at : at + 4]: struct.unpack_from(">L", data, at + 8)[0]
        for at in range(12, 12 + 16 * tables, 16)
    }
    cmap: int = offsets[b"cmap"]
    (subtables,) = struct.unpack_from(">H", data, cmap + 2)
    found: set[int] = set()
    for index in range(subtables):
        platform, encoding, offset = struct.unpack_from(">HHL", data, cmap + 4 + 8 * index)
        at = cmap + offset
        # Format 4 in Unicode: the one subtable that every TrueType font with Latin letters has.
        if (platform, encoding) in {(0, 3), (3, 1)} and data[at : at + 2] == b"\0\4":
            found |= _format_4(data, at)
    return frozenset(found)


def _format_4(data: bytes, at: int) -> set[int]:
    """The code points of a ``cmap`` subtable of format 4 (OpenType specification, cmap)."""
    (doubled,) = struct.unpack_from(">H", data, at + 6)
    count = doubled // 2
    words = f">{count}H"
    ends = struct.unpack_from(words, data, at + 14)
    starts = struct.unpack_from(words, data, at + 16 + doubled)
    deltas = struct.unpack_from(words, data, at + 16 + 2 * doubled)
    ranges_at = at + 16 + 3 * doubled
    ranges = struct.unpack_from(words, data, ranges_at)
    found: set[int] = set()
    for segment in range(count):
        for code in range(starts[segment], min(ends[segment], 0xFFFE) + 1):
            glyph = code
            if ranges[segment]:
                where = ranges_at + 2 * segment + ranges[segment] + 2 * (code - starts[segment])
                (glyph,) = struct.unpack_from(">H", data, where)
                if not glyph:
                    continue
            if (glyph + deltas[segment]) & 0xFFFF:
                found.add(code)
    return found


def drawable(text: str, weight: Weight = Weight.BOLD) -> str:
    """The text as the font can draw it, on one line; "" when it cannot.

    Fancy letters become plain ones and lose an accent that the font does not know; stray combining
    marks, direction marks and other invisible characters fall away, and so do symbols and pictures
    that the font lacks. Any other letter or digit that it lacks makes the whole text undrawable:
    half a name would be another name.

        >>> drawable("Zoë \N{GAME DIE}"), drawable("\N{CYRILLIC CAPITAL LETTER ZHE}ana")
        ('Zoë', '')
    """
    glyphs = coverage(weight)
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", text[:_LONGEST]):
        if ord(character) in glyphs and unicodedata.category(character)[0] != "C":
            kept.append(character)
            continue
        for plain in unicodedata.normalize("NFKC", character):
            category = unicodedata.category(plain)
            bare = unicodedata.normalize("NFD", plain)[0]
            if category[0] == "Z" or plain in "\t\n\r":
                kept.append(" ")
            elif category[0] in "CM":
                continue
            elif ord(plain) in glyphs:
                kept.append(plain)
            elif ord(bare) in glyphs:
                kept.append(bare)
            elif category[0] not in "PS":
                return ""
    return " ".join("".join(kept).split())


def fitted(text: str, face: ImageFont.FreeTypeFont, width: float) -> str:
    """The text, or as much of its beginning as fits into ``width`` pixels with an ellipsis."""
    if face.getlength(text) <= width:
        return text

    def cut(length: int) -> str:
        return text[:length].rstrip() + ELLIPSIS

    lengths = range(len(text))
    most = bisect_right(lengths, width, key=lambda length: face.getlength(cut(length)))
    return cut(max(0, most - 1))
