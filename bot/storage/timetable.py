"""What the clock reads and claims: games that are due, reminders, people's settings, beats."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, text, update

from bot.storage.records import Game, Shards, Status, UserSettings
from bot.storage.rows import clock_values, to_games, to_settings, user_values
from bot.storage.store import GameStore, of_shards, whole
from bot.storage.tables import BEATS, GAMES, IS_OPEN, USERS

Shift = Callable[[Game, UserSettings], Game]
"""A game and the settings of whoever it waits for -> the game with other times."""

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
            for game in games:
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
            return claimed

        return await self._database.write(work)

    # -- downtime ------------------------------------------------------------------------------

    async def beat(self, name: str, now: datetime) -> datetime | None:
        """Notes that a process is alive; returns when it last was.

        A process that was never seen goes by the last one that was; None if there was none.
        """

        def work(connection: Connection) -> datetime | None:
            mine = BEATS.c.name == name
            before: datetime | None = connection.execute(
                select(BEATS.c.at).where(mine).with_for_update()
            ).scalar()
            if before is not None:
                connection.execute(update(BEATS).where(mine).values(at=now))
                return before
            before = connection.execute(select(func.max(BEATS.c.at))).scalar()
            connection.execute(insert(BEATS).values(name=name, at=now))
            return before

        return await self._database.write(work)

    async def suspend(self, guild_id: int, now: datetime) -> list[int]:
        """Stops the clocks of a server's open games; returns the ids of those that ran."""
        statement = (
            update(GAMES)
            .where(_G.guild_id == guild_id, text(IS_OPEN), _G.suspended_at.is_(None))
            .values(suspended_at=now, due_at=None, version=_G.version + 1)
            .returning(_G.id)
        )
        return await self._database.write(lambda connection: sorted(connection.scalars(statement)))

    async def resume(self, guild_id: int, shift: Shift) -> list[int]:
        """Changes the times of a server's suspended games, which are to be shown; their ids."""
        return await self._shift(_G.guild_id == guild_id, _G.suspended_at.is_not(None), shift=shift)

    async def credit(self, shift: Shift, shards: Shards | None = None) -> list[int]:
        """Changes the times of all running games; returns the ids of those that are changed."""
        return await self._shift(_G.due_at.is_not(None), of_shards(shards), shift=shift)

    async def purge(self, before: datetime) -> int:
        """Deletes the games suspended before a time, with their logs; returns how many."""
        statement = delete(GAMES).where(_G.suspended_at < before).returning(_G.id)
        return await self._database.write(
            lambda connection: len(list(connection.scalars(statement)))
        )

    async def _shift(self, *where: Any, shift: Shift) -> list[int]:
        statement = whole().where(*where).with_for_update(of=GAMES)

        def work(connection: Connection) -> list[int]:
            games = to_games(connection.execute(statement))
            people = _settings(connection, {game.waits_for for game in games if game.waits_for})
            changed: list[dict[str, Any]] = []
            for game in games:
                settings = people.get(game.waits_for or 0, UserSettings(0))
                after = shift(game, settings)
                if after != game:
                    changed.append(
                        {
                            "wanted": game.id,
                            "version": game.version + 1,
                            "shown_ply": after.shown_ply,
                            "expires_at": after.expires_at,
                            **clock_values(after),
                        }
                    )
            if changed:
                connection.execute(update(GAMES).where(_G.id == bindparam("wanted")), changed)
            return [each["wanted"] for each in changed]

        return await self._database.write(work)


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
    dialect = connection.dialect.name
    if dialect == "sqlite":
        from sqlalchemy.dialects.sqlite import insert
    else:
        from sqlalchemy.dialects.postgresql import insert
    connection.execute(insert(USERS).values(**values).on_conflict_do_nothing())
