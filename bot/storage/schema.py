"""Brings a database up to date with the migrations that are installed beside this program."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EISDIR
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, text
from sqlalchemy.exc import DBAPIError

import migrations
from bot.storage.database import BUSY_SECONDS, is_sqlite, make_directory, parse_url, unusable
from bot.storage.errors import StorageError

_ADVISORY_LOCK = 0x70617263  # "parc": any number that nobody else on the server uses

# Alembic keeps the running migration in a module's globals.
_one_at_a_time = threading.Lock()


async def upgrade(url: str, revision: str = "head") -> None:
    """Makes the database file's directory and brings the schema up to date.

    Several processes may do so at once: the first one works, the others wait and find it done.

    Raises:
        StorageError: the database cannot be reached or written, or a newer version made it.
    """
    await asyncio.to_thread(_migrate, url, revision, down=False)


async def downgrade(url: str, revision: str) -> None:
    """Takes the schema back to an older revision, ``base`` is an empty database.

    Raises:
        StorageError: the database cannot be reached or written.
    """
    await asyncio.to_thread(_migrate, url, revision, down=True)


async def is_current(url: str) -> bool:
    """Whether the database exists and has the newest schema; leaves everything as it was.

    Raises:
        StorageError: the database cannot be reached or, a file, cannot be written or made.
    """
    return await asyncio.to_thread(_is_current, url)


def config() -> Config:
    """Alembic's configuration, built here so that no file has to be found at run time."""
    made = Config()
    # "%" starts an interpolation in Alembic's options.
    made.set_main_option("script_location", _location().replace("%", "%%"))
    return made


def _location() -> str:
    return str(Path(next(iter(migrations.__path__))).resolve())


def _migrate(url: str, revision: str, *, down: bool) -> None:
    address = parse_url(url)
    make_directory(address)
    with _one_at_a_time, _telling(address), _locked(address) as connection:
        made = config()
        made.attributes["connection"] = connection
        (command.downgrade if down else command.upgrade)(made, revision)
        if is_sqlite(address):
            _check_foreign_keys(connection)


def _is_current(url: str) -> bool:
    address = parse_url(url)
    if is_sqlite(address) and not _file_is_there(address):
        return False
    with _telling(address), plain_engine(address) as engine:
        if is_sqlite(address):
            # Taking the write lock tells a file that can only be read.
            event.listen(engine, "begin", begin_immediate)
        with engine.connect() as connection:
            current = MigrationContext.configure(connection).get_current_revision()
    return current == ScriptDirectory.from_config(config()).get_current_head()


def _file_is_there(url: URL) -> bool:
    """Whether there is a file; if there is none, one could be made in that place.

    Raises:
        StorageError: something else is there, or no file can be made.
    """
    file = Path(url.database or "").absolute()
    try:
        if file.is_file():
            return True
        if file.exists():
            raise OSError(EISDIR, "it is not a file")
        # Only trying tells: whoever is root may write everywhere, and yet not into /proc.
        parent = next(each for each in file.parents if each.exists())
        with TemporaryFile(dir=parent):
            return False
    except OSError as error:
        raise unusable(url, error) from error


@contextmanager
def _telling(url: URL) -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise StorageError(
            f"The driver {error.name} is missing: pip install -e '.[postgres]'."
        ) from error
    except CommandError as error:
        raise StorageError(
            f"The database was made by another version of this program ({error}): "
            "install that version or a newer one."
        ) from error
    except (DBAPIError, OSError) as error:
        raise unusable(url, error) from error


@contextmanager
def plain_engine(url: URL) -> Iterator[Engine]:
    """An engine for one connection outside any event loop; psycopg has one name for both kinds."""
    if not is_sqlite(url):
        engine = create_engine(url, poolclass=NullPool, connect_args={"connect_timeout": 10})
    else:
        engine = create_engine(
            url,
            poolclass=NullPool,
            connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},
        )
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _locked(url: URL) -> Iterator[Connection]:
    """A connection in a transaction that no other process's migration can be in."""
    with plain_engine(url) as engine:
        if is_sqlite(url):
            event.listen(engine, "connect", _prepare)
            event.listen(engine, "begin", begin_immediate)
        with engine.begin() as connection:
            if not is_sqlite(url):
                connection.execute(
                    text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK}
                )
            yield connection


def begin_immediate(connection: Connection) -> None:
    """Takes the write lock at the start of each transaction."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _prepare(connection: Any, _record: object) -> None:
    # Only possible before BEGIN. With foreign keys on, the rebuild of a parent table (SQLite's way
    # to alter one) deletes the child rows.
    connection.execute("PRAGMA foreign_keys=OFF")
    _use_wal(connection)


def _use_wal(connection: Any) -> None:
    """Readers and the writer do not wait for each other; the file remembers it."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except Exception as error:
            # The busy timeout does not cover a change of the journal's mode.
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return


def _check_foreign_keys(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if broken:
        raise StorageError(
            f"The migration would leave {len(broken)} rows without their game, such as "
            f"{tuple(broken[0])}: nothing was changed; please report it."
        )
