"""Time in which nothing ran is credited once, to every game, whenever a process is killed (F37)."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import event

from bot.games.model import Autopilot, Game, Shards, Status
from bot.games.service import Games
from bot.storage import Store, timetable
from tests.games.scripted import ANA, BO, DAYS, Clock, SeededDice, asked, codes, opened, started

HOUR = timedelta(hours=1)


class Killed(Exception):
    """The process is no more."""


def dies_at(store: Store, change: int) -> None:
    """Nothing of this change of times, or of any later one, gets into the database."""
    seen = 0

    def watch(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        nonlocal seen
        if statement.startswith("UPDATE games SET") and "credited_at" in statement:
            seen += 1
            if seen >= change:
                raise Killed

    event.listen(store._database.engine, "before_cursor_execute", watch)


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timetable, "BATCH", 2)


async def tables(games: Games, clock: Clock, number: int = 5, *, guild_id: int = 10) -> list[Game]:
    """Games that are shown, with a process that lives."""
    made = [await started(games, ANA, BO, guild_id=guild_id, **DAYS) for _ in range(number)]
    for game in made:
        await games.shown(game, message_id=1, message_at=clock.time, asked_id=game.waits_for)
    clock.passes(minutes=1)
    await games.beat("all", clock.time)
    return made


async def credited(games: Games, made: list[Game]) -> list[timedelta]:
    now = [await games.get(game.id) for game in made]
    return [
        after.deadline - before.deadline
        for after, before in zip(now, made, strict=True)
        if after.deadline is not None and before.deadline is not None
    ]


@pytest.mark.usefixtures("small_batches")
@pytest.mark.parametrize("change", [1, 2, 3])
async def test_killed_between_two_batches_all_get_it_and_none_twice(
    url: str, games: Games, clock: Clock, change: int
) -> None:
    made = await tables(games, clock)
    clock.passes(hours=26)
    store = Store(url)
    dies_at(store, change)
    with pytest.raises(Killed):
        await Games(store, SeededDice(1), clock).beat("all", clock.time)
    await store.close()
    assert sorted(await credited(games, made)) == sorted(
        [26 * HOUR] * (2 * change - 2) + [timedelta(0)] * (7 - 2 * change)
    )
    clock.passes(hours=2)  # until somebody starts it again
    assert await games.beat("all", clock.time) == 28 * HOUR
    assert await credited(games, made) == [28 * HOUR] * 5
    assert await games.beat("all", clock.time) == timedelta(0)


@pytest.mark.usefixtures("small_batches")
async def test_killed_between_two_batches_other_shards_take_over(
    url: str, games: Games, clock: Clock
) -> None:
    """The processes have other names after a change of their number, and start one by one."""
    made = await tables(games, clock, guild_id=2 << 22)
    clock.passes(hours=26)
    store = Store(url)
    dies_at(store, 2)
    with pytest.raises(Killed):
        await Games(store, SeededDice(1), clock).beat("all", clock.time)
    await store.close()
    for shard in range(3):
        clock.passes(seconds=40)
        await games.beat(f"3:{shard}", clock.time, Shards((shard,), 3))
    assert await credited(games, made) == [26 * HOUR + timedelta(minutes=2)] * 5


async def test_two_processes_of_one_name_credit_once(
    games: Games, other_games: Games, clock: Clock
) -> None:
    made = await tables(games, clock)
    clock.passes(hours=26)
    await asyncio.gather(
        *((games, other_games)[n % 2].beat("all", clock.time) for n in range(4)),
    )
    assert await credited(games, made) == [26 * HOUR] * 5


async def test_processes_of_one_new_name_are_noted_all_at_once(
    games: Games, other_games: Games, clock: Clock
) -> None:
    seen = [(games, other_games)[n % 2].beat("new", clock.time) for n in range(8)]
    assert await asyncio.gather(*seen) == [timedelta(0)] * 8


async def test_a_question_put_since_has_lost_no_more_than_it_has_waited(
    games: Games, clock: Clock
) -> None:
    """Somebody acts while games are being credited, or after the last sign of life."""
    [game] = await tables(games, clock, 1)
    clock.passes(seconds=10)
    game = await games.act(game.id, asked(game), game.ply, codes(game)[0])
    clock.passes(hours=5)
    await games.beat("all", clock.time)
    assert await credited(games, [game]) == [5 * HOUR]
    game = await games.act(game.id, asked(game), game.ply, codes(game)[0])
    await games._store.beat("all", clock.time - 3 * HOUR)
    await games.beat("all", clock.time)
    assert await credited(games, [game]) == [timedelta(0)]


async def test_a_paused_game_closes_later(games: Games, clock: Clock) -> None:
    [game] = await tables(games, clock, 1)
    for person in (ANA, BO):
        game = await games.set_autopilot(game.id, person.id, Autopilot.ALL)
    await games.shown(game, message_id=1, message_at=clock.time, asked_id=None)
    assert game.status is Status.PAUSED
    assert game.expires_at is not None
    clock.passes(hours=1)
    await games.beat("all", clock.time)
    clock.passes(days=1)
    await games.beat("all", clock.time)
    later = await games.get(game.id)
    assert later.expires_at == later.due_at == game.expires_at + 25 * HOUR
    assert await games.lagging() == []  # what it shows is near enough
    clock.passes(days=1)
    await games.beat("all", clock.time)
    assert await games.lagging() == [game.id]


async def test_only_boards_that_show_a_wrong_time_are_shown_anew(
    games: Games, clock: Clock
) -> None:
    game, slow = [(await tables(games, clock, 1))[0], await started(games, ANA, BO, **SLOW)]
    lobby = await opened(games, ANA)
    for each in (slow, lobby):
        await games.shown(each, message_id=1, message_at=clock.time, asked_id=each.waits_for)

    async def down(time: timedelta) -> list[int]:
        clock.passes(hours=time / HOUR)
        await games.beat("all", clock.time)
        return await games.lagging()

    await games.beat("all", clock.time)
    assert await down(2 * HOUR) == []
    assert await down(2 * HOUR) == [game.id]  # four of its 24 hours, whatever they came in
    await games.shown(
        await games.get(game.id), message_id=1, message_at=clock.time, asked_id=game.waits_for
    )
    assert await down(2 * HOUR) == []
    assert await down(2 * HOUR) == [game.id, slow.id]


SLOW = {**DAYS, "limit": 80 * HOUR}


# -- servers that the bot was removed from, or came back to, while no process ran ------------------


def server(shard: int, number: int = 0) -> int:
    return (number * 2 + shard << 22) + 7


async def test_what_changed_while_no_process_ran(games: Games, clock: Clock) -> None:
    gone, stays, back, else_where = [
        await started(games, ANA, BO, guild_id=server(*where), **DAYS)
        for where in ((0, 1), (0, 2), (0, 3), (1, 4))
    ]
    await games.suspend(back.guild_id)
    clock.passes(hours=5)
    here = [stays.guild_id, back.guild_id, server(0, 9)]
    assert await games.in_servers(here, Shards((0,), 2)) == ([back.id], [gone.id])
    assert await games.in_servers(here, Shards((0,), 2)) == ([], [])
    after = [await games.get(game.id) for game in (gone, stays, back, else_where)]
    assert [game.suspended_at for game in after] == [clock.time, None, None, None]
    assert await credited(games, [gone, stays, back, else_where]) == [
        timedelta(0),
        timedelta(0),
        5 * HOUR,
        timedelta(0),
    ]
    assert await games.in_servers([*here, gone.guild_id]) == ([gone.id], [else_where.id])


async def test_of_many_servers_too(games: Games, clock: Clock) -> None:
    """More than a database takes as parameters of one statement."""
    game = await started(games, ANA, BO, guild_id=server(0, 700), **DAYS)
    await games.suspend(game.guild_id)
    many = [server(0, number) for number in range(2000)]
    assert await games.in_servers(many) == ([game.id], [])
    assert await games._store.suspend(many, clock.time) == [game.id]


async def test_to_look_whether_there_is_something_to_do_takes_no_write(
    games: Games, store: Store, clock: Clock
) -> None:
    game = await started(games, ANA, BO, **DAYS)
    written = statements(store)
    assert await games.resume(game.guild_id) == []
    assert await games.in_servers([game.guild_id]) == ([], [])
    assert written() == []
    await games.suspend(game.guild_id)
    assert await games.resume(game.guild_id) == [game.id]
    assert len(written()) == 2


def statements(store: Store) -> Callable[[], list[str]]:
    """The writes of a store from now on."""
    found: list[str] = []

    def watch(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("SELECT"):
            found.append(statement)

    event.listen(store._database.engine, "before_cursor_execute", watch)
    return lambda: [each for each in found if each.startswith(("UPDATE", "INSERT", "DELETE"))]
