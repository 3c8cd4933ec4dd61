"""Games in and out of the database: each verb is one short transaction of few statements."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from bot.storage.database import Database
from bot.storage.errors import Conflict, Duplicate
from bot.storage.records import Actor, Game, Logged, Player, Shards, Status
from bot.storage.rows import first_values, game_values, player_values, to_games
from bot.storage.statements import (
    APPEND,
    BY_ID,
    CHECKPOINT,
    LOG,
    LOG_SINCE_ANYBODY,
    LOG_SINCE_WHO,
    MOVED_TO,
    REDRAW,
    SAVE,
    SAVE_PLAYER,
    SENDING,
    SHOWN,
    of_shards,
    whole,
)
from bot.storage.tables import GAMES, IS_LAGGING, IS_OPEN, PLAYERS

_G: Final = GAMES.c
_P: Final = PLAYERS.c
_TOO_BIG: Final = 1 << 63
"""No database takes such a number, though a person can write one."""


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
        games = await self._games(BY_ID, {"wanted": game_id})
        return games[0] if games else None

    async def find(self, *, code: str, guild_id: int) -> Game | None:
        """The open game of a server that has this code, or None."""
        games = await self._games(
            whole().where(_G.guild_id == guild_id, _G.code == code, text(IS_OPEN))
        )
        return games[0] if games else None

    async def of_person(self, user_id: int) -> list[Game]:
        """The open games that this person plays, waits for or is invited to, newest first."""
        mine = select(_P.game_id).where(_P.user_id == user_id, _P.left.is_(False))
        return await self._games(whole(_G.id.desc()).where(_G.id.in_(mine), text(IS_OPEN)))

    async def finished_of_person(self, user_id: int, most: int) -> list[Game]:
        """The started games of this person that are over, at most so many, newest first."""
        newest = (
            select(_G.id)
            .join(PLAYERS, _P.game_id == _G.id)
            .where(_P.user_id == user_id, _G.ended_at.is_not(None), _G.ply > 0)
            .order_by(_G.id.desc())
            .limit(most)
        )
        return await self._games(whole(_G.id.desc()).where(_G.id.in_(newest)))

    async def of_channel(self, channel_id: int) -> list[Game]:
        """The open games of a channel, newest first."""
        return await self._games(
            whole(_G.id.desc()).where(_G.channel_id == channel_id, text(IS_OPEN))
        )

    async def log(self, game_id: int, since: int, until: int) -> list[Logged]:
        """The actions from ply ``since`` up to, not including, ``until``, in order.

        It begins up to ``CHECKPOINT`` plies earlier, at the newest row with a position.
        """
        values = {"wanted": game_id, "since": since - since % CHECKPOINT, "until": until}
        return await self._database.read(lambda connection: _log(connection, values))

    async def told(self, game_id: int, at_most: int) -> tuple[Game, list[Logged]] | None:
        """The game as it is now and the end of its log, as ``log`` hands it back; or None.

        It is the log from the newest ply that whoever is asked (if nobody is: anybody) played by
        hand, or from ``at_most`` plies back, if there is none since.
        """

        def work(connection: Connection) -> tuple[Game, list[Logged]] | None:
            games = to_games(connection.execute(BY_ID, {"wanted": game_id}))
            if not games:
                return None
            game = games[0]
            values = {
                "wanted": game_id,
                "who": game.waits_for,
                "since": max(game.ply - at_most, 0),
                "until": game.ply,
            }
            # The log only grows: up to this ply it is the same a moment later.
            recent = LOG_SINCE_ANYBODY if game.waits_for is None else LOG_SINCE_WHO
            return game, _log(connection, values, recent)

        return await self._database.read(work) if 0 < game_id < _TOO_BIG else None

    async def action(self, game_id: int, ply: int) -> Logged | None:
        """The action with that number, or None if it has not been played."""
        values = {"wanted": game_id, "since": ply, "until": ply + 1}
        found = await self._database.read(lambda connection: _log(connection, values))
        return found[0] if found else None

    async def lagging(self, shards: Shards | None = None) -> list[int]:
        """The ids of games whose newest position is not shown, or whose sending was cut short.

        Not those of servers that the bot is not in: they are shown when it is back.
        """
        statement = (
            select(_G.id)
            .where(text(f"({IS_LAGGING})"), _G.suspended_at.is_(None), of_shards(shards))
            .order_by(_G.id)
        )
        return await self._database.read(lambda connection: list(connection.scalars(statement)))

    # -- writing -------------------------------------------------------------------------------

    async def insert(self, game: Game) -> Game:
        """Stores a new game and returns it with its id.

        Raises:
            Duplicate: the server has an open game with this code.
        """
        statement = insert(GAMES).values(**first_values(game)).returning(_G.id)

        def work(connection: Connection) -> int:
            game_id: int = connection.execute(statement).scalar_one()
            write_players(connection, game_id, game.players)
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
        call: bool = False,
    ) -> Game:
        """Stores a game as it was changed from ``game.version``; returns it with the next one.

        What is shown is not touched, but with ``redraw`` the board has to be drawn afresh, and
        with ``ping`` nobody has been mentioned by it, with ``call`` the host has not been called
        by it. ``players`` are those who changed; with ``seating`` all are written anew.
        ``played`` is appended to the log.

        Raises:
            Conflict: somebody else changed the game first; nothing was stored.
        """
        values = game_values(game) | {"version": game.version + 1}
        values |= {"wanted": game.id, "as_read": game.version}
        if redraw:
            values["shown_ply"] = -1
        if ping:
            values["asked_id"] = None
        if call:
            values["called_at"] = None
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

        def work(connection: Connection) -> None:
            if connection.execute(SAVE, values).scalar() is None:
                raise Conflict(game.id)
            if seating:
                write_players(connection, game.id, game.players)
            else:
                _update_players(connection, game.id, players)
            if rows:
                connection.execute(APPEND, rows)

        try:
            await self._database.write(work)
        except IntegrityError as error:
            raise Conflict(game.id) from error
        return replace(
            game,
            version=game.version + 1,
            shown_ply=-1 if redraw else game.shown_ply,
            asked_id=None if ping else game.asked_id,
            called_at=None if call else game.called_at,
        )

    async def expire(self, now: datetime, shards: Shards | None = None) -> list[int]:
        """Closes the lobbies whose time is up; returns their ids, each to one caller only."""
        statement = (
            update(GAMES)
            .where(_G.expires_at <= now, _G.status == Status.LOBBY.value, of_shards(shards))
            .values(
                status=Status.EXPIRED.value,
                expires_at=None,
                ended_at=now,
                version=_G.version + 1,
                shown_ply=-1,
            )
            .returning(_G.id)
        )
        return await self._database.write(lambda connection: sorted(connection.scalars(statement)))

    # -- what is shown -------------------------------------------------------------------------

    async def sending(self, game: Game) -> str:
        """Counts one more message, stores its nonce as being sent, and returns it."""
        values = {"wanted": game.id, "prefix": f"{game.id}:{game.ply}:"}
        row = await self._database.write_row(SENDING, values)
        return str(row.sending)

    async def shown(
        self,
        game: Game,
        *,
        message_id: int | None,
        message_at: datetime | None,
        asked_id: int | None,
        called_host: bool = False,
    ) -> bool:
        """Stores the message that shows this very game; nothing is being sent any more.

        With ``called_host`` it has called the host about the requests for seats. If the game has
        changed or was to be redrawn since it was read, it goes on lagging; hands back whether the
        message shows all there is.
        """
        values = {
            "wanted": game.id,
            "as_read": game.version,
            "as_shown": game.shown_ply,
            "now_shown": game.ply,
            "message": message_id,
            "sent_at": message_at,
            "asks": asked_id,
            "until": game.expires_at if game.deadline is None else game.deadline,
        }
        # Not if the clock has asked for a mention meanwhile: a message that is on its way is older.
        statement = SHOWN[game.asked_id is None, called_host]
        row = await self._database.write_row(statement, values)
        return row is None or (row.version == game.version and row.shown_ply == game.ply)

    async def redraw(self, game_id: int) -> None:
        """The board has to be drawn afresh."""
        await self._database.write_row(REDRAW, {"wanted": game_id})

    async def moved_to(self, game_id: int, channel_id: int) -> None:
        """The game goes on in another channel, where it has no board yet."""
        await self._database.write_row(MOVED_TO, {"wanted": game_id, "where": channel_id})

    async def _games(self, statement: Any, values: Mapping[str, Any] | None = None) -> list[Game]:
        return await self._database.read(
            lambda connection: to_games(connection.execute(statement, values))
        )


def write_players(connection: Connection, game_id: int, players: Sequence[Player]) -> None:
    """Replaces the players of a game."""
    connection.execute(delete(PLAYERS).where(_P.game_id == game_id))
    if not players:  # SQLAlchemy would insert one empty row
        return
    rows = [
        {"game_id": game_id, "user_id": player.id, "place": place, **player_values(player)}
        for place, player in enumerate(players)
    ]
    connection.execute(insert(PLAYERS), rows)


def _update_players(connection: Connection, game_id: int, players: Sequence[Player]) -> None:
    for player in players:
        connection.execute(
            SAVE_PLAYER, {"wanted": game_id, "who": player.id, **player_values(player)}
        )


def _log(connection: Connection, values: Mapping[str, Any], statement: Any = None) -> list[Logged]:
    return [
        Logged(ply, actor, action, position, Actor(by))
        for ply, actor, action, position, by in connection.execute(
            LOG if statement is None else statement, values
        )
    ]
