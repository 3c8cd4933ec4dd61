"""What the clock reads and claims, what people set; and writes that are committed together."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, text

from bot.rules import Seat
from bot.storage import (
    Actor,
    Autopilot,
    Conflict,
    Game,
    Leaving,
    Logged,
    Pace,
    Person,
    Player,
    Shards,
    Sitter,
    Status,
    StorageError,
    Store,
    UserSettings,
)
from bot.storage.database import Database
from tests.storage.databases import migrated_url
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


async def reminded(store: Store, code: str = "BCDF", guild_id: int = 0) -> Game:
    """A game whose first player is to be reminded now."""
    made = await store.insert(lobby(code=code, guild_id=guild_id))
    asks = {"waits_for": 1, "asked_at": NOW, "deadline": NOW + 2 * HOUR, "remind_at": NOW}
    return await store.save(replace(playing(made), **asks), at=NOW, seating=True)


async def test_two_processes_claim_a_person_s_reminders_one_after_the_other(
    url: str, store: Store
) -> None:
    """Each with servers of its own: the later one sees that they have just been reminded."""
    games = [await reminded(store, "BCDF"), await reminded(store, "BCDG", guild_id=1 << 22)]
    await store.save_settings(UserSettings(1))  # else the second one would wait to make it
    other = Store(url)
    seen: list[object] = []
    at_once = threading.Barrier(2)

    def claim(settings: UserSettings, waiting: Sequence[Game]) -> dict[int, tuple[None, bool]]:
        seen.append(settings.last_reminded_at)
        with suppress(threading.BrokenBarrierError):
            at_once.wait(0.5)  # in vain: the other one is not let in
        return {game.id: (None, True) for game in waiting}

    claimed = await asyncio.gather(
        store.remind(1, NOW, claim, Shards((0,), 2)), other.remind(1, NOW, claim, Shards((1,), 2))
    )
    assert [[game.id for game in each] for each in claimed] == [[game.id] for game in games]
    assert seen == [None, NOW]
    await other.close()


async def test_who_acts_while_a_reminder_is_claimed_is_not_reminded(tmp_path: Path) -> None:
    """On SQLite nothing is written meanwhile."""
    url = await migrated_url("postgresql", tmp_path)
    store, other = Store(url), Store(url)
    game = await reminded(store)
    loop = asyncio.get_running_loop()

    def claim(_: UserSettings, waiting: Sequence[Game]) -> dict[int, tuple[None, bool]]:
        acts = other.save(replace(game, ply=1, remind_at=NOW + HOUR), at=NOW)
        asyncio.run_coroutine_threadsafe(acts, loop).result(10)
        return {game.id: (None, True) for game in waiting}

    assert await store.remind(1, NOW, claim) == []
    stored = await store.get(game.id)
    assert stored is not None
    assert (stored.ply, stored.remind_at) == (1, NOW + HOUR)
    for each in (store, other):
        await each.close()


async def test_of_two_processes_that_come_back_at_once_one_is_credited(tmp_path: Path) -> None:
    """Of one name, as when one is started twice. On SQLite there is one writer at a time."""
    url = await migrated_url("postgresql", tmp_path)
    stores = [Store(url), Store(url)]
    assert await stores[0].beat("all", NOW) is None
    with psycopg.connect(url.replace("+psycopg", "")) as holding:
        holding.execute("SELECT at FROM beats FOR UPDATE")
        beats = [asyncio.create_task(store.beat("all", NOW + 9 * HOUR)) for store in stores]
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as looking:

            def waiting() -> int:
                query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                row = looking.execute(query).fetchone()
                return 0 if row is None else row[0]

            while await asyncio.to_thread(waiting) < 2:
                pass
    assert sorted(await asyncio.gather(*beats)) == [NOW, NOW + 9 * HOUR]
    for store in stores:
        await store.close()
