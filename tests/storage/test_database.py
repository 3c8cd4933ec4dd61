"""The connections: which addresses work, what an operator is told, who waits for whom."""

import asyncio
import socket
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from bot.storage import StorageError, Store, is_current, upgrade
from bot.storage.database import Database, parse_url
from tests.storage.databases import migrated_url
from tests.storage.samples import lobby


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("sqlite+aiosqlite:///data/x.db", "sqlite+aiosqlite:///data/x.db"),
        ("sqlite:///x.db", "sqlite+aiosqlite:///x.db"),
        ("sqlite:////var/x.db", "sqlite+aiosqlite:////var/x.db"),
        ("sqlite:///~/x.db", f"sqlite+aiosqlite:///{Path.home()}/x.db"),
        ("postgresql+psycopg://u:p@h/d", "postgresql+psycopg://u:p@h/d"),
        ("postgresql://u:p@h:5433/d", "postgresql+psycopg://u:p@h:5433/d"),
        ("postgres://h/d", "postgresql+psycopg://h/d"),
        ("postgresql+asyncpg://h/d", "postgresql+psycopg://h/d"),
    ],
)
def test_addresses_as_people_write_them(given: str, used: str) -> None:
    assert parse_url(given).render_as_string(hide_password=False) == used


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "is not an address"),
        ("games.db", "is not an address"),
        ("mysql://u:secret@h/d", "'mysql'"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///file:x?mode=memory&uri=true", "names no file"),
    ],
)
def test_other_addresses_are_refused_in_one_sentence(given: str, said: str) -> None:
    with pytest.raises(StorageError, match=said) as caught:
        Database(given)
    assert "secret" not in str(caught.value)


async def test_the_directory_is_made(tmp_path: Path) -> None:
    await upgrade(f"sqlite+aiosqlite:///{tmp_path}/not/yet/there/games.db")
    assert (tmp_path / "not/yet/there/games.db").is_file()


def _in_a_file(directory: Path) -> Path:
    (directory / "file").write_text("x")
    return directory / "file/games.db"


def _a_directory(directory: Path) -> Path:
    (directory / "games.db").mkdir()
    return directory / "games.db"


def _no_database(directory: Path) -> Path:
    (directory / "games.db").write_text("a letter to my aunt " * 50)
    return directory / "games.db"


@pytest.mark.parametrize("make", [_in_a_file, _a_directory, _no_database])
async def test_an_unusable_file_is_named(tmp_path: Path, make) -> None:
    path = make(tmp_path)
    with pytest.raises(StorageError) as caught:
        await upgrade(f"sqlite+aiosqlite:///{path}")
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_a_file_that_can_only_be_read(tmp_path: Path) -> None:
    # Root may write whatever the permissions say; a query_only connection is refused all the same.
    url = await migrated_url("sqlite", tmp_path)
    database = Database(url)

    async def write() -> None:
        async with database.writing() as session:
            await session.execute(text("PRAGMA query_only=ON"))
            await session.execute(text("DELETE FROM games"))

    with pytest.raises(StorageError, match="may be written by this user"):
        await write()
    await database.close()


async def test_an_unreachable_server_is_named_without_its_password() -> None:
    with socket.socket() as bound:  # bound but not listening: connections are refused
        bound.bind(("127.0.0.1", 0))
        url = f"postgresql+psycopg://ana:secret@127.0.0.1:{bound.getsockname()[1]}/parchis"
        store = Store(url)
        for use in (upgrade(url), is_current(url), store.get(1), store.insert(lobby())):
            with pytest.raises(StorageError, match=r"ana:\*\*\*@127\.0\.0\.1") as caught:
                await use
            assert "secret" not in str(caught.value)
            assert "\n" not in str(caught.value)
        await store.close()


async def test_every_sqlite_connection_is_set_up(tmp_path: Path) -> None:
    database = Database(await migrated_url("sqlite", tmp_path))
    async with database.reading() as one, database.reading() as other:
        for session in (one, other):
            for pragma, value in (
                ("foreign_keys", 1),
                ("journal_mode", "wal"),
                ("synchronous", 2),
                ("busy_timeout", 20_000),
            ):
                assert (await session.execute(text(f"PRAGMA {pragma}"))).scalar() == value
    await database.close()


async def test_changes_of_one_row_are_never_lost(url: str, store: Store) -> None:
    """Sixty read-and-write transactions, by two processes' worth of connections."""
    game = await store.insert(lobby())
    databases = [Database(url), Database(url)]
    # PostgreSQL locks rows, not the file: a reader that will write has to say so.
    lock = "" if url.startswith("sqlite") else " FOR UPDATE"

    async def add_one(database: Database) -> None:
        async with database.writing() as session:
            sends = (await session.execute(text(f"SELECT sends FROM games{lock}"))).scalar_one()
            await session.execute(text("UPDATE games SET sends = :n"), {"n": sends + 1})

    await asyncio.gather(*(add_one(databases[n % 2]) for n in range(60)))
    stored = await store.get(game.id)
    assert stored is not None
    assert stored.sends == 60
    for database in databases:
        await database.close()


async def test_a_long_read_delays_no_writer(tmp_path: Path) -> None:
    url = await migrated_url("sqlite", tmp_path)
    stores = [Store(url), Store(url)]
    reader = sqlite3.connect(make_url(url).database or "", isolation_level=None)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM games").fetchone() == (0,)
    codes = [a + b for a in "BCDFGHJ" for b in "BCDFGHJK"][:50]
    await asyncio.gather(*(stores[n % 2].insert(lobby(code=code)) for n, code in enumerate(codes)))
    assert reader.execute("SELECT count(*) FROM games").fetchone() == (0,)
    reader.execute("COMMIT")
    assert reader.execute("SELECT count(*) FROM games").fetchone() == (50,)
    reader.close()
    for store in stores:
        await store.close()


async def test_a_cancelled_write_leaves_nothing_behind(url: str, store: Store) -> None:
    game = await store.insert(lobby())
    database = Database(url)
    inside, never = asyncio.Event(), asyncio.Event()

    async def write() -> None:
        async with database.writing() as session:
            await session.execute(text("UPDATE games SET sends = 99"))
            inside.set()
            await never.wait()

    task = asyncio.create_task(write())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await store.sending(game)
    stored = await store.get(game.id)
    assert stored is not None
    assert stored.sends == 1
    await database.close()
