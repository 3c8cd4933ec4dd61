"""The async face: pictures from a small pool of threads, each scene drawn once."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from bot.rules import RING_52, RING_68
from rendering.board import Scene, prepare, render

_THREADS: Final = 2
"""Drawing is mostly Python and so holds the interpreter's lock: more threads only add waiting."""
_KEPT: Final = 64
"""Pictures kept: about two megabytes."""


class Renderer:
    """Draws scenes off the event loop. Make one for the process; ``close`` it at the end."""

    def __init__(self, draw: Callable[[Scene], bytes] = render) -> None:
        self._draw = draw
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="render")
        self._pictures: OrderedDict[Scene, Future[bytes]] = OrderedDict()

    async def png(self, scene: Scene) -> bytes:
        """The scene as a PNG. Equal scenes asked at once, or again soon, are drawn once.

        Raises what drawing raised; the next request for that scene then draws afresh.
        """
        picture = self._pictures.get(scene)
        if picture is None or (picture.done() and picture.exception() is not None):
            picture = self._pool.submit(self._draw, scene)
            self._pictures[scene] = picture
        self._pictures.move_to_end(scene)
        while len(self._pictures) > _KEPT:
            self._pictures.popitem(last=False)
        # Shielded: who gives up waiting must not take the picture away from the others.
        return await asyncio.shield(asyncio.wrap_future(picture))

    def warm(self) -> None:
        """Begin to draw the layers of all boards, in the pool; returns at once."""
        for ring in (RING_68, RING_52):
            self._pool.submit(prepare, ring)

    def close(self) -> None:
        """Drop what is not begun and wait for the picture that is being drawn (milliseconds)."""
        self._pool.shutdown(wait=True, cancel_futures=True)
