"""The async face: pictures and replays, drawn off the event loop, each scene once."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Final

from bot.rules import RING_52, RING_68
from rendering.animation import Progress, animate
from rendering.board import prepare, render
from rendering.elsewhere import Elsewhere
from rendering.scene import Scene

_THREADS: Final = 2
"""Drawing is mostly Python and so holds the interpreter's lock: more threads only add waiting."""
_KEPT: Final = 64
"""Pictures kept: about two megabytes."""


class _GivenUp(RuntimeError):
    """Nobody waits for this replay any more."""


class Renderer:
    """Draws scenes off the event loop. Make one for the process; ``close`` it at the end.

    With ``processes`` pictures are drawn in so many others. Drawing is half of what a click costs,
    and it is Python: here it would take the interpreter's lock from all else.
    """

    def __init__(self, draw: Callable[[Scene], bytes] = render, *, processes: int = 0) -> None:
        self._draw = draw
        self._elsewhere = Elsewhere(processes)
        # One hands a picture over while all processes draw.
        threads = max(_THREADS, processes + 1)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="render")
        # One replay at a time, and never in the way of a picture.
        self._studio = ThreadPoolExecutor(1, thread_name_prefix="replay")
        self._closing = Event()
        self._pictures: OrderedDict[Scene, Future[bytes]] = OrderedDict()

    async def png(self, scene: Scene) -> bytes:
        """The scene as a PNG. Equal scenes asked at once, or again soon, are drawn once.

        Raises what drawing raised; the next request for that scene then draws afresh.
        """
        picture = self._pictures.get(scene)
        if picture is None or (picture.done() and picture.exception() is not None):
            picture = self._pool.submit(self._elsewhere.call, self._draw, scene)
            self._pictures[scene] = picture
        self._pictures.move_to_end(scene)
        while len(self._pictures) > _KEPT:
            self._pictures.popitem(last=False)
        # Shielded: who gives up waiting must not take the picture away from the others.
        return await asyncio.shield(asyncio.wrap_future(picture))

    async def gif(
        self,
        frames: Sequence[Scene],
        limit_bytes: int,
        *,
        seconds: float = 0.8,
        hold: float = 4.0,
        progress: Progress | None = None,
    ) -> bytes:
        """The scenes as a GIF of at most so many bytes; see ``animation.animate``.

        Replays are drawn one after the other. ``progress`` is called on the event loop. Whoever
        gives up waiting ends the drawing at its next frame.
        """
        loop = asyncio.get_running_loop()
        given_up = Event()

        def watch(done: int, total: int) -> None:
            if given_up.is_set() or self._closing.is_set():
                raise _GivenUp
            if progress is not None:
                loop.call_soon_threadsafe(progress, done, total)

        def draw() -> bytes:
            watch(0, len(frames))
            return animate(frames, limit_bytes, seconds=seconds, hold=hold, progress=watch)

        try:
            return await loop.run_in_executor(self._studio, draw)
        finally:
            given_up.set()

    def warm(self) -> None:
        """Begin to draw the layers of all boards, in the pool; returns at once."""
        for ring in (RING_68, RING_52):
            self._pool.submit(self._elsewhere.call, prepare, ring)

    def close(self) -> None:
        """Drop what is not begun and wait for what is being drawn (milliseconds).

        A replay that is being drawn is left off and raises ``RuntimeError``.
        """
        self._closing.set()
        self._studio.shutdown(wait=True, cancel_futures=True)
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._elsewhere.close()
