"""A replay as a GIF, drawn straight in palette indexes: a frame holds only what changed.

Nothing is quantized and no frame is kept: the palette is the theme's, a frame is the rectangle
around the changed pixels, and unchanged ones within it are transparent, which compresses to next
to nothing. A replay that would be too large has fewer frames, never worse ones.
"""

import struct
from collections.abc import Callable, Sequence
from typing import Final

from PIL import Image, ImageChops

from rendering.board import Painter, painter_of
from rendering.geometry import SIZE
from rendering.palette import CLEAR, STRIDE, Palette
from rendering.scene import Scene

Progress = Callable[[int, int], object]
"""Told after each frame: how many are drawn, of how many."""

_UNCHANGED: Final = [CLEAR] + [0] * 255
"""By difference: what, laid upon an index where it is greater, clears what is the same."""
_FEWER: Final = 0.92
"""Of the frames that filled the limit, how many to try next: leaving some out makes the others a
little larger."""
_TRAILER: Final = b"\x3b"


def animate(
    frames: Sequence[Scene],
    limit_bytes: int,
    *,
    seconds: float = 0.8,
    hold: float = 4.0,
    progress: Progress | None = None,
) -> bytes:
    """The scenes as a GIF of ``geometry.SIZE`` pixels each way that runs again and again.

    Args:
        frames: scenes of one board in one theme, in order.
        limit_bytes: the most that may come out; scenes are left out evenly, the last one never.
        seconds: how long a frame is shown; ``hold`` the last one.
        hold: see above.
        progress: called after each frame. When the limit makes a new attempt necessary, it counts
            from 1 again, of fewer. What it raises ends the drawing.

    Raises:
        ValueError: there are no frames, they differ in board or theme, or not even one fits.
    """
    if len({(scene.state.rules.ring, scene.theme) for scene in frames}) != 1:
        raise ValueError("a replay has at least one frame, all of one board and theme")
    painter = painter_of(frames[0])
    chosen = frames
    while True:
        gif, done = _attempt(painter, chosen, limit_bytes, (seconds, hold), progress)
        if gif is not None:
            return gif
        count = min(int(done * _FEWER), len(chosen) - 1)
        if count < 1:
            raise ValueError(f"not one frame fits into {limit_bytes} bytes")
        chosen = [frames[index] for index in spread(len(frames), count)]


def spread(length: int, count: int) -> list[int]:
    """``count`` indexes of ``length`` evenly apart, the last always and the first if two are."""
    if count == 1:
        return [length - 1]
    return [index * (length - 1) // (count - 1) for index in range(count)]


def _attempt(
    painter: Painter,
    frames: Sequence[Scene],
    limit: int,
    times: tuple[float, float],
    progress: Progress | None,
) -> tuple[bytes | None, int]:
    """The GIF, or None when it grows too large; and how many frames fitted."""
    parts = [_head(painter.palette)]
    size = len(parts[0]) + len(_TRAILER)
    before: Image.Image | None = None
    for index, scene in enumerate(frames):
        image = Image.frombytes("L", (STRIDE, SIZE), painter.canvas(scene))
        # Also the byte at the head of each row, which is the same in all.
        part = _frame(before, image, times[index == len(frames) - 1])
        size += len(part)
        if size > limit:
            return None, index
        parts.append(part)
        before = image
        if progress is not None:
            progress(index + 1, len(frames))
    return b"".join([*parts, _TRAILER]), len(frames)


def _head(palette: Palette) -> bytes:
    """Signature, size, colours, and that it runs for ever."""
    size = struct.pack("<HHBBB", SIZE, SIZE, 0xF7, 0, 0)
    loop = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    return b"GIF89a" + size + palette.table + loop


def _frame(before: Image.Image | None, image: Image.Image, seconds: float) -> bytes:
    """What changed in ``image``, to be laid upon ``before``."""
    box = (1, 0, STRIDE, SIZE)
    area = image.crop(box)
    if before is not None:
        difference = ImageChops.difference(before, image)
        # Nothing changed: the smallest picture that a frame can be.
        box = difference.getbbox() or (1, 0, 2, 1)
        # The greatest index is the clear one, so the greater of two is a mask and a paste in one.
        mask = difference.crop(box).point(_UNCHANGED)  # pyright: ignore[reportUnknownMemberType]
        area = ImageChops.lighter(image.crop(box), mask)
    left, top, _, _ = box
    # "Leave in place" and "has a transparent colour"; hundredths of a second.
    control = struct.pack("<BBHBB", 4, 0b101, round(seconds * 100), CLEAR, 0)
    place = struct.pack("<HHHHB", left - 1, top, *area.size, 0)
    # Pillow's own encoder, of which its GIF files are made: sub-blocks of LZW codes.
    codes: bytes = area.tobytes("gif", "L", 8, 0)
    return b"\x21\xf9" + control + b"\x2c" + place + b"\x08" + codes + b"\0"
