"""Migrations: by whom and how often they are run, the data stays."""

import asyncio
import os
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic import op
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, Text, inspect, text

from bot.storage import (
    Actor,
    Leaving,
    Logged,
    Pace,
    Sitter,
    Status,
    StorageError,
    Store,
    UserSettings,
    is_current,
    upgrade,
)
from bot.storage.database import parse_url, url_of_file
from bot.storage.rows import game_values
from bot.storage.schema import _check_foreign_keys, _locked, config, downgrade
from bot.storage.tables import Base
from migrations import versions
from tests.storage.databases import migrated_url, new_url
from tests.storage.samples import NOW, lobby, playing

FIRST = "0001"
TABLES = {"games", "players", "actions", "users", "reminders", "beats"}

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc")


@pytest.fixture
async def url(kind: str, tmp_path: Path) -> str:
    """A database that nobody else will use: these tests change its schema."""
    return await migrated_url(kind, tmp_path)


async def fill(url: str) -> None:
    store = Store(url)
    game = await store.insert(lobby())
    await store.save(playing(game), at=NOW, seating=True, played=[Logged(0, 1, "r1", "p")])
    await store.insert(lobby(code="GHJK"))
    await store.save_settings(UserSettings(1, time_zone="Europe/Madrid"))
    await store.beat("0/1", NOW)
    await store.close()


def rows(url: str) -> dict[str, list[Any]]:
    with _locked(parse_url(url)) as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(table.select())]
            for table in Base.metadata.sorted_tables
        }


def tables(url: str) -> set[str]:
    with _locked(parse_url(url)) as connection:
        return set(inspect(connection).get_table_names()) - {"alembic_version", "sqlite_sequence"}


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return compare_metadata(context, Base.metadata)


async def test_the_migrations_make_the_tables_of_the_code(url: str) -> None:
    with _locked(parse_url(url)) as connection:
        assert differences(connection) == []
        connection.exec_driver_sql("ALTER TABLE games ADD COLUMN surplus INTEGER")
        assert len(differences(connection)) == 1  # the comparison does see


async def test_up_down_up_keeps_the_data(url: str) -> None:
    await fill(url)
    before = rows(url)
    assert {name: len(found) for name, found in before.items()} == {
        "games": 2,
        "players": 5,
        "actions": 1,
        "users": 1,
        "reminders": 0,
        "beats": 1,
    }
    await downgrade(url, FIRST)
    assert tables(url) == {"games", "players", "actions"}
    await upgrade(url)
    after = rows(url)
    assert {name: len(found) for name, found in after.items()} == {
        **{name: len(found) for name, found in before.items()},
        "users": 0,  # the first version knows neither
        "beats": 0,
    }
    # What it knew is as it was; what it did not know has the value of a game from before.
    with _locked(parse_url(url)) as connection:
        old = old_rows(connection)
        assert connection.scalar(text("SELECT count(*) FROM games WHERE pace != 'day'")) == 0
    await downgrade(url, FIRST)
    await upgrade(url)
    with _locked(parse_url(url)) as connection:
        assert old_rows(connection) == old
    assert rows(url) == after
    store = Store(url)
    game = await store.get(1)
    assert game is not None
    assert game == replace(
        playing(lobby()),
        id=1,
        version=1,
        pace=Pace.DAY,
        limit=timedelta(days=1),
    )
    assert await store.log(1, 0, 9) == [Logged(0, 1, "r1", "p")]
    await store.close()


def old_rows(connection: Connection) -> list[Any]:
    """What the first version of the schema holds."""
    statements = (
        "SELECT id, code, guild_id, position, ply, status, created_at FROM games ORDER BY id",
        "SELECT game_id, user_id, name, seat FROM players ORDER BY game_id, place",
        "SELECT game_id, ply, actor, action, at FROM actions",
    )
    return [tuple(row) for statement in statements for row in connection.execute(text(statement))]


async def test_a_game_from_before_becomes_one_that_lasts(empty_url: str) -> None:
    """A roll that nobody pressed for is told apart from one that the rules forced, as before."""
    await upgrade(empty_url, FIRST)
    await insert_old(empty_url)
    await upgrade(empty_url)
    store = Store(empty_url)
    assert [(row.actor, row.by) for row in await store.log(1, 0, 9)] == [
        (1, Actor.PERSON),
        (None, Actor.FORCED),
    ]
    game = await store.get(1)
    assert game is not None
    assert (game.status, game.pace, game.on_leave) == (
        Status.PLAYING,
        Pace.DAY,
        Leaving.WITHDRAW,
    )
    assert (game.deadline, game.due_at, game.asks) == (None, None, game.players[1])
    await store.close()


async def test_whose_seat_a_computer_has_taken_stays_known(empty_url: str) -> None:
    """Since when, and what they are called, was not written down."""
    await upgrade(empty_url, "0002")
    await insert_old(empty_url)
    former = "SELECT user_id, former_id FROM players ORDER BY user_id"
    with _locked(parse_url(empty_url)) as connection:
        connection.execute(
            text(
                "UPDATE players SET user_id = -1, computer = 'medium', former_id = 7"
                " WHERE user_id = 2"
            )
        )
        before = [tuple(row) for row in connection.execute(text(former))]
    assert before == [(-1, 7), (1, None)]
    await upgrade(empty_url)
    store = Store(empty_url)
    game = await store.get(1)
    assert game is not None
    computer = game.player(-1)
    assert computer is not None
    assert computer.sitters == (Sitter(7, "", None, -1),)
    assert await store.log(1, 0, 9) != []
    await store.close()
    # What has been known since is as much as the older version can keep.
    await downgrade(empty_url, "0002")
    with _locked(parse_url(empty_url)) as connection:
        assert [tuple(row) for row in connection.execute(text(former))] == before
    await upgrade(empty_url)
    store = Store(empty_url)
    assert await store.get(1) == game
    await store.close()


async def insert_old(url: str) -> None:
    """A game in the first version's tables."""
    metadata = MetaData()
    with _locked(parse_url(url)) as connection:
        metadata.reflect(connection)
        values = game_values(playing(lobby())) | {"status": "playing"}
        known = {column.name for column in metadata.tables["games"].columns}
        connection.execute(
            metadata.tables["games"].insert(),
            {
                **{name: value for name, value in values.items() if name in known},
                "code": "BCDF",
                "guild_id": 10,
                "channel_id": 20,
                "locale": "es",
                "rules": "parchis",
                "max_players": 4,
                "created_at": NOW,
                "version": 1,
                "shown_ply": -1,
                "sends": 0,
            },
        )
        connection.execute(
            metadata.tables["players"].insert(),
            [
                {"game_id": 1, "user_id": id_, "place": id_, "name": name, "seat": seat}
                | {"invited": False, "left": False}
                for id_, name, seat in ((1, "Ana", 2), (2, "Bo", 0))
            ],
        )
        connection.execute(
            metadata.tables["actions"].insert(),
            [
                {"game_id": 1, "ply": ply, "actor": actor, "action": action, "at": NOW}
                for ply, actor, action in ((0, 1, "r5"), (1, None, "-1-0"))
            ],
        )


async def test_down_to_nothing_and_up_again(url: str) -> None:
    await fill(url)
    await downgrade(url, "base")
    assert tables(url) == set()
    assert not await is_current(url)
    await upgrade(url)
    assert tables(url) == TABLES
    await fill(url)


async def test_up_to_date_is_seen_and_nothing_is_made_by_looking(
    empty_url: str, tmp_path: Path
) -> None:
    assert not await is_current(empty_url)
    assert os.listdir(tmp_path) == []
    await upgrade(empty_url)
    assert await is_current(empty_url)
    await upgrade(empty_url)
    assert await is_current(empty_url)


@pytest.mark.parametrize(
    "place", ["", "file/games.db", pytest.param("/proc/nope/games.db", marks=ON_LINUX)]
)
async def test_where_no_file_can_be_made_is_told_by_looking(tmp_path: Path, place: str) -> None:
    """A directory; below a file; where even root, who may write everywhere, can make nothing."""
    (tmp_path / "file").touch()
    url = url_of_file(tmp_path / place)
    with pytest.raises(StorageError, match="cannot be used") as caught:
        await is_current(url)
    assert "\n" not in str(caught.value)
    assert os.listdir(tmp_path) == ["file"]


async def test_many_at_once_in_one_process(empty_url: str) -> None:
    await asyncio.gather(*(upgrade(empty_url) for _ in range(4)))
    await fill(empty_url)


async def test_several_databases_at_once(tmp_path: Path) -> None:
    """Alembic keeps what it is doing in globals: one must not do the other's."""
    urls = [new_url("sqlite", tmp_path) for _ in range(6)]
    await asyncio.gather(*(upgrade(each) for each in urls))
    for each in urls:
        await fill(each)


async def test_two_processes_at_first_start(empty_url: str) -> None:
    # Each waits for a line, so that both begin together however long Python takes to load.
    code = (
        "import asyncio, sys\n"
        "from bot.storage import upgrade\n"
        "print('ready', flush=True)\n"
        "sys.stdin.readline()\n"
        "asyncio.run(upgrade(sys.argv[1]))\n"
    )
    pipe = asyncio.subprocess.PIPE
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", code, empty_url, stdin=pipe, stdout=pipe, stderr=pipe
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout is not None
        assert await process.stdout.readline() == b"ready\n"
    outcomes = await asyncio.gather(*(process.communicate(b"go\n") for process in processes))
    assert [errors for _, errors in outcomes] == [b"", b""]
    assert [process.returncode for process in processes] == [0, 0]
    assert await is_current(empty_url)


async def test_a_database_of_a_newer_version_is_left_alone(url: str) -> None:
    with _locked(parse_url(url)) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    assert not await is_current(url)
    with pytest.raises(StorageError, match="another version"):
        await upgrade(url)


async def test_a_failing_migration_changes_nothing(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = op.create_table

    def fails(name: str, *columns: Any, **options: Any) -> Any:
        if name == "actions":
            raise OSError("the disk is full")
        return create(name, *columns, **options)

    with monkeypatch.context() as patched:
        patched.setattr(op, "create_table", fails)
        with pytest.raises(StorageError, match="the disk is full"):
            await upgrade(empty_url)
    assert tables(empty_url) == set()
    await upgrade(empty_url)
    assert tables(empty_url) == TABLES


def test_the_versions_are_found_where_the_package_is() -> None:
    [head] = ScriptDirectory.from_config(config()).get_heads()
    revision = ScriptDirectory.from_config(config()).get_revision(head)
    assert revision is not None
    assert Path(revision.path).parent == Path(next(iter(versions.__path__))).resolve()


@pytest.fixture
async def file_url(tmp_path: Path) -> str:
    return await migrated_url("sqlite", tmp_path)


async def test_rebuilding_a_table_keeps_its_children(file_url: str) -> None:
    """SQLite's way to alter a table deletes it: with foreign keys on, players would go with it."""
    await fill(file_url)
    before = rows(file_url)
    with _locked(parse_url(file_url)) as connection:
        operations = Operations(MigrationContext.configure(connection))
        with operations.batch_alter_table("games", recreate="always") as batch:
            batch.alter_column("locale", type_=Text())
        _check_foreign_keys(connection)
    assert rows(file_url) == before


async def test_rows_without_their_game_stop_a_migration(file_url: str) -> None:
    await fill(file_url)
    with _locked(parse_url(file_url)) as connection:
        connection.exec_driver_sql("DELETE FROM games WHERE code = 'BCDF'")
    with pytest.raises(StorageError, match="3 rows without their game"):
        await upgrade(file_url)
