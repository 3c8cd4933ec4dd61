"""The async face: off the event loop, once for equal scenes, whole after failures."""

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from rendering.animation import animate
from rendering.board import Scene, render
from rendering.gallery import showpiece
from rendering.renderer import Renderer


class Drawing:
    """A stand-in for ``render`` that waits until it is let go."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []
        self.threads: set[threading.Thread] = set()
        self.go = threading.Event()
        self.failure: Exception | None = None

    def __call__(self, scene: Scene) -> bytes:
        self.scenes.append(scene)
        self.threads.add(threading.current_thread())
        assert self.go.wait(10)
        if self.failure is not None:
            raise self.failure
        return f"{scene.die}".encode()


@pytest.fixture
def drawing() -> Drawing:
    return Drawing()


@pytest.fixture
async def renderer(drawing: Drawing) -> AsyncIterator[Renderer]:
    renderer = Renderer(drawing)
    yield renderer
    drawing.go.set()
    renderer.close()


def some(count: int) -> list[Scene]:
    """Scenes that differ."""
    return [replace(showpiece(), die=None, names=(f"{n}", "", "", "")) for n in range(count)]


async def test_the_picture_is_render_s() -> None:
    renderer = Renderer()
    renderer.warm()
    assert await renderer.png(showpiece()) == render(showpiece())
    renderer.close()


async def test_equal_scenes_are_drawn_once(renderer: Renderer, drawing: Drawing) -> None:
    waiting = [asyncio.create_task(renderer.png(showpiece())) for _ in range(20)]
    await asyncio.sleep(0)
    drawing.go.set()
    assert set(await asyncio.gather(*waiting)) == {b"4"}
    assert await renderer.png(showpiece()) == b"4"
    assert len(drawing.scenes) == 1


async def test_f21_drawing_is_off_the_loop_s_thread_and_bounded(
    renderer: Renderer, drawing: Drawing
) -> None:
    waiting = [asyncio.create_task(renderer.png(scene)) for scene in some(50)]
    await asyncio.sleep(0)  # comes back although nothing is drawn before it is let go
    assert not any(task.done() for task in waiting)
    drawing.go.set()
    await asyncio.gather(*waiting)
    assert len(drawing.scenes) == 50
    assert threading.current_thread() not in drawing.threads
    assert len(drawing.threads) <= 2


async def test_old_pictures_are_forgotten(renderer: Renderer, drawing: Drawing) -> None:
    drawing.go.set()
    scenes = some(200)
    for scene in [*scenes, scenes[-1], scenes[0]]:
        await renderer.png(scene)
    assert len(drawing.scenes) == 201


async def test_who_gives_up_does_not_take_the_picture_away(
    renderer: Renderer, drawing: Drawing
) -> None:
    first = asyncio.create_task(renderer.png(showpiece()))
    second = asyncio.create_task(renderer.png(showpiece()))
    await asyncio.sleep(0)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    drawing.go.set()
    assert await second == b"4"
    assert len(drawing.scenes) == 1


async def test_a_failure_reaches_all_who_wait_and_is_not_kept(
    renderer: Renderer, drawing: Drawing
) -> None:
    drawing.failure = RuntimeError("no ink")
    drawing.go.set()
    results = await asyncio.gather(
        *(renderer.png(showpiece()) for _ in range(3)), return_exceptions=True
    )
    assert [str(result) for result in results] == ["no ink"] * 3
    drawing.failure = None
    assert await renderer.png(showpiece()) == b"4"


async def test_a_replay_is_animate_s_and_tells_its_progress_on_the_loop() -> None:
    renderer = Renderer()
    scenes = some(4)
    told: list[tuple[int, int, threading.Thread]] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total, threading.current_thread()))

    gif = await renderer.gif(scenes, 10**7, seconds=0.5, hold=1, progress=tell)
    assert gif == animate(scenes, 10**7, seconds=0.5, hold=1)
    here = threading.current_thread()
    assert told == [(done, 4, here) for done in range(5)]
    renderer.close()


async def test_a_replay_that_does_not_fit_raises() -> None:
    renderer = Renderer()
    with pytest.raises(ValueError, match="not one frame"):
        await renderer.gif(some(2), 1000)
    renderer.close()


async def test_a_replay_that_nobody_waits_for_ends() -> None:
    renderer = Renderer()
    begun = asyncio.Event()
    told: list[int] = []

    def tell(done: int, total: int) -> None:
        told.append(done)
        begun.set()

    task = asyncio.create_task(renderer.gif(some(20) * 500, 10**9, progress=tell))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    # The one thread for replays is free again at once.
    assert await renderer.gif(some(1), 10**7)
    assert max(told) < 10_000
    renderer.close()


async def test_closing_ends_a_replay() -> None:
    renderer = Renderer()
    begun = asyncio.Event()
    task = asyncio.create_task(
        renderer.gif(some(20) * 500, 10**9, progress=lambda done, total: begun.set())
    )
    await begun.wait()
    renderer.close()
    with pytest.raises(RuntimeError):
        await task
