"""What the clock reads and claims: games that are due, reminders, people's settings, beats."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.orm import Session

from bot.storage.records import Game, Shards, Status, UserSettings
from bot.storage.rows import clock_values, to_game, to_settings, user_values
from bot.storage.store import NO_SYNC, GameStore, of_shards, whole
from bot.storage.tables import IS_OPEN, BeatRow, GameRow, UserRow

Shift = Callable[[Game, UserSettings], Game]
"""A game and the settings of whoever it waits for -> the game with other times."""

Claim = Callable[[UserSettings, Sequence[Game]], Mapping[int, tuple[datetime | None, bool]]]
"""A person and the games that wait for them -> by game: the next reminder, and whether one is
sent now."""


class Store(GameStore):
    """The games of one database. It knows no rules of play: ``bot.games`` decides what to store."""

    # -- people --------------------------------------------------------------------------------

    async def settings(self, user_ids: Iterable[int]) -> dict[int, UserSettings]:
        """What these people have set; the defaults for who set nothing."""
        ids = list(user_ids)
        return await self._database.read(lambda session: _settings(session, ids))

    async def save_settings(self, settings: UserSettings) -> None:
        """Stores what a person has set; when they were last reminded stays as it is."""

        def work(session: Session) -> None:
            _make_user(session, settings.id)
            session.execute(
                update(UserRow).where(UserRow.id == settings.id).values(**user_values(settings)),
                execution_options=NO_SYNC,
            )

        await self._database.write(work)

    # -- what is due ---------------------------------------------------------------------------

    async def due(self, now: datetime, shards: Shards | None = None) -> list[int]:
        """The ids of games with something to do, the one that has waited longest first."""
        statement = (
            select(GameRow.id)
            .where(GameRow.due_at <= now, of_shards(shards))
            .order_by(GameRow.due_at, GameRow.id)
        )
        return await self._database.read(lambda session: list(session.scalars(statement)))

    async def to_remind(self, now: datetime, shards: Shards | None = None) -> list[int]:
        """The ids of the people to whom a reminder may be due."""
        statement = (
            select(GameRow.waits_for)
            .where(
                GameRow.remind_at <= now,
                GameRow.waits_for.is_not(None),
                GameRow.suspended_at.is_(None),
                of_shards(shards),
            )
            .distinct()
            .order_by(GameRow.waits_for)
        )
        return await self._database.read(
            lambda session: [each for each in session.scalars(statement) if each is not None]
        )

    async def remind(
        self, user_id: int, now: datetime, claim: Claim, shards: Shards | None = None
    ) -> list[Game]:
        """The games about which this person is to be reminded now, each to one caller only."""
        waiting = (
            whole()
            .where(
                GameRow.waits_for == user_id,
                GameRow.remind_at.is_not(None),
                GameRow.suspended_at.is_(None),
                GameRow.status == Status.PLAYING.value,
                of_shards(shards),
            )
            .order_by(GameRow.deadline, GameRow.id)
        )

        def work(session: Session) -> list[Game]:
            _make_user(session, user_id)
            # Locked before the games are read: the other process then finds nothing to claim.
            row = session.scalars(
                select(UserRow).where(UserRow.id == user_id).with_for_update()
            ).one()
            games = [to_game(row) for row in session.scalars(waiting).unique()]
            verdicts = claim(to_settings(row), games)
            claimed: list[Game] = []
            for game in games:
                if game.id not in verdicts:
                    continue
                remind_at, sent = verdicts[game.id]
                done = session.execute(
                    update(GameRow)
                    .where(GameRow.id == game.id, GameRow.version == game.version)
                    .values(remind_at=remind_at, version=GameRow.version + 1)
                    .returning(GameRow.id),
                    execution_options=NO_SYNC,
                )
                if done.scalar() is not None and sent:
                    claimed.append(replace(game, remind_at=remind_at, version=game.version + 1))
            if claimed:
                session.execute(
                    update(UserRow).where(UserRow.id == user_id).values(last_reminded_at=now),
                    execution_options=NO_SYNC,
                )
            return claimed

        return await self._database.write(work)

    # -- downtime ------------------------------------------------------------------------------

    async def beat(self, name: str, now: datetime) -> datetime | None:
        """Notes that a process is alive; returns when it last was.

        A process that was never seen goes by the last one that was; None if there was none.
        """

        def work(session: Session) -> datetime | None:
            row = session.get(BeatRow, name, with_for_update=True)
            if row is None:
                newest = session.scalar(select(func.max(BeatRow.at)))
                session.add(BeatRow(name=name, at=now))
                return newest
            before, row.at = row.at, now
            return before

        return await self._database.write(work)

    async def suspend(self, guild_id: int, now: datetime) -> list[int]:
        """Stops the clocks of a server's open games; returns the ids of those that ran."""
        statement = (
            update(GameRow)
            .where(GameRow.guild_id == guild_id, text(IS_OPEN), GameRow.suspended_at.is_(None))
            .values(suspended_at=now, due_at=None, version=GameRow.version + 1)
            .returning(GameRow.id)
        )
        return await self._database.write(
            lambda session: sorted(session.scalars(statement, execution_options=NO_SYNC))
        )

    async def resume(self, guild_id: int, shift: Shift) -> list[int]:
        """Changes the times of a server's suspended games, which are to be shown; their ids."""
        return await self._shift(
            GameRow.guild_id == guild_id, GameRow.suspended_at.is_not(None), shift=shift
        )

    async def credit(self, shift: Shift, shards: Shards | None = None) -> list[int]:
        """Changes the times of all running games; returns the ids of those that are changed."""
        return await self._shift(GameRow.due_at.is_not(None), of_shards(shards), shift=shift)

    async def purge(self, before: datetime) -> int:
        """Deletes the games suspended before a time, with their logs; returns how many."""
        statement = delete(GameRow).where(GameRow.suspended_at < before).returning(GameRow.id)
        return await self._database.write(
            lambda session: len(list(session.scalars(statement, execution_options=NO_SYNC)))
        )

    async def _shift(self, *where: Any, shift: Shift) -> list[int]:
        statement = whole().where(*where).order_by(GameRow.id)

        def work(session: Session) -> list[int]:
            games = [
                to_game(row)
                for row in session.scalars(statement.with_for_update(of=GameRow)).unique()
            ]
            people = _settings(session, {game.waits_for for game in games if game.waits_for})
            changed: list[dict[str, Any]] = []
            for game in games:
                settings = people.get(game.waits_for or 0, UserSettings(0))
                after = shift(game, settings)
                if after != game:
                    changed.append(
                        {
                            "id": game.id,
                            "version": game.version + 1,
                            "shown_ply": after.shown_ply,
                            "expires_at": after.expires_at,
                            **clock_values(after),
                        }
                    )
            if changed:
                session.execute(update(GameRow), changed)
            return [each["id"] for each in changed]

        return await self._database.write(work)


def _settings(session: Session, ids: Iterable[int]) -> dict[int, UserSettings]:
    wanted = list(ids)
    found = {user_id: UserSettings(user_id) for user_id in wanted}
    # A database takes only so many parameters in one statement.
    for at in range(0, len(wanted), 500):
        rows = session.scalars(select(UserRow).where(UserRow.id.in_(wanted[at : at + 500])))
        found.update((row.id, to_settings(row)) for row in rows)
    return found


def _make_user(session: Session, user_id: int) -> None:
    """A row for this person, if there is none: it can be locked then."""
    values = {"id": user_id, **user_values(UserSettings(user_id))}
    dialect = session.get_bind().dialect.name
    if dialect == "sqlite":
        from sqlalchemy.dialects.sqlite import insert
    else:
        from sqlalchemy.dialects.postgresql import insert
    session.execute(insert(UserRow).values(**values).on_conflict_do_nothing())
