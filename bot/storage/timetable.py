"""What the clock reads and claims: games that are due, reminders, people's settings, beats."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, text, true, update

from bot.storage.records import Game, Shards, Status, Times, UserSettings
from bot.storage.rows import clock_values, to_games, to_settings, user_values
from bot.storage.statements import of_shards, whole
from bot.storage.store import GameStore
from bot.storage.tables import BEATS, GAMES, IS_OPEN, PLAYERS, REMINDERS, USERS

BATCH: Final = 100
"""Games whose times are changed in one transaction: clicks wait for no more than these."""

Shift = Callable[[Times, UserSettings], Times]
"""The times of a game and the settings of whoever it waits for -> other times."""

Claim = Callable[[UserSettings, Sequence[Game]], Mapping[int, tuple[datetime | None, bool]]]
"""A person and the games that wait for them -> by game: the next reminder, and whether one is
sent now."""

_G: Final = GAMES.c
_U: Final = USERS.c
_SETTINGS: Final = select(USERS).where(_U.id.in_(bindparam("wanted", expanding=True)))


class Store(GameStore):
    """The games of one database. It knows no rules of play: ``bot.games`` decides what to store."""

    # -- people --------------------------------------------------------------------------------

    async def settings(self, user_ids: Iterable[int]) -> dict[int, UserSettings]:
        """What these people have set; the defaults for who set nothing."""
        ids = list(user_ids)
        return await self._database.read(lambda connection: _settings(connection, ids))

    async def save_settings(self, settings: UserSettings) -> None:
        """Stores what a person has set; when they were last reminded stays as it is."""

        def work(connection: Connection) -> None:
            _make_user(connection, settings.id)
            connection.execute(
                update(USERS).where(_U.id == settings.id).values(**user_values(settings))
            )

        await self._database.write(work)

    # -- what is due ---------------------------------------------------------------------------

    async def due(self, now: datetime, shards: Shards | None = None) -> list[int]:
        """The ids of games with something to do, the one that has waited longest first."""
        statement = (
            select(_G.id).where(_G.due_at <= now, of_shards(shards)).order_by(_G.due_at, _G.id)
        )
        return await self._database.read(lambda connection: list(connection.scalars(statement)))

    async def to_remind(self, now: datetime, shards: Shards | None = None) -> list[int]:
        """The ids of the people to whom a reminder may be due."""
        statement = (
            select(_G.waits_for)
            .where(
                _G.remind_at <= now,
                _G.waits_for.is_not(None),
                _G.suspended_at.is_(None),
                of_shards(shards),
            )
            .distinct()
            .order_by(_G.waits_for)
        )
        return await self._database.read(
            lambda connection: [each for each in connection.scalars(statement) if each is not None]
        )

    async def remind(
        self, user_id: int, now: datetime, claim: Claim, shards: Shards | None = None
    ) -> list[Game]:
        """The games about which this person is to be reminded now, each to one caller only."""
        waiting = whole(_G.deadline).where(
            _G.waits_for == user_id,
            _G.remind_at.is_not(None),
            _G.suspended_at.is_(None),
            _G.status == Status.PLAYING.value,
            of_shards(shards),
        )

        def work(connection: Connection) -> list[Game]:
            _make_user(connection, user_id)
            # Locked before the games are read: the other process then finds nothing to claim.
            row = connection.execute(select(USERS).where(_U.id == user_id).with_for_update()).one()
            games = to_games(connection.execute(waiting))
            verdicts = claim(to_settings(row), games)
            claimed: list[Game] = []
            # By id, as batches are changed, so that two never wait for each other's games.
            for game in sorted(games, key=lambda game: game.id):
                if game.id not in verdicts:
                    continue
                remind_at, sent = verdicts[game.id]
                done = connection.execute(
                    update(GAMES)
                    .where(_G.id == game.id, _G.version == game.version)
                    .values(remind_at=remind_at, version=_G.version + 1)
                    .returning(_G.id)
                )
                if done.scalar() is not None and sent:
                    claimed.append(replace(game, remind_at=remind_at, version=game.version + 1))
            if claimed:
                connection.execute(
                    update(USERS).where(_U.id == user_id).values(last_reminded_at=now)
                )
            order = {game.id: place for place, game in enumerate(games)}
            return sorted(claimed, key=lambda game: order[game.id])

        return await self._database.write(work)

    async def reminded(
        self, user_id: int, channel_id: int, message_id: int
    ) -> tuple[int, int] | None:
        """Notes where a person's last reminder stands; returns channel and message of the earlier.

        None if there was none.
        """
        mine = REMINDERS.c.user_id == user_id
        place = {"channel_id": channel_id, "message_id": message_id}

        def work(connection: Connection) -> tuple[int, int] | None:
            _make_user(connection, user_id)  # locked, so that of two at once one is the earlier
            connection.execute(select(_U.id).where(_U.id == user_id).with_for_update())
            row = connection.execute(
                select(REMINDERS.c.channel_id, REMINDERS.c.message_id).where(mine)
            ).one_or_none()
            if row is None:
                connection.execute(insert(REMINDERS).values(user_id=user_id, **place))
                return None
            connection.execute(update(REMINDERS).where(mine).values(**place))
            return row.channel_id, row.message_id

        return await self._database.write(work)

    # -- downtime ------------------------------------------------------------------------------

    async def beat(
        self, name: str, now: datetime, patience: timedelta | None = None
    ) -> datetime | None:
        """Notes that a process is alive, if its last sign is not older than ``patience``.

        Returns when that was; None if there was none. A process that was never seen goes by the
        last one that was: one that is no more, if there is such a one, for those that are alive
        look after other games.
        """

        def work(connection: Connection) -> datetime | None:
            mine = BEATS.c.name == name
            own: datetime | None = connection.execute(
                select(BEATS.c.at).where(mine).with_for_update()
            ).scalar()
            before = own
            if before is None:
                newest = select(func.max(BEATS.c.at))
                before = connection.execute(newest).scalar()
                if before is not None and patience is not None:
                    gone = newest.where(BEATS.c.at <= now - patience)
                    before = connection.execute(gone).scalar() or before
            if before is None or patience is None or now - before < patience:
                if own is None:  # or of the same name by now, from another connection
                    connection.execute(_insert(connection, BEATS).values(name=name, at=now))
                connection.execute(update(BEATS).where(mine).values(at=now))
            return before

        return await self._database.write(work)

    async def servers(self, shards: Shards | None = None) -> tuple[set[int], set[int]]:
        """The servers with open games whose clocks run, and those with some that stand still."""
        stands = _G.suspended_at.is_not(None)
        statement = select(_G.guild_id, stands).where(text(IS_OPEN), of_shards(shards)).distinct()

        def work(connection: Connection) -> tuple[set[int], set[int]]:
            found = [(guild_id, bool(still)) for guild_id, still in connection.execute(statement)]
            return (
                {guild_id for guild_id, still in found if not still},
                {guild_id for guild_id, still in found if still},
            )

        return await self._database.read(work)

    async def is_suspended(self, guild_id: int) -> bool:
        """Whether clocks of a server's games stand still."""
        statement = select(_G.id).where(_G.suspended_at.is_not(None), _G.guild_id == guild_id)
        return await self._database.read(
            lambda connection: connection.scalar(statement.limit(1)) is not None
        )

    async def suspend(self, guild_ids: Collection[int], now: datetime) -> list[int]:
        """Stops the clocks of these servers' open games; returns the ids of those that ran."""
        return await self._in_batches(
            [text(IS_OPEN), _G.suspended_at.is_(None)],
            lambda times, _: replace(times, suspended_at=now),
            guild_ids=guild_ids,
        )

    async def resume(self, guild_ids: Collection[int], shift: Shift) -> list[int]:
        """Changes the times of these servers' suspended games; returns their ids."""
        return await self._in_batches([_G.suspended_at.is_not(None)], shift, guild_ids=guild_ids)

    async def credit(self, shift: Shift, shards: Shards | None = None) -> list[int]:
        """Changes the times of all running games; returns the ids of those that are changed.

        Cut short, some are changed and others are not: their ``credited_at`` tells which.
        """
        return await self._in_batches([_G.due_at.is_not(None), of_shards(shards)], shift)

    async def purge(self, before: datetime) -> int:
        """Deletes the games suspended before a time, with their logs; returns how many."""
        statement = delete(GAMES).where(_G.suspended_at < before).returning(_G.id)
        return await self._database.write(
            lambda connection: len(list(connection.scalars(statement)))
        )

    async def _in_batches(
        self, where: Sequence[Any], shift: Shift, *, guild_ids: Collection[int] | None = None
    ) -> list[int]:
        """Changes the times of all games of which that holds, each batch in a transaction.

        Those that are changed meanwhile count as they are then.
        """
        scopes: list[Any] = [true()]
        if guild_ids is not None:
            # A database takes only so many parameters in one statement.
            scopes = [_G.guild_id.in_(some) for some in _parts(sorted(guild_ids), 500)]
        ids: list[int] = []
        for scope in scopes:
            found = select(_G.id).where(*where, scope).order_by(_G.id)
            ids += await self._database.read(
                lambda connection, found=found: connection.scalars(found).all()
            )
        changed: list[int] = []
        for some in _parts(ids, BATCH):
            times = _TIMES.where(*where, _G.id.in_(some)).order_by(_G.id)

            def work(connection: Connection, times: Any = times) -> list[int]:
                return _shifted(connection, times, shift)

            changed += await self._database.write(work)
        return changed


_BACK_AT = (
    select(func.min(PLAYERS.c.away_until))
    .where(
        PLAYERS.c.game_id == _G.id,
        PLAYERS.c.computer.is_(None),
        PLAYERS.c.left.is_(False),
        PLAYERS.c.invited.is_(False),
    )
    .scalar_subquery()
)
_TIMES = select(
    _G.id,
    _G.version,
    _G.status,
    _G.limit_seconds,
    _G.shown_ply,
    _G.waits_for,
    _G.asked_at,
    _G.deadline,
    _G.remind_at,
    _G.ping_at,
    _G.expires_at,
    _G.suspended_at,
    _G.call_at,
    _BACK_AT,
    _G.credited_at,
    _G.shown_until,
).with_for_update(of=GAMES)
_SET_TIMES = update(GAMES).where(_G.id == bindparam("wanted"))


def _shifted(connection: Connection, statement: Any, shift: Shift) -> list[int]:
    """Changes the times of the games that a statement finds; the ids of those that changed."""
    found: list[Times] = []
    for row in connection.execute(statement):
        id_, version, status, limit, *rest = tuple(row)
        found.append(Times(id_, version, Status(status), timedelta(seconds=limit), *rest))
    people = _settings(connection, {times.waits_for for times in found if times.waits_for})
    changed: list[dict[str, Any]] = []
    for times in found:
        after = shift(times, people.get(times.waits_for or 0, UserSettings(0)))
        if after != times:
            changed.append(
                {
                    "wanted": times.id,
                    "version": times.version + 1,
                    "shown_ply": after.shown_ply,
                    "expires_at": after.expires_at,
                    "credited_at": after.credited_at,
                    **clock_values(after),
                }
            )
    if changed:
        connection.execute(_SET_TIMES, changed)
    return [each["wanted"] for each in changed]


def _parts(items: Sequence[int], size: int) -> Iterable[Sequence[int]]:
    return (items[at : at + size] for at in range(0, len(items), size))


def _settings(connection: Connection, ids: Iterable[int]) -> dict[int, UserSettings]:
    wanted = list(ids)
    found = {user_id: UserSettings(user_id) for user_id in wanted}
    # A database takes only so many parameters in one statement.
    for at in range(0, len(wanted), 500):
        rows = connection.execute(_SETTINGS, {"wanted": wanted[at : at + 500]})
        found.update((row.id, to_settings(row)) for row in rows)
    return found


def _make_user(connection: Connection, user_id: int) -> None:
    """A row for this person, if there is none: it can be locked then."""
    values = {"id": user_id, **user_values(UserSettings(user_id))}
    connection.execute(_insert(connection, USERS).values(**values))


def _insert(connection: Connection, table: Any) -> Any:
    """An insertion that leaves a row with that key as it is."""
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects.sqlite import insert
    else:
        from sqlalchemy.dialects.postgresql import insert
    return insert(table).on_conflict_do_nothing()
