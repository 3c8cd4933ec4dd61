"""Copies all data of one database into an empty one, of the same kind or the other."""

import asyncio
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Table, event, func, insert, literal, select, text
from sqlalchemy.exc import DBAPIError

from bot.storage.database import is_sqlite, parse_url, unusable
from bot.storage.errors import StorageError
from bot.storage.schema import begin_immediate, plain_engine, upgrade
from bot.storage.tables import Base

Tell = Callable[[str, int], None]
"""Is told a table's name and how many rows of it have been copied."""

_ROWS: Final = 2000
"""Rows in memory at a time: about a megabyte."""


async def copy(source: str, target: str, tell: Tell = lambda _table, _rows: None) -> int:
    """Copies all rows, ids as they are, and returns how many; the target has all or none of them.

    Both schemas are brought up to date first. The source is read as it is at one moment: what is
    stored meanwhile is not copied.

    Args:
        source: The address of the database that is read.
        target: The address of an empty one; a file is made if it is missing.
        tell: Called as each table is done.

    Raises:
        StorageError: one of them cannot be used, they are the same, the target is not empty, or
            what has arrived is not what was sent.
    """
    origin, goal = parse_url(source), parse_url(target)
    if _place(origin) == _place(goal):
        raise StorageError(
            "Source and target are the same database: name another, empty one as the target."
        )
    if _is_missing(origin):
        raise StorageError(f"There is no database file {origin.database} to copy from.")
    await upgrade(source)
    await upgrade(target)
    return await asyncio.to_thread(_copy, origin, goal, tell)


def _is_missing(url: URL) -> bool:
    return is_sqlite(url) and not Path(url.database or "").is_file()


def _place(url: URL) -> object:
    """What two addresses of one database have in common, whoever logs in there."""
    if is_sqlite(url):
        return Path(url.database or "").resolve()
    return url.host, url.port or 5432, url.database or url.username


def _copy(origin: URL, goal: URL, tell: Tell) -> int:
    with _reading(origin) as source, _writing(goal) as target:
        total = 0
        for table in Base.metadata.sorted_tables:
            rows = 0
            with closing(_batches(origin, source, table)) as batches:
                for batch in batches:
                    with _telling(goal):
                        target.execute(insert(table), batch)
                    rows += len(batch)
            with _telling(goal):
                _carry_numbering(source, target, table)
                arrived = _count(target, table)
            with _telling(origin):
                sent = _count(source, table)
            if not sent == rows == arrived:
                raise StorageError(
                    f"Of {sent} rows of {table.name}, {rows} were read and {arrived} have "
                    "arrived: nothing was changed; please report it."
                )
            tell(table.name, rows)
            total += rows
    return total


@contextmanager
def _telling(url: URL) -> Iterator[None]:
    try:
        yield
    except DBAPIError as error:
        raise unusable(url, error) from error


@contextmanager
def _reading(url: URL) -> Iterator[Connection]:
    """A connection that goes on seeing the one moment at which it first reads."""
    with _telling(url), plain_engine(url) as engine:
        if is_sqlite(url):
            # The driver is told to open no transaction: without one each statement sees its own
            # moment. This one takes no lock, so that a bot may go on.
            event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        else:
            engine = engine.execution_options(isolation_level="REPEATABLE READ")
        with engine.connect() as connection:
            yield connection


@contextmanager
def _writing(url: URL) -> Iterator[Connection]:
    """A connection to an empty database that nobody else can write to until all is there.

    Raises:
        StorageError: it is not empty.
    """
    with _telling(url), plain_engine(url) as engine:
        if is_sqlite(url):
            event.listen(engine, "begin", begin_immediate)
        with engine.begin() as connection:
            tables = Base.metadata.sorted_tables
            if not is_sqlite(url):
                names = ", ".join(f'"{table.name}"' for table in tables)
                connection.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))
            for table in tables:
                if connection.execute(select(literal(1)).select_from(table).limit(1)).first():
                    raise StorageError(
                        f"The target is not empty, there are {table.name} in it: name an empty "
                        "database, so that no game is lost."
                    )
            yield connection


def _batches(url: URL, source: Connection, table: Table) -> Generator[list[dict[str, Any]]]:
    """The rows of a table, some at a time, in the order of the keys: they are appended then."""
    statement = select(table).order_by(*table.primary_key)
    options = {"yield_per": _ROWS}
    with _telling(url), source.execute(statement, execution_options=options) as result:
        for part in result.mappings().partitions():
            yield [dict(row) for row in part]


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _carry_numbering(source: Connection, target: Connection, table: Table) -> None:
    """Has the target number new rows after all that the source ever had, deleted ones too.

    Buttons of messages long forgotten carry the ids of deleted games.
    """
    column = table.autoincrement_column
    if column is None:
        return
    last = max(
        source.scalar(select(func.max(column))) or 0,
        _last_number(source, table, column.name) or 0,
    )
    if last == 0:  # a sequence cannot be set to "nothing yet", and need not be
        return
    if target.dialect.name == "postgresql":
        target.execute(
            text("SELECT setval(pg_get_serial_sequence(:table, :column), :last)"),
            {"table": table.name, "column": column.name, "last": last},
        )
    elif table.dialect_options["sqlite"]["autoincrement"]:
        named = {"table": table.name, "last": last}
        target.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), named)
        target.execute(text("INSERT INTO sqlite_sequence VALUES (:table, :last)"), named)


def _last_number(source: Connection, table: Table, column: str) -> int | None:
    """The last number given by the database itself; None if it keeps none or gave none."""
    if source.dialect.name == "postgresql":
        return source.scalar(
            text(
                "SELECT pg_sequence_last_value("
                "CAST(pg_get_serial_sequence(:table, :column) AS regclass))"
            ),
            {"table": table.name, "column": column},
        )
    if not table.dialect_options["sqlite"]["autoincrement"]:
        return None
    return source.scalar(
        text("SELECT seq FROM sqlite_sequence WHERE name = :table"), {"table": table.name}
    )
