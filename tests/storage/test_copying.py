"""One database into another: the same rows, and games go on there as if nothing had happened."""

import asyncio
from collections.abc import Generator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, NullPool, create_engine, delete, insert, inspect, select

from bot.games.service import Games
from bot.storage import Person, Status, StorageError, Store, UserSettings, copy
from bot.storage import copying as module
from bot.storage.schema import downgrade
from bot.storage.tables import ActionRow, Base, GameRow, PlayerRow
from tests.games.scripted import Clock, SeededDice, opened, play, started
from tests.storage.databases import KINDS, migrated_url, new_url
from tests.storage.samples import NOW

WAYS = [(source, target) for source in KINDS for target in KINDS]
BIG = (1 << 63) - 1
ANA, BO = Person(BIG, "@everyone \u202e🐎 ñ 中 '\"\\"), Person(2, "Bo")


@pytest.fixture(params=WAYS, ids=lambda way: "-to-".join(way))
def way(request: pytest.FixtureRequest) -> tuple[str, str]:
    return request.param


@pytest.fixture
async def source(way: tuple[str, str], tmp_path: Path) -> str:
    return await migrated_url(way[0], tmp_path)


@pytest.fixture
def target(way: tuple[str, str], tmp_path: Path) -> str:
    return new_url(way[1], tmp_path / "new")


class Opened:
    """A store and its games, closed at the end."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.games = Games(self.store, SeededDice(1), Clock())

    async def __aenter__(self) -> "Opened":
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.store.close()


def engine(url: str) -> Engine:
    return create_engine(url, poolclass=NullPool)


def rows(url: str) -> dict[str, list[Any]]:
    """All that a database holds."""
    with engine(url).connect() as connection:
        return {
            table.name: [
                tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in Base.metadata.sorted_tables
        }


async def filled(url: str) -> int:
    """A lobby, a finished game, a running one, settings and a beat; the id of the running one."""
    async with Opened(url) as it:
        await opened(it.games, ANA, invited=[BO])
        over = await started(it.games, ANA, BO, max_players=2)
        over = await it.games.leave(over.id, BO.id)
        assert over.status is Status.OVER
        running = await started(it.games, ANA, BO)
        running = await play(it.games, running, until=lambda game: game.ply >= 40)
        gone = await opened(it.games, BO)
        await it.store.save_settings(
            UserSettings(BIG, "Europe/Madrid", 0, 1439, reminder_every=timedelta(hours=3))
        )
        await it.store.reminded(BIG, BIG, BIG)
        await it.store.beat("all", NOW)
    # Its id must not come again.
    with engine(url).begin() as connection:
        connection.execute(delete(PlayerRow).where(PlayerRow.game_id == gone.id))
        connection.execute(delete(GameRow).where(GameRow.id == gone.id))
    return running.id


async def test_all_rows_are_equal(source: str, target: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(module, "_ROWS", 7)  # the last batch of each table is a smaller one
    await filled(source)
    before = rows(source)
    assert all(before.values()), "a table without rows tests nothing"
    told: dict[str, int] = {}
    total = await copy(source, target, lambda table, count: told.update({table: count}))
    assert rows(target) == before == rows(source)
    assert told == {name: len(found) for name, found in before.items()}
    assert total == sum(told.values())


async def test_every_table_comes_along(target: str) -> None:
    """The tables that the program knows are all that a migrated database has."""
    await module.upgrade(target)
    found = set(inspect(engine(target)).get_table_names())
    assert found - {"alembic_version"} == set(Base.metadata.tables)


async def test_play_goes_on(source: str, target: str) -> None:
    running = await filled(source)
    await copy(source, target)
    async with Opened(source) as old, Opened(target) as new:
        game = await new.games.get(running)
        assert game == await old.games.get(running)
        assert await new.games.story(game) == await old.games.story(game)
        # The very same dice fall: their number is counted over the whole game.
        on = [
            await play(each.games, game, until=lambda after: after.ply >= game.ply + 40)
            for each in (old, new)
        ]
        assert on[0] == on[1]
        assert on[1].ply >= game.ply + 40


async def test_new_games_get_ids_never_used(source: str, target: str) -> None:
    await filled(source)
    await copy(source, target)
    async with Opened(target) as new:
        made = [(await opened(new.games, ANA)).id for _ in range(3)]
    assert made == [5, 6, 7]


async def test_an_empty_database_numbers_from_one(source: str, target: str) -> None:
    assert await copy(source, target) == 0
    async with Opened(target) as new:
        assert (await opened(new.games, ANA)).id == 1


async def test_an_older_source_is_brought_up_to_date(source: str, target: str) -> None:
    await filled(source)
    await downgrade(source, "0001")
    await copy(source, target)
    assert rows(target) == rows(source)
    assert rows(target)["games"]


async def test_a_target_with_a_game_is_refused(source: str, target: str) -> None:
    await filled(source)
    await module.upgrade(target)
    async with Opened(target) as new:
        await opened(new.games, BO)
    before = rows(target)
    with pytest.raises(StorageError, match=r"^The target is not empty, there are games in it: "):
        await copy(source, target)
    assert rows(target) == before


async def test_what_does_not_fit_leaves_the_target_empty(
    source: str, target: str, monkeypatch: Any
) -> None:
    """A key twice stands for whatever may go wrong in the middle."""
    await filled(source)
    whole = module._batches

    def twice(*given: Any) -> Generator[list[dict[str, Any]]]:
        for batch in whole(*given):
            yield batch
            if "ply" in batch[0]:
                yield batch

    monkeypatch.setattr(module, "_batches", twice)
    with pytest.raises(StorageError):
        await copy(source, target)
    assert not any(rows(target).values())


async def test_a_row_that_gets_lost_is_noticed(source: str, target: str, monkeypatch: Any) -> None:
    await filled(source)
    whole = module._batches

    def fewer(*given: Any) -> Generator[list[dict[str, Any]]]:
        for batch in whole(*given):
            yield batch[1:] or batch

    monkeypatch.setattr(module, "_batches", fewer)
    with pytest.raises(StorageError, match="have arrived: nothing was changed"):
        await copy(source, target)
    assert not any(rows(target).values())


@pytest.mark.parametrize("kind", KINDS)
async def test_what_is_stored_meanwhile_is_not_half_copied(kind: str, tmp_path: Path) -> None:
    """The source is read as it is at one moment, whichever table is read when."""
    source, target = await migrated_url(kind, tmp_path), new_url("sqlite", tmp_path)
    await filled(source)
    before = rows(source)
    written = engine(source)

    def one_more(table: str, _rows: int) -> None:
        if table != "games":
            return
        with written.begin() as connection:
            row = {"game_id": 1, "ply": 999, "action": "5", "at": NOW}
            connection.execute(insert(ActionRow), row)

    await copy(source, target, one_more)
    assert rows(target) == before != rows(source)


@pytest.mark.parametrize("kind", KINDS)
async def test_the_same_database_is_refused(kind: str, tmp_path: Path) -> None:
    url = await migrated_url(kind, tmp_path)
    # Written as hosts like to write it.
    other = url.replace("sqlite:", "sqlite+aiosqlite:").replace("postgresql+psycopg", "postgres")
    assert other != url
    with pytest.raises(StorageError, match="are the same database"):
        await copy(url, other)


def test_a_missing_file_is_not_made(tmp_path: Path) -> None:
    missing = tmp_path / "nothing.db"
    with pytest.raises(StorageError, match="no database file"):
        asyncio.run(copy(f"sqlite:///{missing}", new_url("sqlite", tmp_path)))
    assert not missing.exists()
