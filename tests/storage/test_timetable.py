"""What the clock reads and claims, what people set; and writes that are committed together."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, text

from bot.rules import Seat
from bot.storage import (
    Actor,
    Autopilot,
    Conflict,
    Leaving,
    Logged,
    Pace,
    Person,
    Player,
    Sitter,
    Status,
    StorageError,
    Store,
    UserSettings,
)
from bot.storage.database import Database
from tests.storage.samples import NOW, lobby, playing

HOUR = timedelta(hours=1)


async def test_all_of_a_long_game_comes_back(store: Store) -> None:
    game = await store.insert(
        lobby(pace=Pace.SLOW, limit=36 * HOUR, on_leave=Leaving.COMPUTER, thread=True, theme="dark")
    )
    assert await store.get(game.id) == game
    players = (
        Player(
            1,
            "Ana",
            Seat.RED,
            autopilot=Autopilot.OFF,
            misses=2,
            away=True,
            away_until=NOW + HOUR,
            away_spent=timedelta(days=3),
            muted_ply=7,
            acted_at=NOW,
            wants_end=True,
        ),
        Player(
            -1,
            "A",
            Seat.YELLOW,
            computer="easy",
            wanted_by=Person(9, "Eva"),
            sitters=(Sitter(2, 'Bo "🐎" ñ', None, 7), Sitter(-2, "B", "medium", 9)),
        ),
    )
    changed = replace(
        playing(game),
        players=players,
        waits_for=1,
        asked_at=NOW,
        deadline=NOW + 36 * HOUR,
        remind_at=NOW + 18 * HOUR,
        ping_at=NOW + HOUR,
        suspended_at=NOW,
        call_at=NOW + HOUR,
    )
    saved = await store.save(changed, at=NOW, seating=True)
    assert await store.get(game.id) == saved == replace(changed, version=1)
    # Players who changed are written by themselves.
    again = saved.with_player(replace(players[0], misses=0, away_until=None, wants_end=False))
    again = again.with_player(replace(players[1], wanted_by=None))
    saved = await store.save(again, at=NOW, players=again.players[:1])
    stored = await store.get(game.id)
    assert stored is not None
    assert stored.players == (again.players[0], players[1])


@pytest.mark.parametrize("actor", Actor)
async def test_the_log_knows_why_something_was_played(store: Store, actor: Actor) -> None:
    game = await store.insert(lobby())
    game = await store.save(playing(game), at=NOW, played=[Logged(0, None, "r1", "p", actor)])
    assert await store.log(game.id, 0, 9) == [Logged(0, None, "r1", "p", actor)]
    assert await store.action(game.id, 0) == Logged(0, None, "r1", "p", actor)


async def test_settings_come_back(store: Store) -> None:
    settings = UserSettings(1, "Asia/Tokyo", 0, 1439, False, 2 * HOUR, Autopilot.OFF, NOW)
    await store.save_settings(settings)
    kept = replace(settings, last_reminded_at=None)  # that one is the clock's
    assert await store.settings([1, 2]) == {1: kept, 2: UserSettings(2)}
    await store.save_settings(UserSettings(1))
    assert await store.settings([1]) == {1: UserSettings(1)}
    assert await store.settings([]) == {}
    many = range(1, 2000)
    assert len(await store.settings(many)) == len(many)


async def test_a_running_game_is_due_when_its_own_times_say_so(store: Store) -> None:
    def due(status: Status, **changes: object) -> object:
        return replace(playing(lobby()), status=status, **changes).due_at  # type: ignore[arg-type]

    later = NOW + HOUR
    assert due(Status.PLAYING) is None
    assert due(Status.PLAYING, deadline=later) == later
    assert due(Status.PLAYING, deadline=later, ping_at=NOW) == NOW
    assert due(Status.PLAYING, deadline=later, suspended_at=NOW) is None
    assert due(Status.PAUSED, expires_at=later, deadline=NOW) == later
    back = (Player(1, "Ana", None, away_until=NOW), Player(2, "Bo", None))
    assert due(Status.PAUSED, expires_at=later, players=back) == NOW
    for status in (Status.LOBBY, Status.OVER, Status.ENDED, Status.ABANDONED):
        assert due(status, expires_at=NOW, deadline=NOW) is None


# -- writes that are committed together (SQLite; PostgreSQL does the same one by one) --------------


async def together(database: Database, works: list[Callable[[Connection], object]]) -> list[object]:
    return await asyncio.gather(*(database.write(work) for work in works), return_exceptions=True)


async def test_one_refusal_among_many_writes_is_that_one_s_alone(url: str, store: Store) -> None:
    games = [await store.insert(lobby(code=code)) for code in ("BBBB", "CCCC", "DDDD")]
    saves = [store.save(replace(game, host_id=7), at=NOW) for game in games]
    stale = [store.save(replace(game, host_id=8, version=5), at=NOW) for game in games]
    answers = await asyncio.gather(
        *(call for pair in zip(saves, stale, strict=True) for call in pair),
        return_exceptions=True,
    )
    assert [isinstance(answer, Conflict) for answer in answers] == [False, True] * 3
    for game in games:
        stored = await store.get(game.id)
        assert stored is not None
        assert (stored.host_id, stored.version) == (7, 1)


async def test_a_write_that_breaks_takes_no_other_with_it(url: str, store: Store) -> None:
    game = await store.insert(lobby())
    database = Database(url)

    def add(connection: Connection) -> int:
        connection.execute(text(f"UPDATE games SET sends = sends + 1 WHERE id = {game.id}"))
        return 1

    def nonsense(connection: Connection) -> object:
        connection.execute(text(f"UPDATE games SET sends = sends + 100 WHERE id = {game.id}"))
        return connection.execute(text("UPDATE nowhere SET x = 1"))

    def wrong(connection: Connection) -> object:
        connection.execute(text(f"UPDATE games SET sends = sends + 100 WHERE id = {game.id}"))
        raise ValueError("no")

    answers = await together(database, [add, nonsense, add, wrong, add])
    assert [answer for answer in answers if answer == 1] == [1, 1, 1]
    assert isinstance(answers[1], StorageError)
    assert isinstance(answers[3], ValueError)
    stored = await store.get(game.id)
    assert stored is not None
    assert stored.sends == 3
    await database.close()
