"""How often something may be done: so many times within so many seconds, for each key."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable


class Budget:
    """Lets through so many within a span, and keeps the others waiting; forgets what is past.

    Args:
        most: How many.
        span: Within how many seconds.
        clock: Gives the seconds of a clock that never goes back.
        sleep: Waits so many seconds.
    """

    def __init__(
        self,
        most: int,
        span: float,
        *,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._most = most
        self._span = span
        self._clock = clock
        self._sleep = sleep
        self._done: dict[int, deque[float]] = {}

    async def turn(self, key: int) -> bool:
        """Wait until it may be done for a key, and count it; returns whether there was a wait."""
        waited = False
        while True:
            now = self._clock()
            self._forget(now)
            done = self._done.setdefault(key, deque())
            if len(done) < self._most:
                done.append(now)
                return waited
            waited = True
            await self._sleep(done[0] + self._span - now)

    def _forget(self, now: float) -> None:
        """Drop what is past, whole keys too, so that memory does not grow with them."""
        for key in list(self._done):
            done = self._done[key]
            while done and done[0] + self._span <= now:
                done.popleft()
            if not done:
                del self._done[key]
