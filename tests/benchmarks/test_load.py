"""The bot before an instant Discord plays as it does before the real one."""

from pathlib import Path

import pytest

from bot.games.model import Status
from bot.storage import Store
from tests.benchmarks import load
from tests.benchmarks._filled import PLAYED, PLIES, fill
from tests.storage.databases import KINDS, migrated_url


@pytest.mark.parametrize("kind", KINDS)
async def test_databases_are_filled(kind: str, tmp_path: Path) -> None:
    url = await migrated_url(kind, tmp_path)
    assert await fill(url, 3 * PLAYED, finished=True) == 1
    assert await fill(url, 2 * PLAYED) == 3 * PLAYED + 1
    store = Store(url)
    try:
        for game_id, status in ((1, Status.OVER), (50, Status.OVER), (61, Status.PLAYING)):
            game = await store.get(game_id)
            assert game is not None
            assert game.status is status
            assert len(await store.log(game_id, 0, 1000)) == game.ply
            assert game.ply == PLIES or status is Status.PLAYING
            assert len(game.players) == 4
        assert await store.get(5 * PLAYED + 1) is None
    finally:
        await store.close()


async def test_clicks_are_played_and_shown(tmp_path: Path) -> None:
    async with load.crowd("sqlite", tmp_path, 5) as people:
        games = [await people.bot.games.get(number) for number in range(1, 6)]
        done = await people.press(10, 5)
        assert len(done.seconds) == 10
        assert min(done.seconds) > 0
        after = [await people.bot.games.get(number) for number in range(1, 6)]
        assert all(now.ply > before.ply for now, before in zip(after, games, strict=True))
        assert all(game.shown_ply == game.ply for game in after)
