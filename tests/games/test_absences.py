"""Away, and nobody left at the board: the game pauses, and goes on with whoever comes back."""

from datetime import timedelta

from bot.games.errors import NotYours
from bot.games.model import Actor, Autopilot, Game, Outcome, Status
from bot.games.service import Games
from tests.games.scripted import (
    ANA,
    BO,
    EVA,
    Clock,
    asked,
    by,
    codes,
    late,
    opened,
    other,
    refused,
)

DAY = timedelta(days=1)


# -- nobody left at the board --------------------------------------------------------------------


async def all_late(games: Games, game: Game, clock: Clock) -> Game:
    for _ in range(30):
        if game.status is not Status.PLAYING:
            break
        game = await late(games, game, clock)
    return game


async def test_with_nobody_left_the_game_pauses_and_goes_on(
    games: Games, game: Game, clock: Clock
) -> None:
    game = await all_late(games, game, clock)
    assert game.status is Status.PAUSED
    assert all(player.away for player in game.players)
    assert (game.waits_for, game.deadline, game.remind_at, game.asks) == (None,) * 4
    assert game.expires_at == clock.time + timedelta(days=14)
    assert await games.lagging() == [game.id]  # it says so, once
    ply = game.ply
    clock.passes(days=13)
    assert await games.due(clock.time) == []
    with refused("game_paused"):
        await games.act(game.id, ANA, ply, "roll")
    assert [one.id for one in await games.of_person(ANA.id)] == [game.id]
    game = await games.back(game.id, BO.id)
    assert (game.status, game.expires_at, game.waits_for) == (Status.PLAYING, None, BO.id)
    assert game.deadline == clock.time + DAY


async def test_a_game_to_which_nobody_comes_back_closes(
    games: Games, game: Game, clock: Clock
) -> None:
    game = await all_late(games, game, clock)
    clock.passes(days=14)
    assert await games.due(clock.time) == [game.id]
    tick = await games.tick(game.id)
    assert tick.outcome is Outcome.CLOSED
    assert (tick.game.status, tick.game.ended_at) == (Status.ABANDONED, clock.time)
    assert tick.game.due_at is None
    assert await games.due(clock.time) == []
    assert (await games.tick(game.id)).outcome is Outcome.NOTHING
    for verb in (games.back(game.id, ANA.id), games.leave(game.id, ANA.id)):
        with refused("game_over"):
            await verb
    assert await games.of_person(ANA.id) == []


async def test_a_pause_is_not_made_longer_by_what_brings_nobody_back(
    games: Games, game: Game, clock: Clock
) -> None:
    game = await all_late(games, game, clock)
    closes = game.expires_at
    clock.passes(days=1)
    game = await games.mute(game.id, ANA.id)
    game = await games.set_autopilot(game.id, BO.id, Autopilot.ALL)
    assert (game.status, game.expires_at) == (Status.PAUSED, closes)


async def test_all_on_autopilot_pauses_at_once(games: Games, game: Game) -> None:
    ply = game.ply
    await games.set_autopilot(game.id, ANA.id, Autopilot.ALL)
    game = await games.set_autopilot(game.id, BO.id, Autopilot.ALL)
    assert game.status is Status.PAUSED
    assert game.ply < ply + 100  # it does not play itself out
    game = await games.set_autopilot(game.id, BO.id, Autopilot.FORCED)
    assert (game.status, game.waits_for) == (Status.PLAYING, BO.id)


# -- absences ------------------------------------------------------------------------------------


async def test_away_until(games: Games, game: Game, clock: Clock) -> None:
    who, present = asked(game), other(game)
    ply = game.ply
    until = clock.time + timedelta(days=5)
    game = await games.away(game.id, who.id, until)
    [first, *_] = await by(games, game, ply)
    assert first[1] is Actor.AUTOPILOT
    assert game.waits_for == present.id
    clock.passes(days=2)
    game = await games.act(game.id, present, game.ply, codes(game)[0])
    assert game.waits_for == present.id
    clock.passes(days=3)
    for _ in range(20):
        if game.waits_for == who.id:
            break
        game = await games.act(game.id, present, game.ply, codes(game)[0])
    assert game.waits_for == who.id


async def test_absences_are_bounded_in_each_game(games: Games, game: Game, clock: Clock) -> None:
    with refused("away_too_long", days=30):
        await games.away(game.id, ANA.id, clock.time + timedelta(days=31))
    await games.away(game.id, ANA.id, clock.time + timedelta(days=20))
    with refused("away_too_long", days=30):  # the present one would be changed: 30 are left
        await games.away(game.id, ANA.id, clock.time + timedelta(days=31))
    clock.passes(days=12)
    game = await games.back(game.id, ANA.id)
    assert game.player(ANA.id).away_spent == timedelta(days=12)  # type: ignore[union-attr]
    with refused("away_too_long", days=18):
        await games.away(game.id, ANA.id, clock.time + timedelta(days=19))
    game = await games.away(game.id, ANA.id, clock.time + timedelta(days=18))
    assert game == await games.get(game.id)
    game = await games.away(game.id, ANA.id, clock.time)  # over
    assert game.player(ANA.id).away_until is None  # type: ignore[union-attr]


async def test_a_pause_ends_with_the_first_absence(games: Games, game: Game, clock: Clock) -> None:
    await games.away(game.id, ANA.id, clock.time + timedelta(days=3))
    game = await games.away(game.id, BO.id, clock.time + timedelta(days=5))
    assert game.status is Status.PAUSED
    assert game.due_at == clock.time + timedelta(days=3)
    clock.passes(days=3)
    assert await games.due(clock.time) == [game.id]
    tick = await games.tick(game.id)
    assert tick.outcome is Outcome.WENT_ON
    assert (tick.game.status, tick.game.waits_for) == (Status.PLAYING, ANA.id)
    assert tick.game.deadline == clock.time + DAY


async def test_who_is_not_in_it_cannot_be_away(games: Games, game: Game, clock: Clock) -> None:
    verbs = [
        games.set_autopilot(game.id, EVA.id, Autopilot.OFF),
        games.back(game.id, EVA.id),
        games.away(game.id, EVA.id, clock.time + DAY),
        games.mute(game.id, EVA.id),
        games.vote_end(game.id, EVA.id),
    ]
    for verb in verbs:
        with refused("not_in_game", NotYours):
            await verb
    lobby = await opened(games)
    for late_verb in (games.back(lobby.id, ANA.id), games.vote_end(lobby.id, ANA.id)):
        with refused("not_started"):
            await late_verb
