"""The async face: off the event loop, once for equal scenes, whole after failures."""

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

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


async def test_drawing_is_off_the_loop_s_thread_and_bounded(
    renderer: Renderer, drawing: Drawing
) -> None:
    drawing.go.set()
    await asyncio.gather(*(renderer.png(scene) for scene in some(50)))
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
