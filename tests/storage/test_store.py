"""Rows in and out: nothing is lost, nothing is overwritten, nothing of the ORM leaves."""

import asyncio
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import event, inspect, make_url, text
from sqlalchemy.exc import StatementError
from sqlalchemy.orm import Session

from bot.rules import LUDO, PARCHIS, Seat, apply, initial, legal_actions
from bot.storage import Conflict, Duplicate, Game, Logged, Person, Player, Shards, Status, Store
from bot.storage.database import Database
from tests.storage.databases import migrated_url
from tests.storage.samples import NOW, lobby, playing

BIG = (1 << 63) - 1


async def fetched(store: Store, game: Game) -> Game:
    stored = await store.get(game.id)
    assert stored is not None
    return stored


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"expires_at": None, "locale": "en", "max_players": 2},
        {"guild_id": BIG, "channel_id": BIG, "host_id": BIG, "players": (Player(BIG, "A", None),)},
        {"rules": replace(PARCHIS, quick=True, teams=True, home_count=5)},
        {"rules": LUDO},
        {"players": (Player(1, "@everyone [x](http://y) \u202egnol a\u0301 🐎 ñ 中", Seat.GREEN),)},
        {"players": ()},
    ],
)
async def test_a_lobby_comes_back_as_it_was(store: Store, changes: dict) -> None:
    game = await store.insert(lobby(**changes))
    assert game.id == 1
    assert await store.get(game.id) == game


async def test_a_running_game_comes_back_as_it_was(store: Store) -> None:
    game = await store.insert(lobby())
    state = initial(PARCHIS, (Seat.RED, Seat.YELLOW), Seat.YELLOW)
    for _ in range(40):
        state = apply(state, legal_actions(state)[-1]).state
    changed = replace(playing(game), state=state, ply=40, throws=31)
    saved = await store.save(changed, at=NOW, seating=True)
    assert saved == replace(changed, version=1)
    assert await store.get(game.id) == saved


async def test_no_row_leaves(store: Store) -> None:
    await store.insert(lobby())
    for games in (await store.of_channel(20), await store.of_person(1), [await store.get(1)]):
        [game] = games
        assert type(game) is Game
        assert {type(player) for player in game.players} == {Player}
        assert type(game.players) is tuple


@pytest.mark.parametrize("unknown", [0, -1, 7, 1 << 63, 10**40])
async def test_an_unknown_game_is_none(store: Store, unknown: int) -> None:
    assert await store.get(unknown) is None


# -- time ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "zone", [UTC, timezone(timedelta(hours=-11)), ZoneInfo("Europe/Madrid"), ZoneInfo("Asia/Tokyo")]
)
async def test_instants_come_back_as_utc(store: Store, zone) -> None:
    # A second before and after Madrid's change to summer time.
    instants = [NOW.astimezone(zone), (NOW + timedelta(seconds=2)).astimezone(zone)]
    game = await store.insert(lobby(created_at=instants[0], expires_at=instants[1]))
    stored = await fetched(store, game)
    assert [stored.created_at, stored.expires_at] == instants
    assert stored.created_at.tzinfo is UTC
    assert stored.expires_at is not None
    assert stored.expires_at - stored.created_at == timedelta(seconds=2)
    assert await store.expire(instants[0]) == []
    assert await store.expire(instants[1]) == [game.id]


async def test_naive_times_are_refused(store: Store) -> None:
    naive = datetime(2025, 3, 30, 2, 30)  # noqa: DTZ001 (that is the point)
    game = await store.insert(lobby())
    with pytest.raises(StatementError, match="naive"):
        await store.insert(lobby(code="XXXX", created_at=naive))
    with pytest.raises(StatementError, match="naive"):
        await store.shown(game, message_id=1, message_at=naive, asked_id=None)
    with pytest.raises(StatementError, match="naive"):
        await store.expire(naive)
    assert await store.get(game.id) == game
    assert await store.get(game.id + 1) is None


# -- the optimistic lock -------------------------------------------------------------------------


async def test_whoever_saves_second_changes_nothing(store: Store) -> None:
    read = await store.insert(lobby())
    first = await store.save(replace(read, host_id=2), at=NOW)
    with pytest.raises(Conflict):
        await store.save(
            playing(read), at=NOW, seating=True, redraw=True, played=[Logged(0, 1, "r1", None)]
        )
    assert await store.get(read.id) == first
    assert await store.log(read.id, 0, 9) == []


async def test_a_ply_is_played_once(store: Store) -> None:
    game = await store.insert(lobby())
    game = await store.save(playing(game), at=NOW, seating=True)
    game = await store.save(replace(game, ply=1), at=NOW, played=[Logged(0, 1, "r1", "p")])
    with pytest.raises(Conflict):
        await store.save(replace(game, ply=1), at=NOW, played=[Logged(0, 2, "r6", None)])
    assert await store.get(game.id) == game
    assert await store.log(game.id, 0, 9) == [Logged(0, 1, "r1", "p")]


async def test_of_many_at_once_one_saves(store: Store, url: str) -> None:
    other = Store(url)
    read = await store.insert(lobby())
    results = await asyncio.gather(
        *((store, other)[n % 2].save(replace(read, host_id=n), at=NOW) for n in range(20)),
        return_exceptions=True,
    )
    saved = [result for result in results if isinstance(result, Game)]
    assert len(saved) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 19
    assert await store.get(read.id) == saved[0]
    await other.close()


async def test_a_code_is_taken_only_while_its_game_is_open(store: Store) -> None:
    game = await store.insert(lobby())
    with pytest.raises(Duplicate):
        await store.insert(lobby())
    elsewhere = await store.insert(lobby(guild_id=11))
    assert await store.find(code="BCDF", guild_id=10) == game
    assert await store.find(code="BCDF", guild_id=11) == elsewhere
    assert await store.find(code="BCDG", guild_id=10) is None
    await store.save(replace(game, status=Status.OVER), at=NOW)
    assert await store.find(code="BCDF", guild_id=10) is None
    again = await store.insert(lobby())
    assert await store.find(code="BCDF", guild_id=10) == again


async def test_an_id_is_never_used_again(store: Store, url: str) -> None:
    game = await store.insert(lobby())
    game = await store.save(playing(game), at=NOW, seating=True, played=[Logged(0, 1, "r1")])
    database = Database(url)
    await database.write(lambda session: session.execute(text("DELETE FROM games")))
    # Players and actions go with their game.
    for table in ("players", "actions"):
        count = text(f"SELECT count(*) FROM {table}")
        assert await database.read(lambda session, count=count: session.scalar(count)) == 0
    await database.close()
    assert (await store.insert(lobby())).id == game.id + 1


# -- lists ---------------------------------------------------------------------------------------


async def test_open_games_of_a_person_and_a_channel(store: Store) -> None:
    a = await store.insert(lobby(code="A"))
    b = await store.insert(lobby(code="B", channel_id=21, players=(Player(1, "Ana", None),)))
    c = await store.insert(lobby(code="C"))
    d = await store.insert(lobby(code="D"))
    await store.save(replace(c, status=Status.OVER), at=NOW)
    left = (Player(1, "Ana", Seat.RED, left=True), Player(2, "Bo", Seat.YELLOW))
    await store.save(replace(playing(d), players=left), at=NOW, seating=True)

    async def ids(games) -> list[int]:
        return [game.id for game in await games]

    assert await ids(store.of_person(1)) == [b.id, a.id]
    assert await ids(store.of_person(2)) == [d.id, a.id]
    assert await ids(store.of_person(3)) == [a.id]  # invited
    assert await ids(store.of_person(4)) == []
    assert await ids(store.of_channel(20)) == [d.id, a.id]
    assert await ids(store.of_channel(21)) == [b.id]


async def test_the_log_begins_at_a_position(store: Store) -> None:
    game = await store.insert(lobby())
    rows = [Logged(n, n % 3 or None, f"r{n}", f"p{n}" if n % 16 == 0 else None) for n in range(40)]
    await store.save(replace(playing(game), ply=40), at=NOW, played=rows)
    assert await store.log(game.id, 0, 40) == rows
    assert await store.log(game.id, 15, 40) == rows
    assert await store.log(game.id, 16, 40) == rows[16:]
    assert await store.log(game.id, 39, 40) == rows[32:]
    assert await store.log(game.id, 39, 35) == rows[32:35]
    assert await store.action(game.id, 17) == rows[17]
    assert await store.action(game.id, 40) is None


async def test_lobbies_expire_once(store: Store, url: str) -> None:
    other = Store(url)
    due = [await store.insert(lobby(code=code, expires_at=NOW)) for code in ("A", "B", "C")]
    later = await store.insert(lobby(code="D", expires_at=NOW + timedelta(microseconds=1)))
    running = await store.insert(lobby(code="E", expires_at=NOW))
    running = await store.save(playing(running), at=NOW, seating=True)
    lists = await asyncio.gather(*((store, other)[n % 2].expire(NOW) for n in range(6)))
    assert sorted(id_ for ids in lists for id_ in ids) == [game.id for game in due]
    assert await fetched(store, due[0]) == replace(
        due[0], status=Status.EXPIRED, expires_at=None, ended_at=NOW, version=1
    )
    assert await fetched(store, later) == later
    assert await fetched(store, running) == running
    with pytest.raises(Conflict):  # whoever read it before cannot bring it back to life
        await store.save(due[0], at=NOW)
    await other.close()


# -- what is shown -------------------------------------------------------------------------------


async def test_a_shown_game_no_longer_lags(store: Store) -> None:
    game = await store.insert(lobby())
    assert await store.lagging() == [game.id]
    assert await store.sending(game) == f"{game.id}:0:0"
    assert (await fetched(store, game)).sending == f"{game.id}:0:0"
    await store.shown(game, message_id=BIG, message_at=NOW, asked_id=2)
    assert await fetched(store, game) == replace(
        game, message_id=BIG, message_at=NOW, asked_id=2, shown_ply=0, sends=1
    )
    assert await store.lagging() == []


async def test_a_send_that_was_cut_short_lags(store: Store) -> None:
    game = await store.insert(lobby())
    await store.shown(game, message_id=1, message_at=NOW, asked_id=None)
    shown = await fetched(store, game)
    assert await store.sending(shown) == f"{game.id}:0:0"
    assert await store.sending(shown) == f"{game.id}:0:1"
    assert await store.lagging() == [game.id]


async def test_a_game_that_changed_while_it_was_shown_goes_on_lagging(store: Store) -> None:
    read = await store.insert(lobby())
    saved = await store.save(playing(read), at=NOW, seating=True, redraw=True)
    await store.shown(read, message_id=5, message_at=NOW, asked_id=None)
    assert await store.lagging() == [read.id]
    # The message is known all the same: the next time it is edited, not sent again.
    assert await fetched(store, read) == replace(saved, message_id=5, message_at=NOW)


async def test_a_wish_to_redraw_is_not_lost_while_it_is_shown(store: Store) -> None:
    game = await store.insert(lobby())
    await store.shown(game, message_id=5, message_at=NOW, asked_id=None)
    game = await fetched(store, game)
    await store.redraw(game.id)
    await store.shown(game, message_id=5, message_at=NOW, asked_id=None)
    assert await store.lagging() == [game.id]
    game = await fetched(store, game)
    await store.shown(game, message_id=6, message_at=NOW, asked_id=None)
    assert await store.lagging() == []


async def test_a_board_that_asks_nobody_any_more_is_noted(store: Store) -> None:
    """A game that has paused or is over, after it had asked somebody."""
    game = await store.insert(lobby())
    await store.shown(game, message_id=5, message_at=NOW, asked_id=2)
    asking = await store.get(game.id)
    assert asking is not None
    await store.shown(asking, message_id=6, message_at=NOW, asked_id=None)
    stored = await store.get(game.id)
    assert stored is not None
    assert (stored.message_id, stored.asked_id, stored.sending) == (6, None, None)


async def test_play_does_not_touch_what_is_shown(store: Store) -> None:
    game = await store.insert(lobby())
    game = await store.save(playing(game), at=NOW, seating=True)
    await store.sending(game)
    await store.shown(game, message_id=5, message_at=NOW, asked_id=2)
    await store.save(replace(game, ply=1), at=NOW, played=[Logged(0, 2, "r1", "p")])
    stored = await fetched(store, game)
    assert (stored.message_id, stored.message_at, stored.asked_id) == (5, NOW, 2)
    assert (stored.shown_ply, stored.ply, stored.sends) == (0, 1, 1)
    assert await store.lagging() == [game.id]


async def test_the_host_is_called_until_a_message_has_called_them(store: Store) -> None:
    game = await store.insert(lobby())
    wanting = Player(-1, "A", Seat.RED, computer="easy", wanted_by=Person(9, "Eva"))
    started = playing(game)
    game = await store.save(
        replace(started, players=(started.players[1], wanting)), at=NOW, seating=True
    )
    assert (await fetched(store, game)).calls_host
    await store.shown(game, message_id=5, message_at=NOW, asked_id=2)
    assert (await fetched(store, game)).calls_host
    await store.shown(game, message_id=5, message_at=NOW, asked_id=2, called_host=True)
    game = await fetched(store, game)
    assert (game.calls_host, game.called_at) == (False, NOW)
    # Play does not touch it, a new call does.
    await store.save(replace(game, called_at=None), at=NOW)
    game = await fetched(store, game)
    assert game.called_at == NOW
    saved = await store.save(game, at=NOW, redraw=True, call=True)
    assert saved == await fetched(store, game)
    assert saved.calls_host


async def test_a_game_moves_to_another_channel(store: Store) -> None:
    game = await store.insert(lobby())
    await store.sending(game)
    await store.shown(game, message_id=5, message_at=NOW, asked_id=2)
    await store.moved_to(game.id, 77)
    moved = await fetched(store, game)
    assert (moved.channel_id, moved.message_id, moved.shown_ply) == (77, None, -1)
    assert await store.lagging() == [game.id]


async def test_the_longest_nonce_is_short_enough_for_discord(store: Store) -> None:
    game = replace(await store.insert(lobby()), ply=99_999)
    assert len(await store.sending(replace(game, id=game.id))) <= 25
    assert len(f"{10**9}:{99_999}:{99_999_999}") <= 25


async def test_no_table_of_finished_games_is_read(tmp_path: Path) -> None:
    """The frequent questions use an index of the few games they are about (SQLite's plans)."""
    url = await migrated_url("sqlite", tmp_path)
    store = Store(url)
    await store.insert(lobby())
    connection = sqlite3.connect(make_url(url).database or "", check_same_thread=False)
    plans: list[str] = []

    def before(_connection, _cursor, statement, values, _context, _many) -> None:
        rows = connection.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
        plans.append(" / ".join(row[3] for row in rows))

    event.listen(store._database.engine, "before_cursor_execute", before)
    await store.lagging()
    await store.of_channel(20)
    await store.find(code="BCDF", guild_id=10)
    await store.of_person(1)
    await store.get(1)
    await store.log(1, 0, 10)
    await store.due(NOW, Shards((0,), 2))
    await store.to_remind(NOW)
    await store.told(1, 60)
    await store.servers(Shards((0,), 2))
    await store.is_suspended(10)
    connection.close()
    await store.close()
    assert len(plans) == 12
    assert "ix_games_lagging" in plans[0]
    assert "ix_games_open_channel" in plans[1]
    assert "uq_games_open_code" in plans[2]
    assert "ix_players_user_id" in plans[3]
    assert "ix_games_due" in plans[6]
    assert "ix_games_reminding" in plans[7] or "ix_games_waiting" in plans[7]
    assert "_open_c" in plans[10]
    assert "ix_games_suspended" in plans[11]
    for plan in plans:
        for step in plan.split(" / "):
            assert not step.startswith("SCAN") or "INDEX" in step, plan


async def test_f42_no_session_and_no_orm_object_is_there_to_be_shared(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F42: two tasks cannot use one session, nor read what a commit made stale, without any."""

    def none(*_: object, **__: object) -> None:
        raise AssertionError("a session is made")

    monkeypatch.setattr(Session, "__init__", none)
    game = await store.insert(lobby())
    game = await store.save(playing(game), at=NOW, seating=True)
    game = await store.save(replace(game, ply=1), at=NOW, played=[Logged(0, 2, "r1", "p")])
    read = await asyncio.gather(
        *(store.get(game.id) for _ in range(20)),
        *(store.log(game.id, 0, 9) for _ in range(20)),
        store.of_person(1),
        store.of_channel(game.channel_id),
        store.settings([1, 2]),
    )
    assert read[:20] == [game] * 20
    for value in parts(read):
        assert inspect(value, raiseerr=False) is None, f"{value!r} belongs to a session"
        if is_dataclass(value):
            with pytest.raises(FrozenInstanceError):
                setattr(value, next(iter(fields(value))).name, None)


def parts(value: object) -> Iterator[object]:
    """A value and all that is in it."""
    yield value
    if is_dataclass(value):
        inner: Iterable[object] = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, Mapping):
        inner = value.values()
    else:
        inner = value if isinstance(value, list | tuple) else ()
    for each in inner:
        yield from parts(each)
