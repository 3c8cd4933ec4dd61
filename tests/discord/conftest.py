"""The simulated Discord of each test, with every limit that Discord has asserted at its end."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.storage import upgrade
from rendering.renderer import Renderer
from tests.discord.looking import Watched
from tests.discord.world import World
from tests.storage.fixtures import kind, url

__all__ = ["kind", "url"]


@pytest.fixture(scope="session")
def renderer() -> Iterator[Renderer]:
    """One for all tests: pictures are drawn once, as in life."""
    made = Renderer()
    yield made
    made.close()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the newest schema and nothing in it."""
    file = tmp_path_factory.mktemp("database") / "empty.db"
    asyncio.run(upgrade(f"sqlite:///{file}"))
    return file


@pytest.fixture
async def world(empty_database: Path, tmp_path: Path, renderer: Renderer) -> AsyncIterator[World]:
    file = tmp_path / "games.db"
    shutil.copy(empty_database, file)
    async with World(file, renderer) as made:
        yield made
        assert made.faults == []
        assert made.errors.lines == []
        assert made.env.errors_since(made.forgiven) == ()


@pytest.fixture
async def eyes(world: World) -> AsyncIterator[Watched]:
    """The renderer of the bot, which remembers."""
    renderer = Watched()
    await world.restart(renderer)
    yield renderer
    renderer.close()
