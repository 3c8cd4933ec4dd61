"""Fixtures that tests of storage and games share; their conftest imports them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage import Store
from tests.storage.databases import KINDS, give_back, lent_url, new_url


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def empty_url(kind: str, tmp_path: Path) -> str:
    """A database without a schema."""
    return new_url(kind, tmp_path)


@pytest.fixture
async def url(kind: str, tmp_path: Path) -> AsyncIterator[str]:
    """A database of its own for each test, which leaves the schema as it is."""
    lent = await lent_url(kind, tmp_path)
    yield lent
    give_back(lent)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    made = Store(url)
    yield made
    await made.close()
