"""The tables. Their rows stay inside ``bot.storage``.

They are declared as classes because a class names and types its columns best. No object of these
classes is ever made: rows are read from the tables at the end, and become records at once.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator


class Instant(TypeDecorator[datetime]):
    """An aware UTC time. SQLite forgets time zones, so a naive value is refused, not guessed."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The same instant in UTC; ValueError for a naive one."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"naive time {value!r}: say which time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The instant as aware UTC, whatever the database's session thinks."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """Constraints have names, without which SQLite's batch migrations cannot drop them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: Instant()}  # noqa: RUF012 (SQLAlchemy reads it so)


def _partial(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index of the rows that ``where`` keeps, on both databases: finished games cost nothing."""
    options: dict[str, Any] = {"sqlite_where": text(where), "postgresql_where": text(where)}
    return Index(name, *columns, unique=unique, **options)


IS_OPEN = "status IN ('lobby', 'playing', 'paused')"
IS_LAGGING = "shown_ply < ply OR sending IS NOT NULL"
"""Queries repeat these two word for word: SQLite uses a partial index only then."""


class PlayerRow(Base):
    """A seat of a game, or a place kept for somebody invited."""

    __tablename__ = "players"
    __table_args__ = (
        UniqueConstraint("game_id", "seat"),
        Index("ix_players_user_id", "user_id", "game_id"),
        {"sqlite_with_rowid": False},
    )

    game_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    place: Mapped[int] = mapped_column(SmallInteger)
    """The order of joining."""
    name: Mapped[str] = mapped_column(Text)
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    invited: Mapped[bool] = mapped_column(Boolean)
    left: Mapped[bool] = mapped_column(Boolean)
    computer: Mapped[str | None] = mapped_column(String(16))
    autopilot: Mapped[str] = mapped_column(String(8), server_default="forced")
    misses: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    away: Mapped[bool] = mapped_column(Boolean, server_default=false())
    away_until: Mapped[datetime | None]
    away_spent: Mapped[int] = mapped_column(Integer, server_default="0")
    """Seconds."""
    muted_ply: Mapped[int | None] = mapped_column(Integer)
    acted_at: Mapped[datetime | None]
    wants_end: Mapped[bool] = mapped_column(Boolean, server_default=false())
    wanted_id: Mapped[int | None] = mapped_column(BigInteger)
    wanted_name: Mapped[str | None] = mapped_column(Text)
    sitters: Mapped[list[list[Any]] | None] = mapped_column(JSON(none_as_null=True))
    """Who sat here before: lists of id, name, computer and until; NULL for nobody."""


class GameRow(Base):
    """A game's header, its newest position and what is shown of it."""

    __tablename__ = "games"
    __table_args__ = (
        _partial("uq_games_open_code", "guild_id", "code", where=IS_OPEN, unique=True),
        _partial("ix_games_open_channel", "channel_id", where=IS_OPEN),
        _partial("ix_games_lagging", "id", where=IS_LAGGING),
        _partial("ix_games_expiring", "expires_at", where="expires_at IS NOT NULL"),
        _partial("ix_games_due", "due_at", where="due_at IS NOT NULL"),
        _partial("ix_games_reminding", "remind_at", where="remind_at IS NOT NULL"),
        _partial("ix_games_waiting", "waits_for", where="waits_for IS NOT NULL"),
        _partial("ix_games_suspended", "suspended_at", where="suspended_at IS NOT NULL"),
        # An id is never used twice: buttons of messages long forgotten carry it.
        {"sqlite_autoincrement": True},
    )

    # SQLite numbers a key by itself only when its type is exactly INTEGER.
    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    code: Mapped[str] = mapped_column(String(8))
    guild_id: Mapped[int] = mapped_column(BigInteger)
    channel_id: Mapped[int] = mapped_column(BigInteger)
    host_id: Mapped[int] = mapped_column(BigInteger)
    locale: Mapped[str] = mapped_column(String(16))
    status: Mapped[str] = mapped_column(String(16))
    rules: Mapped[str] = mapped_column(Text)
    max_players: Mapped[int] = mapped_column(SmallInteger)
    opening: Mapped[str] = mapped_column(Text)
    position: Mapped[str | None] = mapped_column(Text)
    ply: Mapped[int] = mapped_column(Integer)
    throws: Mapped[int] = mapped_column(Integer)
    version: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    message_id: Mapped[int | None] = mapped_column(BigInteger)
    message_at: Mapped[datetime | None]
    shown_ply: Mapped[int] = mapped_column(Integer)
    asked_id: Mapped[int | None] = mapped_column(BigInteger)
    sending: Mapped[str | None] = mapped_column(String(32))
    sends: Mapped[int] = mapped_column(Integer)
    pace: Mapped[str] = mapped_column(String(8), server_default="day")
    limit_seconds: Mapped[int] = mapped_column(Integer, server_default="86400")
    on_leave: Mapped[str] = mapped_column(String(16), server_default="withdraw")
    thread: Mapped[bool] = mapped_column(Boolean, server_default=false())
    theme: Mapped[str | None] = mapped_column(String(32))
    waits_for: Mapped[int | None] = mapped_column(BigInteger)
    asked_at: Mapped[datetime | None]
    deadline: Mapped[datetime | None]
    remind_at: Mapped[datetime | None]
    ping_at: Mapped[datetime | None]
    suspended_at: Mapped[datetime | None]
    call_at: Mapped[datetime | None]
    called_at: Mapped[datetime | None]
    due_at: Mapped[datetime | None]
    """The game's ``due_at``, so that the clock finds it."""
    credited_at: Mapped[datetime | None]
    """Up to then all time in which nothing ran has been credited."""
    shown_until: Mapped[datetime | None]
    """When, by what the board shows, the question ends or the paused game closes."""


class ActionRow(Base):
    """One action of a game's log, which is the truth of which the rest is a summary."""

    __tablename__ = "actions"
    __table_args__ = ({"sqlite_with_rowid": False},)

    game_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    ply: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    actor: Mapped[int | None] = mapped_column(BigInteger)
    action: Mapped[str] = mapped_column(String(32))
    position: Mapped[str | None] = mapped_column(Text)
    at: Mapped[datetime]
    """When it was stored."""
    by: Mapped[str] = mapped_column(String(16), server_default="person")


class UserRow(Base):
    """What a person has set as their own, or that they have been reminded."""

    __tablename__ = "users"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    time_zone: Mapped[str | None] = mapped_column(String(64))
    quiet_from: Mapped[int | None] = mapped_column(SmallInteger)
    quiet_to: Mapped[int | None] = mapped_column(SmallInteger)
    reminders: Mapped[bool] = mapped_column(Boolean)
    reminder_every: Mapped[int] = mapped_column(Integer)
    """Seconds."""
    autopilot: Mapped[str] = mapped_column(String(8))
    last_reminded_at: Mapped[datetime | None]


class ReminderRow(Base):
    """Where somebody's last reminder stands: the next one takes its place."""

    __tablename__ = "reminders"

    user_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    channel_id: Mapped[int] = mapped_column(BigInteger)
    message_id: Mapped[int] = mapped_column(BigInteger)


class BeatRow(Base):
    """When a process was last seen alive."""

    __tablename__ = "beats"

    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    at: Mapped[datetime]


GAMES: Any = GameRow.__table__
PLAYERS: Any = PlayerRow.__table__
ACTIONS: Any = ActionRow.__table__
USERS: Any = UserRow.__table__
REMINDERS: Any = ReminderRow.__table__
BEATS: Any = BeatRow.__table__
