"""Databases full of games: a few that have been played, and as many like them as one wants."""

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Engine,
    NullPool,
    String,
    cast,
    create_engine,
    delete,
    insert,
    literal,
    select,
    text,
    update,
)
from sqlalchemy.orm import Session

from bot.games.model import Pace, Person
from bot.games.service import Games
from bot.storage import Store
from bot.storage.tables import GAMES, ActionRow, Base, GameRow
from tests.games.scripted import SeededDice, play, started

PLAYED: Final = 20
"""Games that are really played: the others are like them."""
PLIES: Final = 40
GUILD: Final = 1 << 22
"""The first server; its shard is the second of any number. One game a server and channel."""
CHANNEL: Final = 1_000_000
_STRIDE: Final = 100
"""People, servers and channels of one round of games, at most."""


def place(number: int) -> tuple[int, int]:
    """The server and the channel of the game with that number, from 0."""
    turn, which = divmod(number, PLAYED)
    shift = turn * _STRIDE + which
    return GUILD + (shift << 22), CHANNEL + shift


async def fill(url: str, games: int, *, finished: bool = False) -> int:
    """Puts so many games of four people, or up to a score more, into a migrated database.

    Finished ones have 40 plies; the others have a few more and wait for somebody's decision.
    Returns the id of the first one; the others follow.
    """
    store = Store(url)
    made = Games(store, SeededDice(1))
    ids: list[int] = []
    try:
        for number in range(PLAYED):
            people = [Person(10 + number * 4 + each, f"Jugadora {each}") for each in range(4)]
            guild, channel = place(number)
            game = await started(made, *people, guild_id=guild, channel_id=channel, pace=Pace.DAY)
            await play(made, game, until=lambda game: game.ply >= PLIES)
            ids.append(game.id)
    finally:
        await store.close()
    engine = _engine(url)
    with Session(engine) as session, session.begin():
        _settle(session, ids, finished=finished)
        _multiply(session, ids, -(-games // PLAYED))
    engine.dispose()
    return ids[0]


def crowd_together(url: str, servers: int) -> None:
    """Moves all games into the first so many servers, where each gets a code of its own."""
    engine = _engine(url)
    with engine.begin() as connection:
        guild = GUILD + (GAMES.c.id % servers) * (1 << 22)
        connection.execute(update(GAMES).values(guild_id=guild, code=cast(GAMES.c.id, String)))
    engine.dispose()


def _engine(url: str) -> Engine:
    return create_engine(url, poolclass=NullPool)


def _settle(session: Session, ids: list[int], *, finished: bool) -> None:
    """All boards are shown, or all games over after 40 plies."""
    no_question = dict.fromkeys(
        ("waits_for", "asked_at", "deadline", "remind_at", "ping_at", "due_at")
    )
    these = update(GameRow).where(GameRow.id.in_(ids))
    if finished:
        over = {"status": "over", "ended_at": datetime.now(UTC), "ply": PLIES, **no_question}
        session.execute(these.values(**over))
        session.execute(delete(ActionRow).where(ActionRow.game_id.in_(ids), ActionRow.ply >= PLIES))
    session.execute(
        these.values(
            shown_ply=GameRow.ply,
            shown_until=GameRow.deadline,
            asked_id=GameRow.waits_for,
            message_id=1 + GameRow.id,
            sends=1,
        )
    )


def _multiply(session: Session, ids: list[int], times: int) -> None:
    """Copies of these games within the database: ids, people and places differ, no more."""
    if times < 2:
        return
    turns: Any = select(literal(1, BigInteger).label("turn")).cte("turns", recursive=True)
    turns = turns.union_all(select(turns.c.turn + 1).where(turns.c.turn < times - 1))
    people = ("user_id", "host_id", "waits_for", "asked_id", "actor")
    shifts = {"id": PLAYED, "game_id": PLAYED, "guild_id": _STRIDE << 22, "channel_id": _STRIDE}
    shifts |= dict.fromkeys(people, _STRIDE)
    for table in (Base.metadata.tables[name] for name in ("games", "players", "actions")):
        columns = [
            (column + turns.c.turn * shifts[column.name]).label(column.name)
            if column.name in shifts
            else column
            for column in table.columns
        ]
        key = table.columns["id" if table.name == "games" else "game_id"]
        rows = select(*columns).select_from(table).join(turns, literal(1) == literal(1))
        rows = rows.where(key.in_(ids)).order_by(turns.c.turn, *table.primary_key)
        names = [column.name for column in table.columns]
        session.execute(insert(table).from_select(names, rows))
    if session.get_bind().dialect.name == "postgresql":
        last = ids[0] + PLAYED * times - 1
        session.execute(text(f"SELECT setval('games_id_seq', {last})"))
