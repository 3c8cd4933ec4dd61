"""The connections: which addresses work, what an operator is told, who waits for whom."""

import asyncio
import socket
import sqlite3
import threading
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, make_url, text

from bot.storage import StorageError, Store, is_current, upgrade
from bot.storage.database import Database, parse_url, url_of_file
from tests.storage.databases import migrated_url
from tests.storage.samples import NOW, lobby


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("sqlite+aiosqlite:///data/x.db", "sqlite:///data/x.db"),
        ("sqlite:///x.db", "sqlite:///x.db"),
        ("sqlite:////var/x.db", "sqlite:////var/x.db"),
        ("sqlite:///~/x.db", f"sqlite:///{Path.home()}/x.db"),
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
        ("postgresql+psycopg://u:secret@h:port/d", "is not an address"),
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
    await upgrade(f"sqlite:///{tmp_path}/not/yet/there/games.db")
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
        await upgrade(f"sqlite:///{path}")
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_a_file_that_can_only_be_read(tmp_path: Path) -> None:
    # Root may write whatever the permissions say; a query_only connection is refused all the same.
    url = await migrated_url("sqlite", tmp_path)
    database = Database(url)

    def delete(connection: Connection) -> None:
        connection.execute(text("PRAGMA query_only=ON"))
        connection.execute(text("DELETE FROM games"))

    with pytest.raises(StorageError, match="may be written by this user"):
        await database.write(delete)
    await database.close()


@pytest.mark.parametrize("name", ["we?ird #%41.db", "a b&c=d.db", "ñandú:1@x.db", "~x/y.db"])
def test_a_file_of_any_name_has_an_address(name: str) -> None:
    file = Path("some where") / name
    assert parse_url(url_of_file(file)).database == str(file)


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
    pragmas = ("foreign_keys", "journal_mode", "synchronous", "busy_timeout")
    both_there = threading.Barrier(2)

    def look(connection: Connection) -> list[object]:
        found = [connection.execute(text(f"PRAGMA {pragma}")).scalar() for pragma in pragmas]
        both_there.wait(timeout=5)  # so that each has a connection of its own
        return found

    for kind in (database.read, database.write):
        both_there.reset()
        looking = asyncio.gather(database.read(look), kind(look))
        assert await looking == [[1, "wal", 2, 20_000]] * 2
    await database.close()


async def test_a_server_that_answers_nothing_any_more_is_given_up_within_a_minute(
    tmp_path: Path,
) -> None:
    database = Database(await migrated_url("postgresql", tmp_path))

    def limits(connection: Connection) -> dict[str, str]:
        driver: psycopg.Connection = connection.connection.driver_connection  # type: ignore[assignment]
        return driver.info.get_parameters()

    told = await database.read(limits)
    await database.close()
    idle = int(told["keepalives_idle"])
    assert idle + int(told["keepalives_interval"]) * int(told["keepalives_count"]) < 60
    assert 0 < int(told["tcp_user_timeout"]) < 60_000


async def test_a_server_that_was_restarted_costs_nobody_a_click(tmp_path: Path) -> None:
    """A connection that broke is found by using it, and what failed by it is done again."""
    url = await migrated_url("postgresql", tmp_path)
    store = Store(url)
    game = await store.insert(lobby())

    def restart() -> None:
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    restart()
    assert await store.get(game.id) == game
    restart()
    saved = await store.save(replace(game, host_id=7), at=NOW)
    restart()
    assert await store.sending(saved) == f"{game.id}:0:0"
    assert await store.get(game.id) == replace(saved, sending=f"{game.id}:0:0", sends=1)
    await store.close()


async def test_changes_of_one_row_are_never_lost(url: str, store: Store) -> None:
    """Sixty read-and-write transactions, by two processes' worth of connections."""
    game = await store.insert(lobby())
    databases = [Database(url), Database(url)]
    # PostgreSQL locks rows, not the file: a reader that will write has to say so.
    lock = "" if url.startswith("sqlite") else " FOR UPDATE"

    def add_one(connection: Connection) -> None:
        sends = connection.execute(text(f"SELECT sends FROM games{lock}")).scalar_one()
        connection.execute(text("UPDATE games SET sends = :n"), {"n": sends + 1})

    await asyncio.gather(*(databases[n % 2].write(add_one) for n in range(60)))
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


async def test_a_cancelled_write_is_done_whole_or_not_at_all(url: str, store: Store) -> None:
    game = await store.insert(lobby())
    database = Database(url)
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def write(connection: Connection) -> None:
        connection.execute(text("UPDATE games SET sends = 99"))
        loop.call_soon_threadsafe(begun.set)
        connection.execute(text("UPDATE games SET throws = 99"))

    task = asyncio.create_task(database.write(write))
    await begun.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await database.close()  # waits for what is under way
    stored = await store.get(game.id)
    assert stored is not None
    assert (stored.sends, stored.throws) in {(0, 0), (99, 99)}
    await store.sending(game)  # nothing is locked
