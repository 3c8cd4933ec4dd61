"""Games in and out of the database: each verb is one short transaction of few statements."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, String, case, cast, delete, insert, literal, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload

from bot.rules import parse_position, parse_rules, position_text, rules_text
from bot.rules.board import Seat
from bot.storage.database import Database
from bot.storage.errors import Conflict, Duplicate
from bot.storage.records import Game, Logged, Player, Status
from bot.storage.tables import IS_LAGGING, IS_OPEN, ActionRow, GameRow, PlayerRow

CHECKPOINT: Final = 16
"""Every so many plies a row of the log carries the position before it."""

_TOO_BIG: Final = 1 << 63
"""No database takes such a number, though a person can write one."""
_NO_SYNC = {"synchronize_session": False}


class Store:
    """The games of one database. It knows no rules of play: ``bot.games`` decides what to store."""

    def __init__(self, url: str) -> None:
        """Opens nothing yet; ``bot.storage.upgrade(url)`` must have run once.

        Raises:
            StorageError: the address is no good.
        """
        self._database = Database(url)

    async def close(self) -> None:
        """Closes the connections."""
        await self._database.close()

    # -- reading -------------------------------------------------------------------------------

    async def get(self, game_id: int) -> Game | None:
        """The game as it is now, or None."""
        if not 0 < game_id < _TOO_BIG:
            return None
        games = await self._games(_whole().where(GameRow.id == game_id))
        return games[0] if games else None

    async def find(self, *, code: str, guild_id: int) -> Game | None:
        """The open game of a server that has this code, or None."""
        games = await self._games(
            _whole().where(GameRow.guild_id == guild_id, GameRow.code == code, text(IS_OPEN))
        )
        return games[0] if games else None

    async def of_person(self, user_id: int) -> list[Game]:
        """The open games that this person plays, waits for or is invited to, newest first."""
        mine = select(PlayerRow.game_id).where(
            PlayerRow.user_id == user_id, PlayerRow.left.is_(False)
        )
        return await self._games(
            _whole().where(GameRow.id.in_(mine), text(IS_OPEN)).order_by(GameRow.id.desc())
        )

    async def of_channel(self, channel_id: int) -> list[Game]:
        """The open games of a channel, newest first."""
        return await self._games(
            _whole()
            .where(GameRow.channel_id == channel_id, text(IS_OPEN))
            .order_by(GameRow.id.desc())
        )

    async def log(self, game_id: int, since: int, until: int) -> list[Logged]:
        """The actions from ply ``since`` up to, not including, ``until``, in order.

        It begins up to ``CHECKPOINT`` plies earlier, at the newest row with a position.
        """
        since -= since % CHECKPOINT
        statement = (
            select(ActionRow.ply, ActionRow.actor, ActionRow.action, ActionRow.position)
            .where(ActionRow.game_id == game_id, ActionRow.ply >= since, ActionRow.ply < until)
            .order_by(ActionRow.ply)
        )
        async with self._database.reading() as session:
            return [Logged(*row) for row in await session.execute(statement)]

    async def action(self, game_id: int, ply: int) -> Logged | None:
        """The action with that number, or None if it has not been played."""
        statement = select(
            ActionRow.ply, ActionRow.actor, ActionRow.action, ActionRow.position
        ).where(ActionRow.game_id == game_id, ActionRow.ply == ply)
        async with self._database.reading() as session:
            row = (await session.execute(statement)).one_or_none()
        return None if row is None else Logged(*row)

    async def lagging(self) -> list[int]:
        """The ids of games whose newest position is not shown, or whose sending was cut short."""
        statement = select(GameRow.id).where(text(f"({IS_LAGGING})")).order_by(GameRow.id)
        async with self._database.reading() as session:
            return list(await session.scalars(statement))

    # -- writing -------------------------------------------------------------------------------

    async def insert(self, game: Game) -> Game:
        """Stores a new game and returns it with its id.

        Raises:
            Duplicate: the server has an open game with this code.
        """
        values = _values(game) | {
            "code": game.code,
            "guild_id": game.guild_id,
            "channel_id": game.channel_id,
            "locale": game.locale,
            "rules": rules_text(game.rules),
            "max_players": game.max_players,
            "created_at": game.created_at,
            "version": game.version,
            "shown_ply": game.shown_ply,
            "sends": game.sends,
        }
        try:
            async with self._database.writing() as session:
                game_id = (
                    await session.execute(insert(GameRow).values(**values).returning(GameRow.id))
                ).scalar_one()
                await _write_players(session, game_id, game.players)
        except IntegrityError as error:
            raise Duplicate(game.code) from error
        return replace(game, id=game_id)

    async def save(
        self,
        game: Game,
        *,
        at: datetime,
        played: Sequence[Logged] = (),
        seating: bool = False,
        redraw: bool = False,
    ) -> Game:
        """Stores a game as it was changed from ``game.version``; returns it with the next one.

        What is shown is not touched, but with ``redraw`` the board has to be drawn afresh. With
        ``seating`` the players are written too. ``played`` is appended to the log.

        Raises:
            Conflict: somebody else changed the game first; nothing was stored.
        """
        values = _values(game) | {"version": game.version + 1}
        if redraw:
            values["shown_ply"] = -1
        statement = (
            update(GameRow)
            .where(GameRow.id == game.id, GameRow.version == game.version)
            .values(**values)
            .returning(GameRow.id)
        )
        try:
            async with self._database.writing() as session:
                done = await session.execute(statement, execution_options=_NO_SYNC)
                if done.scalar() is None:
                    raise Conflict(game.id)
                if seating:
                    await session.execute(
                        delete(PlayerRow).where(PlayerRow.game_id == game.id),
                        execution_options=_NO_SYNC,
                    )
                    await _write_players(session, game.id, game.players)
                if played:
                    await session.execute(
                        insert(ActionRow),
                        [
                            {
                                "game_id": game.id,
                                "ply": each.ply,
                                "actor": each.actor,
                                "action": each.text,
                                "position": each.position,
                                "at": at,
                            }
                            for each in played
                        ],
                    )
        except IntegrityError as error:
            raise Conflict(game.id) from error
        return replace(
            game,
            version=game.version + 1,
            shown_ply=-1 if redraw else game.shown_ply,
        )

    async def expire(self, now: datetime) -> list[int]:
        """Closes the lobbies whose time is up; returns their ids, each to one caller only."""
        statement = (
            update(GameRow)
            .where(GameRow.expires_at <= now, GameRow.status == Status.LOBBY.value)
            .values(
                status=Status.EXPIRED.value,
                expires_at=None,
                ended_at=now,
                version=GameRow.version + 1,
                shown_ply=-1,
            )
            .returning(GameRow.id)
        )
        async with self._database.writing() as session:
            return sorted(await session.scalars(statement, execution_options=_NO_SYNC))

    # -- what is shown -------------------------------------------------------------------------

    async def sending(self, game: Game) -> str:
        """Counts one more message, stores its nonce as being sent, and returns it."""
        nonce = literal(f"{game.id}:{game.ply}:") + cast(GameRow.sends, String)
        return await self._show(
            update(GameRow)
            .where(GameRow.id == game.id)
            .values(sending=nonce, sends=GameRow.sends + 1)
            .returning(GameRow.sending)
        )

    async def shown(
        self,
        game: Game,
        *,
        message_id: int | None,
        message_at: datetime | None,
        asked_id: int | None,
    ) -> None:
        """Stores the message that shows this very game; nothing is being sent any more.

        If the game has changed or was to be redrawn since it was read, it goes on lagging.
        """
        as_read = (GameRow.version == game.version) & (GameRow.shown_ply == game.shown_ply)
        await self._show(
            update(GameRow)
            .where(GameRow.id == game.id)
            .values(
                message_id=message_id,
                message_at=message_at,
                asked_id=asked_id,
                sending=None,
                shown_ply=case((as_read, game.ply), else_=GameRow.shown_ply),
            )
            .returning(GameRow.id)
        )

    async def redraw(self, game_id: int) -> None:
        """The board has to be drawn afresh."""
        await self._show(
            update(GameRow).where(GameRow.id == game_id).values(shown_ply=-1).returning(GameRow.id)
        )

    async def moved_to(self, game_id: int, channel_id: int) -> None:
        """The game goes on in another channel, where it has no board yet."""
        await self._show(
            update(GameRow)
            .where(GameRow.id == game_id)
            .values(
                channel_id=channel_id,
                message_id=None,
                message_at=None,
                sending=None,
                shown_ply=-1,
                version=GameRow.version + 1,
            )
            .returning(GameRow.id)
        )

    async def _show(self, statement: Any) -> Any:
        async with self._database.writing() as session:
            return (await session.execute(statement, execution_options=_NO_SYNC)).scalar()

    async def _games(self, statement: Select[GameRow]) -> list[Game]:
        async with self._database.reading() as session:
            rows = (await session.scalars(statement)).unique().all()
        return [_game(row) for row in rows]


def _whole() -> Select[GameRow]:
    # One statement for a game and its players: each is a hop to the database's thread.
    return select(GameRow).options(joinedload(GameRow.players))


def _values(game: Game) -> dict[str, Any]:
    """The columns that play changes."""
    return {
        "host_id": game.host_id,
        "status": game.status.value,
        "opening": _opening_text(game.opening),
        "position": None if game.state is None else position_text(game.state),
        "ply": game.ply,
        "throws": game.throws,
        "expires_at": game.expires_at,
        "ended_at": game.ended_at,
    }


async def _write_players(session: AsyncSession, game_id: int, players: Sequence[Player]) -> None:
    if not players:  # SQLAlchemy would insert one empty row
        return
    rows = [
        {
            "game_id": game_id,
            "user_id": player.id,
            "place": place,
            "name": player.name,
            "seat": None if player.seat is None else player.seat.value,
            "invited": player.invited,
            "left": player.left,
        }
        for place, player in enumerate(players)
    ]
    await session.execute(insert(PlayerRow), rows)


def _game(row: GameRow) -> Game:
    return Game(
        id=row.id,
        code=row.code,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        host_id=row.host_id,
        locale=row.locale,
        status=Status(row.status),
        rules=parse_rules(row.rules),
        max_players=row.max_players,
        players=tuple(_player(player) for player in row.players),
        opening=_parse_opening(row.opening),
        state=None if row.position is None else parse_position(row.position),
        ply=row.ply,
        throws=row.throws,
        version=row.version,
        created_at=row.created_at,
        expires_at=row.expires_at,
        ended_at=row.ended_at,
        message_id=row.message_id,
        message_at=row.message_at,
        shown_ply=row.shown_ply,
        asked_id=row.asked_id,
        sending=row.sending,
        sends=row.sends,
    )


def _player(row: PlayerRow) -> Player:
    return Player(
        id=row.user_id,
        name=row.name,
        seat=None if row.seat is None else Seat(row.seat),
        invited=row.invited,
        left=row.left,
    )


_LETTERS = {seat.letter: seat for seat in Seat}


def _opening_text(opening: tuple[tuple[tuple[Seat, int], ...], ...]) -> str:
    """The rounds of the opening throws: ``Y5R5 Y2R6``."""
    return " ".join("".join(f"{seat.letter}{face}" for seat, face in each) for each in opening)


def _parse_opening(text: str) -> tuple[tuple[tuple[Seat, int], ...], ...]:
    return tuple(
        tuple((_LETTERS[each[at]], int(each[at + 1])) for at in range(0, len(each), 2))
        for each in text.split()
    )
