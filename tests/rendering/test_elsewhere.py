"""Drawing in other processes: the same pictures, whatever becomes of the processes."""

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace

import pytest

from bot.rules import LUDO, SEATS, initial
from rendering.board import Scene, render
from rendering.elsewhere import Elsewhere
from rendering.gallery import showpiece
from rendering.renderer import Renderer


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    made = Elsewhere(1)
    yield made
    made.close()


def end_here() -> None:
    """What happens to a process for which there is no memory."""
    os.kill(os.getpid(), signal.SIGKILL)


def end_once(here: int) -> int:
    """The same, but not in the process with that id."""
    if os.getpid() != here:
        end_here()
    return os.getpid()


def fail(error: Exception) -> None:
    raise error


async def test_f21_the_picture_is_the_same_and_drawn_in_another_process() -> None:
    house = replace(LUDO, enter_faces=frozenset({1, 6}))
    scenes = [showpiece(), replace(showpiece(), options=(), state=initial(house, SEATS, SEATS[0]))]
    renderer = Renderer(processes=1)
    renderer.warm()
    assert await asyncio.gather(*map(renderer.png, scenes)) == [render(each) for each in scenes]
    renderer.close()


def draw_when_told(scene: Scene) -> bytes:
    """A picture that is done when the test, which listens at this port, hangs up."""
    with socket.create_connection(("127.0.0.1", int(scene.names[0]))) as line:
        return line.recv(1)


async def test_as_many_are_drawn_at_once_as_there_are_processes() -> None:
    with closing(Renderer(draw_when_told, processes=3)) as renderer, ExitStack() as lines:
        heard = lines.enter_context(socket.create_server(("127.0.0.1", 0)))
        heard.settimeout(20)
        port = f"{heard.getsockname()[1]}"
        scenes = [replace(showpiece(), names=(port, name, "", "")) for name in "abc"]
        drawing = asyncio.gather(*map(renderer.png, scenes))
        for _ in scenes:
            lines.enter_context((await asyncio.to_thread(heard.accept))[0])
        lines.close()
        assert await drawing == [b""] * 3


def test_it_is_another_process(elsewhere: Elsewhere) -> None:
    first, second = elsewhere.call(os.getpid), elsewhere.call(os.getpid)
    assert first == second != os.getpid()


def test_without_processes_it_is_done_here() -> None:
    elsewhere = Elsewhere(0)
    assert elsewhere.call(os.getpid) == os.getpid()
    elsewhere.close()


@pytest.mark.parametrize("kind", [ValueError, OSError, EOFError])
def test_what_is_raised_there_is_raised_here(elsewhere: Elsewhere, kind: type[Exception]) -> None:
    before = elsewhere.call(os.getpid)
    with pytest.raises(kind, match="no ink"):
        elsewhere.call(fail, kind("no ink"))
    assert elsewhere.call(os.getpid) == before  # that was no reason to end


def test_what_a_lost_process_was_to_do_is_done_here(
    elsewhere: Elsewhere, caplog: pytest.LogCaptureFixture
) -> None:
    here = os.getpid()
    before = elsewhere.call(os.getpid)
    for lost in range(1, 4):
        with caplog.at_level(logging.WARNING):
            assert elsewhere.call(end_once, here) == here
        assert len(caplog.records) == lost
        after = elsewhere.call(os.getpid)
        assert after not in (before, here) if lost < 3 else after == here
        before = after
    assert elsewhere.call(end_once, here) == here
    assert len(caplog.records) == 3


PARENT = """
import os, signal
from rendering.elsewhere import Elsewhere
if __name__ == "__main__":
    print(Elsewhere(1).call(os.getpid), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_f44_a_process_ends_with_the_bot_that_was_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True
    ) as parent:
        # Its output is at its end only when nobody is left who could write to it.
        told, _ = parent.communicate(timeout=60)
    assert parent.returncode == -signal.SIGKILL
    assert int(told) != parent.pid
