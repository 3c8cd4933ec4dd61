"""The clock: deadlines, pings, absences, pauses; each thing once, whatever happens beside it."""

import asyncio
from dataclasses import replace
from datetime import UTC, timedelta

import pytest

from bot.games.errors import UserError
from bot.games.model import Actor, Autopilot, Game, Outcome, Pace, Shards
from bot.games.service import Games
from bot.opponents import OPPONENTS
from bot.rules import parse_position
from bot.storage import Store, UserSettings
from tests.games.scripted import (
    ANA,
    BO,
    CY,
    DAYS,
    EVA,
    Clock,
    SeededDice,
    asked,
    at,
    by,
    codes,
    late,
    opened,
    other,
    refused,
    started,
)

DAY = timedelta(days=1)


async def test_each_question_has_a_limit(games: Games, game: Game, clock: Clock) -> None:
    assert game.asks is not None
    assert (game.waits_for, game.asked_at) == (game.asks.id, clock.time)
    assert game.deadline == game.due_at == clock.time + DAY
    assert game.remind_at == clock.time + DAY / 2
    clock.passes(hours=3)
    game = await games.act(game.id, asked(game), game.ply, codes(game)[0])
    assert (game.asked_at, game.deadline) == (clock.time, clock.time + DAY)
    assert game.due_at in (game.deadline, game.ping_at)
    assert await games.due(clock.time + timedelta(minutes=2)) == []
    assert (await games.tick(game.id)).outcome is Outcome.NOTHING


@pytest.mark.parametrize(
    ("pace", "limit", "expected"),
    [
        (Pace.LIVE, None, timedelta(minutes=3)),
        (Pace.DAY, None, DAY),
        (Pace.SLOW, None, 3 * DAY),
        (Pace.DAY, timedelta(minutes=1), timedelta(minutes=1)),
        (Pace.LIVE, timedelta(days=14), timedelta(days=14)),
    ],
)
async def test_the_limit_is_the_pace_s_or_one_s_own(
    games: Games, clock: Clock, pace: Pace, limit: timedelta | None, expected: timedelta
) -> None:
    game = await started(games, ANA, BO, pace=pace, limit=limit)
    assert (game.pace, game.limit) == (pace, expected)
    assert game.deadline == clock.time + expected


@pytest.mark.parametrize("seconds", [0, 59, 14 * 86400 + 1, -1])
async def test_a_limit_out_of_bounds(games: Games, seconds: int) -> None:
    with refused("bad_limit"):
        await opened(games, limit=timedelta(seconds=seconds))


async def test_at_the_deadline_the_computer_plays_this_one_question(
    games: Games, game: Game, clock: Clock
) -> None:
    ply, who = game.ply, game.waits_for
    assert game.state is not None
    best = OPPONENTS["medium"].choose(game.state)
    game = await late(games, game, clock)
    told = await games.story(game, ply)
    assert told[0].entry.action == best
    assert (told[0].entry.by, told[0].entry.actor) == (Actor.DEADLINE, None)
    assert {one.entry.by for one in told[1:]} <= {Actor.DIE, Actor.FORCED}
    assert who is not None
    player = game.player(who)
    assert player is not None
    assert (player.misses, player.away) == (1, False)
    assert (game.asked_at, game.deadline) == (clock.time, clock.time + DAY)
    assert (await games.tick(game.id)).outcome is Outcome.NOTHING
    assert await games.due(clock.time) == []


async def test_in_a_live_game_the_roll_too(games: Games, clock: Clock) -> None:
    game = await started(games, ANA, BO)
    game = await late(games, game, clock)
    [first, *_] = await by(games, game)
    assert first[0][0] == "r"
    assert first[1] is Actor.DEADLINE


async def test_three_misses_in_a_row_and_back(games: Games, game: Game, clock: Clock) -> None:
    absent = game.waits_for
    assert absent is not None
    present = other(game)
    misses = 0
    while misses < 3:
        if game.waits_for == absent:
            game = await late(games, game, clock)
            misses += 1
        else:
            game = await games.act(game.id, present, game.ply, codes(game)[0])
        player = game.player(absent)
        assert player is not None
        assert (player.misses, player.away) == (misses, misses >= 3)
    # From now on the seat plays by itself.
    for _ in range(3):
        assert game.waits_for == present.id
        ply = game.ply
        game = await games.act(game.id, present, ply, codes(game)[0])
        assert Actor.DEADLINE not in {actor for _, actor in await by(games, game, ply)}
    game = await games.back(game.id, absent)
    player = game.player(absent)
    assert player is not None
    assert (player.misses, player.away, player.autopilot) == (0, False, Autopilot.FORCED)
    for _ in range(20):
        if game.waits_for == absent:
            break
        game = await games.act(game.id, present, game.ply, codes(game)[0])
    assert game.waits_for == absent


async def test_an_answer_in_time_begins_the_count_anew(
    games: Games, game: Game, clock: Clock
) -> None:
    who = asked(game)
    game = await late(games, game, clock)
    while game.waits_for != who.id:
        game = await games.act(game.id, asked(game), game.ply, codes(game)[0])
    assert game.player(who.id).misses == 1  # type: ignore[union-attr]
    game = await games.act(game.id, who, game.ply, codes(game)[0])
    assert game.player(who.id).misses == 0  # type: ignore[union-attr]


# -- pinging whoever seemed to be here -----------------------------------------------------------


async def test_who_acted_just_now_is_pinged_after_three_minutes(
    games: Games, store: Store, clock: Clock
) -> None:
    game = await started(games, ANA, BO, pace=Pace.LIVE, limit=timedelta(minutes=30))
    while game.waits_for != ANA.id:
        game = await games.act(game.id, BO, game.ply, codes(game)[0])
    game = await at(store, game, parse_position("parchis Y:5,8,0,0 R:5,9,0,0 >Y"))
    assert game.ping_at is None  # the first question of all
    game = await games.act(game.id, ANA, game.ply, "roll")
    while game.waits_for != ANA.id or game.ping_at is None:
        clock.passes(seconds=20)
        game = await games.act(game.id, asked(game), game.ply, codes(game)[0])
    assert game.ping_at == game.due_at == clock.time + timedelta(minutes=3)
    await games.shown(game, message_id=5, message_at=clock.time, asked_id=ANA.id)
    clock.passes(minutes=3)
    assert await games.due(clock.time) == [game.id]
    tick = await games.tick(game.id)
    assert tick.outcome is Outcome.PINGED
    assert tick.player == game.player(ANA.id)
    after = await games.get(game.id)
    assert (after.ping_at, after.asked_id, after.shown_ply) == (None, None, -1)
    assert after.deadline == game.deadline
    assert await games.lagging() == [game.id]
    assert (await games.tick(game.id)).outcome is Outcome.NOTHING


async def test_a_message_on_its_way_does_not_swallow_the_ping(
    games: Games, store: Store, game: Game, clock: Clock
) -> None:
    await games.shown(game, message_id=5, message_at=clock.time, asked_id=game.waits_for)
    on_its_way = await games.get(game.id)
    await store.save(on_its_way, at=clock.time, redraw=True, ping=True)
    await games.shown(on_its_way, message_id=5, message_at=clock.time, asked_id=game.waits_for)
    after = await games.get(game.id)
    assert (after.asked_id, after.shown_ply) == (None, -1)
    await games.shown(after, message_id=6, message_at=clock.time, asked_id=game.waits_for)
    assert (await games.get(game.id)).asked_id == game.waits_for


# -- races ---------------------------------------------------------------------------------------


async def test_two_processes_on_one_deadline(
    games: Games, other_games: Games, game: Game, clock: Clock
) -> None:
    clock.passes(days=1)
    ticks = await asyncio.gather(*((games, other_games)[n % 2].tick(game.id) for n in range(6)))
    outcomes = [tick.outcome for tick in ticks]
    assert sorted(outcomes) == sorted([Outcome.PLAYED] + [Outcome.NOTHING] * 5)
    stored = await games.get(game.id)
    assert stored.version == game.version + 1
    assert [actor for _, actor in await by(games, stored)].count(Actor.DEADLINE) == 1


async def test_a_deadline_against_a_click(
    games: Games, other_games: Games, game: Game, clock: Clock
) -> None:
    """F32: one of them comes first; the other one finds another question."""
    clock.passes(days=1)
    who, code = asked(game), codes(game)[0]
    click, tick = await asyncio.gather(
        games.act(game.id, who, game.ply, code),
        other_games.tick(game.id),
        return_exceptions=True,
    )
    assert not isinstance(tick, BaseException)
    stored = await games.get(game.id)
    assert stored.version == game.version + 1
    first = (await games.story(stored, game.ply))[0].entry
    if isinstance(click, Game):
        assert (first.by, first.actor) == (Actor.PERSON, who.id)
        assert tick.outcome is Outcome.NOTHING
    else:
        assert isinstance(click, UserError)
        assert click.key in ("stale", "not_your_turn")
        assert first.by is Actor.DEADLINE


async def test_a_deadline_of_a_game_that_ended_meanwhile(
    games: Games, game: Game, clock: Clock
) -> None:
    clock.passes(days=1)
    assert await games.due(clock.time) == [game.id]
    await games.end(game.id, EVA.id, moderator=True)
    assert (await games.tick(game.id)).outcome is Outcome.NOTHING
    with refused("no_game"):
        await games.tick(game.id + 1)


async def test_one_broken_game_does_not_stop_the_others(
    store: Store, games: Games, clock: Clock
) -> None:
    """F35: each is a call of its own; what is due is found without reading the games."""
    broken = await started(games, ANA, BO, **DAYS)
    good = await started(games, ANA, CY, **DAYS)
    await store._database.write(
        lambda connection: connection.exec_driver_sql(
            f"UPDATE games SET position = 'nonsense' WHERE id = {broken.id}"
        )
    )
    clock.passes(days=1)
    assert await games.due(clock.time) == [broken.id, good.id]
    with pytest.raises(Exception, match="nonsense"):
        await games.tick(broken.id)
    assert (await games.tick(good.id)).outcome is Outcome.PLAYED


async def test_a_process_looks_after_its_own_servers(games: Games, clock: Clock) -> None:
    made = [await started(games, ANA, BO, guild_id=(shard << 22) + 7, **DAYS) for shard in range(4)]
    clock.passes(days=1)
    even = [made[0].id, made[2].id]
    assert await games.due(clock.time, Shards((0, 2), 4)) == even
    assert await games.due(clock.time, Shards((0,), 2)) == even
    assert await games.due(clock.time, Shards((), 2)) == []
    assert len(await games.due(clock.time)) == 4
    assert await games.lagging(Shards((3,), 4)) == [made[3].id]


# -- quiet hours ---------------------------------------------------------------------------------


async def test_no_limit_ends_by_night(games: Games, clock: Clock) -> None:
    for person in (ANA, BO):
        await games.save_settings(
            UserSettings(person.id, "Europe/Madrid", quiet_from=0, quiet_to=8 * 60)
        )
    clock.time = clock.time.replace(month=1, day=10, hour=23, minute=30)  # half past midnight
    game = await started(games, ANA, BO, **DAYS)
    assert game.deadline == clock.time.replace(day=12, hour=7, minute=0)
    assert game.deadline.tzinfo is UTC


async def test_one_s_own_autopilot_counts_from_the_next_game_on(games: Games) -> None:
    settings = replace(await games.settings(BO.id), autopilot=Autopilot.OFF)
    assert await games.save_settings(settings) == settings
    game = await started(games, ANA, BO, **DAYS)
    assert [player.autopilot for player in game.players] == [Autopilot.FORCED, Autopilot.OFF]
    assert await games.settings(EVA.id) == UserSettings(EVA.id)


async def test_other_dice_fall_for_nobody_twice(
    url: str, games: Games, game: Game, clock: Clock
) -> None:
    """A second process plays on from what is stored; nothing is thrown again (F36)."""
    clock.passes(days=1)
    await games.tick(game.id)
    store = Store(url)
    second = Games(store, SeededDice(3), clock)
    assert await second.due(clock.time) == []
    assert await second.get(game.id) == await games.get(game.id)
    await store.close()
