"""Reminders claimed and grouped, and time that does not count: downtime, servers out of reach."""

import asyncio
from datetime import timedelta

import pytest

from bot.games.model import Game, Outcome, Reminder, Shards, Status
from bot.games.service import Games
from bot.storage import UserSettings
from tests.games.scripted import ANA, BO, CY, DAYS, Clock, asked, codes, opened, started

HOUR = timedelta(hours=1)


@pytest.fixture
async def tables(games: Games) -> list[Game]:
    """Games of Ana and Bo in which it is the same one's turn."""
    made = [await started(games, ANA, BO, **DAYS) for _ in range(8)]
    mine = [game for game in made if game.waits_for == made[0].waits_for]
    assert len(mine) > 1
    for game in made:
        if game not in mine:
            await games.end(game.id, 9, moderator=True)
    return mine


def told(reminders: list[Reminder]) -> list[tuple[int, list[int], bool]]:
    return [(one.user_id, [game.id for game in one.games], one.last) for one in reminders]


async def test_one_summary_for_several_games(
    games: Games, tables: list[Game], clock: Clock
) -> None:
    who = asked(tables[0]).id
    ids = [game.id for game in tables]
    clock.passes(hours=11, minutes=59)
    assert await games.reminders(clock.time) == []
    clock.passes(minutes=1)
    assert told(await games.reminders(clock.time)) == [(who, ids, False)]
    assert await games.reminders(clock.time) == []
    clock.passes(hours=10, minutes=59)
    assert await games.reminders(clock.time) == []
    clock.passes(minutes=1)
    assert told(await games.reminders(clock.time)) == [(who, ids, True)]
    clock.passes(minutes=59)
    assert await games.reminders(clock.time) == []


async def test_no_sooner_than_the_player_allows(
    games: Games, tables: list[Game], clock: Clock
) -> None:
    who = asked(tables[0]).id
    await games.save_settings(UserSettings(who, reminder_every=timedelta(hours=20)))
    clock.passes(hours=12)
    [(_, first, _)] = told(await games.reminders(clock.time))
    assert first == [game.id for game in tables]
    clock.passes(hours=11)
    assert await games.reminders(clock.time) == []
    clock.passes(minutes=59)
    assert await games.reminders(clock.time) == []


async def test_two_processes_remind_once(
    games: Games, other_games: Games, tables: list[Game], clock: Clock
) -> None:
    clock.passes(hours=12)
    answers = await asyncio.gather(
        *((games, other_games)[n % 2].reminders(clock.time) for n in range(6))
    )
    assert [len(reminders) for reminders in answers if reminders] == [1]
    [[reminder]] = [reminders for reminders in answers if reminders]
    assert [game.id for game in reminder.games] == [game.id for game in tables]


async def test_two_processes_with_servers_of_their_own_keep_the_interval(
    games: Games, other_games: Games, clock: Clock
) -> None:
    for shard in range(2):
        for _ in range(6):
            await started(games, ANA, BO, guild_id=shard << 22, **DAYS)
    clock.passes(hours=12)
    both = await asyncio.gather(
        games.reminders(clock.time, Shards((0,), 2)),
        other_games.reminders(clock.time, Shards((1,), 2)),
    )
    people = [one.user_id for reminders in both for one in reminders]
    assert sorted(people) == [ANA.id, BO.id]


async def test_an_answer_against_a_reminder(
    games: Games, other_games: Games, tables: list[Game], clock: Clock
) -> None:
    game = tables[0]
    clock.passes(hours=12)
    await asyncio.gather(
        games.act(game.id, asked(game), game.ply, codes(game)[0]),
        other_games.reminders(clock.time),
    )
    stored = await games.get(game.id)
    assert stored.ply > game.ply
    assert stored.asked_at == clock.time
    assert stored.remind_at == clock.time + stored.limit / 2


async def test_no_reminders_in_games_that_ask_nobody(
    games: Games, tables: list[Game], clock: Clock
) -> None:
    for game in tables:
        await games.end(game.id, 9, moderator=True)
    clock.passes(hours=12)
    assert await games.reminders(clock.time) == []


# -- downtime ------------------------------------------------------------------------------------


async def test_downtime_is_credited(games: Games, clock: Clock) -> None:
    """F37: off for 26 hours with a limit of 24."""
    game = await started(games, ANA, BO, **DAYS)
    lobby = await opened(games, ANA)
    assert await games.beat("0/1", clock.time) == timedelta(0)
    clock.passes(minutes=1)
    assert await games.beat("0/1", clock.time) == timedelta(0)
    await games.shown(game, message_id=1, message_at=clock.time, asked_id=game.waits_for)
    clock.passes(hours=26)
    assert await games.beat("0/1", clock.time) == 26 * HOUR
    assert await games.beat("0/1", clock.time) == timedelta(0)
    assert await games.due(clock.time) == []
    after = await games.get(game.id)
    assert game.deadline is not None
    assert after.deadline == after.due_at == game.deadline + 26 * HOUR
    assert after.remind_at is not None
    assert after.remind_at > clock.time
    assert game.id in await games.lagging()  # the board shows the deadline
    assert await games.get(lobby.id) == lobby
    clock.time = after.deadline
    assert (await games.tick(game.id)).outcome is Outcome.PLAYED


async def test_a_short_stop_is_credited_without_a_new_board(games: Games, clock: Clock) -> None:
    game = await started(games, ANA, BO, **DAYS)
    await games.shown(game, message_id=1, message_at=clock.time, asked_id=game.waits_for)
    await games.beat("0/1", clock.time)
    clock.passes(minutes=10)
    assert await games.beat("0/1", clock.time) == timedelta(minutes=10)
    assert await games.lagging() == []
    assert game.deadline is not None
    assert (await games.get(game.id)).deadline == game.deadline + timedelta(minutes=10)


async def test_a_process_credits_its_own_games(games: Games, clock: Clock) -> None:
    made = [await started(games, ANA, BO, guild_id=shard << 22, **DAYS) for shard in range(2)]
    for shard in range(2):
        await games.beat(f"{shard}/2", clock.time, Shards((shard,), 2))
    clock.passes(hours=5)
    await games.beat("0/2", clock.time, Shards((0,), 2))
    after = [await games.get(game.id) for game in made]
    assert [one.deadline == game.deadline for one, game in zip(after, made, strict=True)] == [
        False,
        True,
    ]


async def test_a_new_name_goes_by_the_last_process_that_was_seen(
    games: Games, clock: Clock
) -> None:
    await games.beat("0/1", clock.time)
    clock.passes(hours=3)
    assert await games.beat("0/2", clock.time) == 3 * HOUR


async def test_a_clock_that_was_put_back_credits_nothing(games: Games, clock: Clock) -> None:
    await games.beat("0/1", clock.time)
    clock.passes(hours=-3)
    assert await games.beat("0/1", clock.time) == timedelta(0)


# -- servers out of reach ------------------------------------------------------------------------


async def test_a_server_that_is_gone_and_comes_back(games: Games, clock: Clock) -> None:
    """F29: clocks stand still, and go on with the time that was left."""
    game = await started(games, ANA, BO, **DAYS)
    lobby = await opened(games, CY)
    elsewhere = await started(games, ANA, BO, guild_id=11, **DAYS)
    clock.passes(hours=10)
    assert await games.suspend(10) == [game.id, lobby.id]
    assert await games.suspend(10) == []
    away = await games.get(game.id)
    assert (away.suspended_at, away.due_at, away.status) == (clock.time, None, Status.PLAYING)
    clock.passes(hours=100)
    assert await games.due(clock.time) == [elsewhere.id]
    assert (await games.tick(game.id)).outcome is Outcome.NOTHING
    assert [game.id for one in await games.reminders(clock.time) for game in one.games] in (
        [],
        [elsewhere.id],
    )
    assert await games.resume(10) == [game.id, lobby.id]
    assert await games.resume(10) == []
    back = await games.get(game.id)
    assert back.suspended_at is None
    assert back.deadline == clock.time + 14 * HOUR
    assert back.remind_at == clock.time + 2 * HOUR
    assert await games.due(clock.time) == [elsewhere.id]
    assert {game.id, lobby.id} <= set(await games.lagging())


async def test_what_stays_out_of_reach_is_deleted(games: Games, clock: Clock) -> None:
    gone = await started(games, ANA, BO, **DAYS)
    stays = await started(games, ANA, BO, guild_id=11, **DAYS)
    await games.suspend(10)
    since = clock.time
    assert await games.purge(since) == 0
    clock.passes(days=30)
    assert await games.purge(since + timedelta(seconds=1)) == 1
    assert [game.id for game in await games.of_person(ANA.id)] == [stays.id]
    assert await games.of_channel(20) == [await games.get(stays.id)]
    assert gone.id != stays.id
