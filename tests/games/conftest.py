from collections.abc import AsyncIterator

import pytest

from bot.games.model import Game
from bot.games.service import Games
from bot.storage import Store
from tests.games.scripted import ANA, BO, DAYS, Clock, SeededDice, started
from tests.storage.fixtures import empty_url, kind, store, url

__all__ = ["empty_url", "kind", "store", "url"]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def games(store: Store, clock: Clock) -> Games:
    return Games(store, SeededDice(1), clock)


@pytest.fixture
async def other_games(url: str, clock: Clock) -> AsyncIterator[Games]:
    """What a second process would be: connections and locks of its own, and another fate."""
    made = Store(url)
    yield Games(made, SeededDice(2), clock)
    await made.close()


@pytest.fixture
async def game(games: Games) -> Game:
    """Two people; one of them is asked."""
    return await started(games, ANA, BO, **DAYS)
