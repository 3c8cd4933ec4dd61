"""Games in and out of the database: each verb is one short transaction of few statements."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Select,
    String,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    literal,
    select,
    text,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, joinedload

from bot.storage.database import Database
from bot.storage.errors import Conflict, Duplicate
from bot.storage.records import Actor, Game, Logged, Player, Shards, Status
from bot.storage.rows import first_values, game_values, player_values, to_game
from bot.storage.tables import IS_LAGGING, IS_OPEN, ActionRow, GameRow, PlayerRow

CHECKPOINT: Final = 16
"""Every so many plies a row of the log carries the position before it."""

_TOO_BIG: Final = 1 << 63
"""No database takes such a number, though a person can write one."""
NO_SYNC: Final = {"synchronize_session": False}


class GameStore:
    """Games and their logs."""

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
        games = await self._games(_BY_ID, {"wanted": game_id})
        return games[0] if games else None

    async def find(self, *, code: str, guild_id: int) -> Game | None:
        """The open game of a server that has this code, or None."""
        games = await self._games(
            whole().where(GameRow.guild_id == guild_id, GameRow.code == code, text(IS_OPEN))
        )
        return games[0] if games else None

    async def of_person(self, user_id: int) -> list[Game]:
        """The open games that this person plays, waits for or is invited to, newest first."""
        mine = select(PlayerRow.game_id).where(
            PlayerRow.user_id == user_id, PlayerRow.left.is_(False)
        )
        return await self._games(
            whole().where(GameRow.id.in_(mine), text(IS_OPEN)).order_by(GameRow.id.desc())
        )

    async def finished_of_person(self, user_id: int, most: int) -> list[Game]:
        """The started games of this person that are over, at most so many, newest first."""
        mine = select(PlayerRow.game_id).where(PlayerRow.user_id == user_id)
        return await self._games(
            whole()
            .where(GameRow.id.in_(mine), GameRow.ended_at.is_not(None), GameRow.ply > 0)
            .order_by(GameRow.id.desc())
            .limit(most)
        )

    async def of_channel(self, channel_id: int) -> list[Game]:
        """The open games of a channel, newest first."""
        return await self._games(
            whole()
            .where(GameRow.channel_id == channel_id, text(IS_OPEN))
            .order_by(GameRow.id.desc())
        )

    async def log(self, game_id: int, since: int, until: int) -> list[Logged]:
        """The actions from ply ``since`` up to, not including, ``until``, in order.

        It begins up to ``CHECKPOINT`` plies earlier, at the newest row with a position.
        """
        since -= since % CHECKPOINT
        statement = _LOG.where(
            ActionRow.game_id == game_id, ActionRow.ply >= since, ActionRow.ply < until
        ).order_by(ActionRow.ply)
        return await self._database.read(
            lambda session: [_logged(row) for row in session.execute(statement)]
        )

    async def action(self, game_id: int, ply: int) -> Logged | None:
        """The action with that number, or None if it has not been played."""
        statement = _LOG.where(ActionRow.game_id == game_id, ActionRow.ply == ply)
        row = await self._database.read(lambda session: session.execute(statement).one_or_none())
        return None if row is None else _logged(row)

    async def last_ply_of(self, game_id: int, user_id: int | None, since: int) -> int | None:
        """The newest ply, from ``since`` on, that a person (None: anybody) played by hand."""
        statement = select(func.max(ActionRow.ply)).where(
            ActionRow.game_id == game_id,
            ActionRow.ply >= since,
            ActionRow.actor.is_not(None) if user_id is None else ActionRow.actor == user_id,
            ActionRow.by == Actor.PERSON.value,
        )
        return await self._database.read(lambda session: session.scalar(statement))

    async def lagging(self, shards: Shards | None = None) -> list[int]:
        """The ids of games whose newest position is not shown, or whose sending was cut short."""
        statement = (
            select(GameRow.id)
            .where(text(f"({IS_LAGGING})"), of_shards(shards))
            .order_by(GameRow.id)
        )
        return await self._database.read(lambda session: list(session.scalars(statement)))

    # -- writing -------------------------------------------------------------------------------

    async def insert(self, game: Game) -> Game:
        """Stores a new game and returns it with its id.

        Raises:
            Duplicate: the server has an open game with this code.
        """
        statement = insert(GameRow).values(**first_values(game)).returning(GameRow.id)

        def work(session: Session) -> int:
            game_id = session.execute(statement).scalar_one()
            write_players(session, game_id, game.players)
            return game_id

        try:
            return replace(game, id=await self._database.write(work))
        except IntegrityError as error:
            raise Duplicate(game.code) from error

    async def save(
        self,
        game: Game,
        *,
        at: datetime,
        played: Sequence[Logged] = (),
        players: Sequence[Player] = (),
        seating: bool = False,
        redraw: bool = False,
        ping: bool = False,
    ) -> Game:
        """Stores a game as it was changed from ``game.version``; returns it with the next one.

        What is shown is not touched, but with ``redraw`` the board has to be drawn afresh, and
        with ``ping`` nobody has been mentioned by it. ``players`` are those who changed; with
        ``seating`` all are written anew. ``played`` is appended to the log.

        Raises:
            Conflict: somebody else changed the game first; nothing was stored.
        """
        values = game_values(game) | {"version": game.version + 1}
        values |= {"wanted": game.id, "as_read": game.version}
        if redraw:
            values["shown_ply"] = -1
        if ping:
            values["asked_id"] = None
        rows = [
            {
                "game_id": game.id,
                "ply": each.ply,
                "actor": each.actor,
                "action": each.text,
                "position": each.position,
                "at": at,
                "by": each.by.value,
            }
            for each in played
        ]

        def work(session: Session) -> None:
            if session.execute(_SAVE, values).scalar() is None:
                raise Conflict(game.id)
            if seating:
                write_players(session, game.id, game.players)
            else:
                _update_players(session, game.id, players)
            if rows:
                session.execute(_APPEND, rows)

        try:
            await self._database.write(work)
        except IntegrityError as error:
            raise Conflict(game.id) from error
        return replace(
            game,
            version=game.version + 1,
            shown_ply=-1 if redraw else game.shown_ply,
            asked_id=None if ping else game.asked_id,
        )

    async def expire(self, now: datetime, shards: Shards | None = None) -> list[int]:
        """Closes the lobbies whose time is up; returns their ids, each to one caller only."""
        statement = (
            update(GameRow)
            .where(
                GameRow.expires_at <= now,
                GameRow.status == Status.LOBBY.value,
                of_shards(shards),
            )
            .values(
                status=Status.EXPIRED.value,
                expires_at=None,
                ended_at=now,
                version=GameRow.version + 1,
                shown_ply=-1,
            )
            .returning(GameRow.id)
        )
        return await self._database.write(
            lambda session: sorted(session.scalars(statement, execution_options=NO_SYNC))
        )

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
        # Not if the clock has asked for a mention meanwhile: a message that is on its way is older.
        asked = (
            asked_id
            if game.asked_id is None
            else case((GameRow.asked_id.is_(None), None), else_=asked_id)
        )
        as_read = (GameRow.version == game.version) & (GameRow.shown_ply == game.shown_ply)
        await self._show(
            update(GameRow)
            .where(GameRow.id == game.id)
            .values(
                message_id=message_id,
                message_at=message_at,
                asked_id=asked,
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
        return await self._database.write(
            lambda session: session.execute(statement, execution_options=NO_SYNC).scalar()
        )

    async def _games(
        self, statement: Select[GameRow], values: dict[str, Any] | None = None
    ) -> list[Game]:
        def work(session: Session) -> list[Game]:
            return [to_game(row) for row in session.scalars(statement, values).unique()]

        return await self._database.read(work)


# Made once: to build and to recognise a statement of forty columns costs more than to run it.
_GAMES: Any = GameRow.__table__
_PLAYERS: Any = PlayerRow.__table__
_SAVE = (
    update(_GAMES)
    .where(_GAMES.c.id == bindparam("wanted"), _GAMES.c.version == bindparam("as_read"))
    .returning(_GAMES.c.id)
)
_SAVE_PLAYER = update(_PLAYERS).where(
    _PLAYERS.c.game_id == bindparam("wanted"), _PLAYERS.c.user_id == bindparam("who")
)
_ACTIONS: Any = ActionRow.__table__
_APPEND = insert(_ACTIONS)
_LOG = select(ActionRow.ply, ActionRow.actor, ActionRow.action, ActionRow.position, ActionRow.by)


def _logged(row: Any) -> Logged:
    ply, actor, action, position, by = row
    return Logged(ply, actor, action, position, Actor(by))


def whole() -> Select[GameRow]:
    """Games with their players, by one statement."""
    return select(GameRow).options(joinedload(GameRow.players))


_BY_ID = whole().where(GameRow.id == bindparam("wanted"))


def of_shards(shards: Shards | None) -> Any:
    """The condition for games of servers that these shards see; None is all."""
    if shards is None:
        return true()
    # Discord's formula: an id shifted right by 22 bits, which every database can as a division.
    return ((GameRow.guild_id // (1 << 22)) % shards.count).in_(shards.ids)


def write_players(session: Session, game_id: int, players: Sequence[Player]) -> None:
    """Replaces the players of a game."""
    session.execute(
        delete(PlayerRow).where(PlayerRow.game_id == game_id), execution_options=NO_SYNC
    )
    if not players:  # SQLAlchemy would insert one empty row
        return
    rows = [
        {"game_id": game_id, "user_id": player.id, "place": place, **player_values(player)}
        for place, player in enumerate(players)
    ]
    session.execute(insert(PlayerRow), rows)


def _update_players(session: Session, game_id: int, players: Sequence[Player]) -> None:
    for player in players:
        session.execute(
            _SAVE_PLAYER, {"wanted": game_id, "who": player.id, **player_values(player)}
        )
