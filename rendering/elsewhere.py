"""Drawing in processes of its own, so that it does not hold up the one that plays."""

import logging
import os
import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")

_Answer = tuple[bool, Any]

_LOSSES: Final = 3
"""Processes that may be lost, for want of memory most likely, before it goes on without."""

# Not forked: a copy of a process with threads may hold locks that nobody will release.
_CONTEXT: Final = get_context("spawn")


def usual_processes() -> int:
    """How many processes to draw in: one where there is a second core for it, else none."""
    return 1 if (os.cpu_count() or 1) > 1 else 0


class Elsewhere:
    """Calls functions in other processes, or here if there are to be none or they were lost.

    A pipe to each, not a pool of ``concurrent.futures``: that one takes two threads and twice the
    processor time to hand a picture over, and its processes outlive one that is killed.
    """

    def __init__(self, processes: int) -> None:
        """Starts nothing yet: each process begins with its first call."""
        self._idle: SimpleQueue[_Worker | None] = SimpleQueue()
        self._count = max(processes, 0)
        self._losses = 0
        for _ in range(self._count):
            self._idle.put(_Worker())

    def call(self, function: Callable[..., T], *arguments: object) -> T:
        """What the function returns or raises. It blocks: call it in a thread.

        Function, arguments and answer have to be fit for pickling.
        """
        if not self._count:
            return function(*arguments)
        worker = self._idle.get()
        answer: _Answer | None = None
        try:
            if worker is not None:
                answer = worker.ask(function, arguments)
        except (EOFError, OSError) as error:
            worker = self._instead_of(worker, error)
        finally:
            self._idle.put(worker)
        if answer is None:
            return function(*arguments)
        # Out here: the function's own OSError is no loss of its process.
        done, what = answer
        if not done:
            raise what
        return what

    def close(self) -> None:
        """End the processes, none of which must be busy."""
        for _ in range(self._count):
            worker = self._idle.get()
            if worker is not None:
                worker.close()
            self._idle.put(None)

    def _instead_of(self, worker: "_Worker | None", error: Exception) -> "_Worker | None":
        if worker is not None:
            worker.close()
        self._losses += 1
        log.warning("a process that draws has ended (%d): %r", self._losses, error)
        return _Worker() if self._losses < _LOSSES else None


class _Worker:
    """One process, which does one thing at a time."""

    def __init__(self) -> None:
        self._pipe: Connection | None = None

    def ask(self, function: Callable[..., Any], arguments: tuple[object, ...]) -> _Answer:
        """Whether the function came to its end there, and what it returned or raised.

        Raises:
            EOFError, OSError: the process has ended, or does not begin.
        """
        if self._pipe is None:
            self._pipe = self._begin()
        self._pipe.send((function, arguments))
        return self._pipe.recv()

    def close(self) -> None:
        """The process ends, for it has nothing more to read."""
        if self._pipe is not None:
            self._pipe.close()
            self._process.join()
            self._process.close()

    def _begin(self) -> Connection:
        ours, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_serve, args=(theirs,), name="render", daemon=True)
        self._process.start()
        # With its other end here the pipe would never close.
        theirs.close()
        return ours


def _serve(pipe: Connection) -> None:
    """What a process does until the one that made it closes the pipe, or was killed."""
    # Ctrl+C reaches both; the other one knows when all is drawn.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            function, arguments = pipe.recv()
        except EOFError:
            return
        answer: _Answer
        try:
            answer = True, function(*arguments)
        except Exception as error:
            answer = False, error
        pipe.send(answer)
