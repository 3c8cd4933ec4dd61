"""One database: its address, its connections, and what its errors mean to an operator."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.storage.errors import StorageError

T = TypeVar("T")

Work = Callable[[Connection], T]
"""What is done in a transaction. It may be done again from the start if nothing came of it."""

DEFAULT_URL = "sqlite:///data/parchis.db"
SQLITE = "sqlite"
POSTGRESQL = "postgresql+psycopg"

BUSY_SECONDS = 20
"""How long SQLite waits for another process's write; ours take milliseconds."""
_WRITES = "parchis_writes"


def parse_url(url: str) -> URL:
    """The address with the one driver we test for its kind.

    Other drivers' addresses, ``sqlite+aiosqlite:///file`` and ``postgres://...``, are understood.

    Raises:
        StorageError: neither SQLite nor PostgreSQL, no file named, or no address at all.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        # The text may hold a password: it is not quoted.
        raise StorageError(
            "DATABASE_URL is not an address: write sqlite:///parchis.db or "
            "postgresql+psycopg://user:password@host/database."
        ) from None
    match parsed.drivername.partition("+")[0]:
        case "sqlite":
            if not parsed.database or parsed.database == ":memory:" or "mode" in parsed.query:
                raise StorageError(
                    "DATABASE_URL names no file: games in memory would not survive a restart; "
                    "write sqlite:///parchis.db."
                )
            # SQLite would make a directory called "~".
            path = Path(parsed.database).expanduser()
            return parsed.set(drivername=SQLITE, database=str(path))
        case "postgresql" | "postgres":
            return parsed.set(drivername=POSTGRESQL)
        case other:
            raise StorageError(
                f"DATABASE_URL starts with {other!r}: only sqlite and postgresql+psycopg are known."
            )


def url_of_file(file: Path) -> str:
    """The address of a database file, whatever characters its name has."""
    return URL.create(SQLITE, database=str(file)).render_as_string()


def is_sqlite(url: URL) -> bool:
    """Whether the address is a file's."""
    return url.drivername.startswith("sqlite")


def make_directory(url: URL) -> None:
    """Makes the directory of a database file if it is missing.

    Raises:
        StorageError: it cannot be made.
    """
    if not is_sqlite(url):
        return
    directory = Path(url.database or "").parent
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"The directory {directory} for the database cannot be made ({error.strerror}): "
            "make it, or name another file in DATABASE_URL."
        ) from error


def unusable(url: URL, error: BaseException) -> StorageError:
    """What an operator is told about a failure; the password is left out."""
    cause = getattr(error, "orig", None) or error
    said = (cause.strerror if isinstance(cause, OSError) else None) or str(cause)
    reason = " ".join(said.split()) or type(cause).__name__
    if url.password:
        reason = reason.replace(str(url.password), "***")
    if not is_sqlite(url):
        where = url.render_as_string(hide_password=True)
        return StorageError(
            f"The database server at {where} cannot be used ({reason}): check that it runs and "
            "that address, user and password in DATABASE_URL are right."
        )
    if "not a database" in reason:
        advice = "it is some other kind of file; name another one in DATABASE_URL"
    elif "disk" in reason:
        advice = "check the free space and the health of the disk"
    elif "locked" in reason:
        advice = "another program keeps it locked; end that program"
    else:
        advice = "check that the file and its directory exist and may be written by this user"
    return StorageError(f"The database file {url.database} cannot be used ({reason}): {advice}.")


class Database:
    """The connections of one process to one database. Cheap to make: nothing is opened yet.

    A transaction is a function of a connection, which runs from beginning to end in one go in a
    thread: one hop for all its statements. An asynchronous driver makes a hop of each statement
    (aiosqlite four of them), which cost twice the processor time of a click. There are no ORM
    sessions: rows become records at once, and to track them cost as much as all the statements.
    """

    def __init__(self, url: str) -> None:
        """Takes an address as ``parse_url`` does.

        Raises:
            StorageError: the address is no good, or the driver is not installed.
        """
        self.url = parse_url(url)
        try:
            self._access = _File(self.url) if is_sqlite(self.url) else _Server(self.url)
        except ModuleNotFoundError as error:
            raise StorageError(
                f"The driver {error.name} is missing: pip install -e '.[postgres]'."
            ) from error

    @property
    def engine(self) -> Engine:
        """The engine, to listen to its events."""
        return self._access.engine

    async def close(self) -> None:
        """Closes the connections; another use would open new ones."""
        await self._access.close()

    async def read(self, work: Work[T]) -> T:
        """What ``work`` returns, which only reads. Each of its statements sees its own moment.

        Raises:
            StorageError: the database cannot be read.
        """
        with self._telling():
            return await self._access.read(work)

    async def write(self, work: Work[T]) -> T:
        """What ``work`` returns, done in a transaction that commits at its end.

        On SQLite it holds the write lock from the start. Cancelled, it is done whole or not at all.

        Raises:
            StorageError: the database cannot be written.
            IntegrityError: a key was taken; nothing has been changed.
        """
        with self._telling():
            return await self._access.write(work)

    async def write_row(self, statement: Any, values: Mapping[str, Any]) -> Any:
        """The row that one writing statement returns, a transaction by itself; None if none.

        Should the connection break, it may be done twice.

        Raises:
            StorageError: the database cannot be written.
        """
        with self._telling():
            return await self._access.write_row(statement, values)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except (DBAPIError, PoolTimeout, OSError) as error:
            raise unusable(self.url, error) from error


class _Access(Protocol):
    """How transactions are run on one kind of database."""

    engine: Engine

    async def read(self, work: Work[T]) -> T: ...

    async def write(self, work: Work[T]) -> T: ...

    async def write_row(self, statement: Any, values: Mapping[str, Any]) -> Any: ...

    async def close(self) -> None: ...


READERS: Final = 4
"""Connections of a process that only read a file."""
TOGETHER: Final = 64
"""So many writes share one commit at most."""

Job = tuple[Work[Any], "Future[Any]"]


class _File(_Access):
    """SQLite: one thread writes, in order, and some read. Threads wait for the disk, not we.

    Writes that have come in while the disk was busy are committed together: waiting for the disk
    costs more than all the rest of a click.
    """

    def __init__(self, url: URL) -> None:
        self.engine = _sqlite(url)
        self._writes = self.engine.execution_options(**{_WRITES: True})
        self._waiting: deque[Job] = deque()
        self._start()

    def _start(self) -> None:
        # SQLite has one writer at a time: queueing here costs nothing, in the file it costs sleep.
        self._writer = ThreadPoolExecutor(1, "database-writer")
        self._readers = ThreadPoolExecutor(READERS, "database-reader")

    async def read(self, work: Work[T]) -> T:
        def run() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(self, work: Work[T]) -> T:
        done: Future[T] = Future()
        self._waiting.append((work, done))
        self._writer.submit(self._write_waiting)
        return await asyncio.wrap_future(done)

    async def write_row(self, statement: Any, values: Mapping[str, Any]) -> Any:
        return await self.write(lambda connection: connection.execute(statement, values).first())

    def _write_waiting(self) -> None:
        jobs: list[Job] = []
        while self._waiting and len(jobs) < TOGETHER:
            work, done = self._waiting.popleft()
            if done.set_running_or_notify_cancel():
                jobs.append((work, done))
        try:
            self._commit(jobs)
        except Exception as error:
            if len(jobs) == 1:
                jobs[0][1].set_exception(error)
                return
            # Nothing of it was done: refused is only who is refused alone.
            for job in jobs:
                try:
                    self._commit([job])
                except Exception as own:
                    job[1].set_exception(own)

    def _commit(self, jobs: Sequence[Job]) -> None:
        """Does jobs in one transaction; they are answered when all is on the disk.

        Raises:
            Exception: one of them failed; nothing has been done, and nobody answered.
        """
        if not jobs:
            return
        with self._writes.begin() as connection:
            answers = [(done, work(connection)) for work, done in jobs]
        for done, answer in answers:
            done.set_result(answer)

    async def close(self) -> None:
        for pool in (self._writer, self._readers):
            await asyncio.to_thread(pool.shutdown)
        self.engine.dispose()
        self._start()


CLIENTS: Final = 8
"""Connections of a process to a server: it has one core's worth of Python to keep them busy."""


class _Server(_Access):
    """PostgreSQL: a few threads, each with a connection, wait for the server.

    The event loop could wait as well, but takes twice the processor time for it: a click makes
    some ten round trips, and each would go through the loop and back.
    """

    def __init__(self, url: URL) -> None:
        self.engine = _postgresql(url)
        # One statement is a transaction by itself: no BEGIN, no COMMIT.
        self._single = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._start()

    def _start(self) -> None:
        self._clients = ThreadPoolExecutor(CLIENTS, "database-client")

    async def read(self, work: Work[T]) -> T:
        return await self._run(self._single, work)

    async def write(self, work: Work[T]) -> T:
        return await self._run(self.engine, work)

    async def write_row(self, statement: Any, values: Mapping[str, Any]) -> Any:
        return await self._run(
            self._single, lambda connection: connection.execute(statement, values).first()
        )

    async def _run(self, engine: Engine, work: Work[T]) -> T:
        def run() -> T:
            with engine.connect() as connection:
                try:
                    found = work(connection)
                except DBAPIError as error:
                    if not error.connection_invalidated:
                        raise
                else:
                    connection.commit()
                    return found
            # A server that was restarted costs nobody a refused click: nothing had been committed.
            with engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._clients, run)

    async def close(self) -> None:
        await asyncio.to_thread(self._clients.shutdown)
        self.engine.dispose()
        self._start()


def _sqlite(url: URL) -> Engine:
    # isolation_level None: the driver opens no transaction of its own behind our back.
    engine = create_engine(
        url,
        pool_size=READERS + 1,
        max_overflow=0,
        connect_args={
            "timeout": BUSY_SECONDS,
            "isolation_level": None,
            "check_same_thread": False,
        },
    )

    def connected(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys=ON")
        # A roll that somebody has seen must survive a power cut too.
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.close()

    def begin(connection: Connection) -> None:
        # A plain BEGIN takes the write lock at the first write, and then fails instead of waiting
        # if somebody has written since: of 60 concurrent updates of one row 54 were lost.
        if connection.get_execution_options().get(_WRITES):
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begin)
    return engine


_SILENCE: Final = {
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""When a server that answers nothing at all is given up: seconds, but of what is sent milliseconds.

A firewall that forgets a connection, or a machine that is gone, tells nobody. The system waits a
quarter of an hour by itself, and as long nobody could press anything, nor could the bot end.
"""


def _postgresql(url: URL) -> Engine:
    return create_engine(
        url,
        pool_size=CLIENTS,
        max_overflow=0,
        connect_args={"connect_timeout": 10, **_SILENCE},
    )
