"""Play: what a button does, what then happens by itself, and every refusal."""

import asyncio
from dataclasses import replace

import pytest

from bot.games.errors import NotYours, Stale
from bot.games.model import Game, Person, Status
from bot.games.service import Games
from bot.rules import (
    PARCHIS,
    Captured,
    Chance,
    Move,
    Roll,
    Seat,
    Withdraw,
    initial,
    parse_position,
    position_text,
    replay,
    to_act,
)
from bot.storage import Store
from tests.games.scripted import (
    ANA,
    BO,
    CY,
    DI,
    EVA,
    Clock,
    ScriptedDice,
    SeededDice,
    asked,
    at,
    codes,
    decides,
    faces,
    opened,
    play,
    refused,
    started,
)

QUICK = replace(PARCHIS, quick=True)
OPENING = [6, 1]
"""Ana, yellow, starts against Bo, red."""


async def table(store: Store, clock: Clock, *rolls: int) -> tuple[Games, Game, ScriptedDice]:
    """Ana and Bo at the first roll, with dice that go on with these faces."""
    dice = ScriptedDice([*OPENING, *rolls])
    games = Games(store, dice, clock)
    return games, await started(games, ANA, BO), dice


async def story(games: Games, game: Game) -> list[tuple[int | None, object]]:
    return [(played.entry.actor, played.entry.action) for played in await games.story(game)]


# -- rolling and moving --------------------------------------------------------------------------


async def test_a_roll_that_leaves_no_choice_is_played_at_once(store: Store, clock: Clock) -> None:
    games, game, _ = await table(store, clock, 5)
    game = await games.act(game.id, ANA, 0, "roll")
    # P1: on a 5 somebody must enter, and four pieces in the yard are one move (G13).
    assert await story(games, game) == [(ANA.id, Roll(5)), (None, Move(-1, 0))]
    assert (game.ply, game.asks) == (2, game.player(BO.id))
    assert game == await games.get(game.id)


async def test_a_roll_that_leaves_nothing_passes_the_turn(store: Store, clock: Clock) -> None:
    games, game, _ = await table(store, clock, 4)
    game = await games.act(game.id, ANA, 0, "roll")
    assert await story(games, game) == [(ANA.id, Roll(4))]
    assert game.asks == game.player(BO.id)


async def test_a_choice_waits_for_its_player(store: Store, clock: Clock) -> None:
    games, game, _ = await table(store, clock, 3)
    game = await at(store, game, parse_position("parchis Y:5,8,0,0 R:0,0,0,0 >Y"))
    game = await games.act(game.id, ANA, 0, "roll")
    assert codes(game) == ["5-8", "8-11"]
    assert (game.ply, game.asks) == (1, game.player(ANA.id))
    game = await games.act(game.id, ANA, 1, "8-11")
    assert await story(games, replace(game, ply=1)) == [(ANA.id, Roll(3))]
    assert game.ply == 2
    assert game.state == parse_position("parchis Y:5,11,0,0 R:0,0,0,0 >R")


async def test_captures_and_counts_run_on_until_there_is_a_choice(
    store: Store, clock: Clock
) -> None:
    games, game, dice = await table(store, clock, 3)
    game = await at(store, game, parse_position("parchis Y:7,0,0,0 R:10,0,0,0 >Y"))
    game = await games.act(game.id, ANA, 0, "roll")
    played = await games.story(game)
    # The 3 has one move, which captures; the 20 that it earns has one move too (P10, P11).
    assert [one.entry.action for one in played] == [Roll(3), Move(2, 5), Move(5, 25)]
    assert [one.entry.actor for one in played] == [ANA.id, None, None]
    assert [type(event) for event in played[1].events].count(Captured) == 1
    assert game.state == parse_position("parchis Y:30,0,0,0 R:0,0,0,0 >R")
    assert dice.thrown == [0, 1, 2]


async def test_throws_are_numbered_over_the_whole_game(store: Store, clock: Clock) -> None:
    games, game, dice = await table(store, clock, *[4, 1, 5, 2, 6] * 9)
    game = await play(games, game, until=lambda game: game.ply >= 30)
    assert dice.thrown == list(range(game.throws))
    rolled = faces(action for _, action in await story(games, game))  # type: ignore[misc]
    assert rolled == dice.faces[2 : game.throws]


async def test_a_won_game_is_over(store: Store, clock: Clock) -> None:
    games, game, _ = await table(store, clock, 2)
    game = await at(store, game, parse_position("parchis Y:H,H,H,L6 R:0,0,0,0 >Y"))
    clock.passes(hours=5)
    # L6 to home is two: the last piece is home by itself, and the 10 is not played any more (G9).
    game = await games.act(game.id, ANA, 0, "roll")
    assert await story(games, game) == [(ANA.id, Roll(2)), (None, Move(69, 71))]
    assert (game.status, game.ended_at, game.asks) == (Status.OVER, clock.time, None)
    assert game.state is not None
    assert game.state.winners == (Seat.YELLOW,)
    assert await games.lagging() == [game.id]
    assert await games.of_person(ANA.id) == []
    for person in (ANA, BO, EVA):
        with refused("game_over"):
            await games.act(game.id, person, game.ply, "roll")
    with refused("game_over"):
        await games.leave(game.id, BO.id)
    with refused("already_started"):
        await games.join(game.id, EVA)
    # A double click on the winning roll is no click on a dead game.
    assert await games.act(game.id, ANA, 0, "roll") == await games.get(game.id)


# -- refusals ------------------------------------------------------------------------------------


async def test_in_the_lobby_there_is_nothing_to_play(games: Games) -> None:
    game = await opened(games, invited=[BO])
    for person in (ANA, BO, EVA):
        with refused("not_started"):
            await games.act(game.id, person, 0, "roll")


async def test_only_who_is_asked_may_act(store: Store, clock: Clock) -> None:
    games = Games(store, ScriptedDice([6, 1, 1, 1, 2, 2]), clock)
    game = await opened(games, invited=[EVA])
    for person in (BO, CY):
        await games.join(game.id, person)
    game = await games.start(game.id, ANA.id)
    for person in (BO, CY):
        with refused("not_your_turn", NotYours, name="Ana", seat=Seat.YELLOW):
            await games.act(game.id, person, 0, "roll")
    with refused("not_in_game", NotYours):  # invited, but did not come
        await games.act(game.id, EVA, 0, "roll")
    await games.leave(game.id, CY.id)
    with refused("left_game", NotYours):
        await games.act(game.id, CY, 1, "roll")
    game = await games.act(game.id, ANA, 1, "roll")
    with refused("not_your_turn", NotYours, name="Bo", seat=Seat.RED):
        await games.act(game.id, ANA, 2, "roll")


async def test_a_decision_is_asked_of_its_seat_too(store: Store, clock: Clock) -> None:
    games, game, _ = await table(store, clock, 3)
    game = await at(store, game, parse_position("parchis Y:5,8,0,0 R:0,0,0,0 >Y"))
    await games.act(game.id, ANA, 0, "roll")
    with refused("not_your_turn", NotYours, name="Ana", seat=Seat.YELLOW):
        await games.act(game.id, BO, 1, "5-8")


@pytest.mark.parametrize(
    ("ply", "code"),
    [
        (0, "roll"),  # a board before the last
        (0, "5-8"),
        (2, "5-8"),  # a board that does not exist yet
        (-1, "5-8"),
        (10**30, "5-8"),
        (-(10**30), "5-8"),
        (1, "roll"),  # the die has fallen
        (1, "r6"),
        (1, "5-9"),  # no legal move
        (1, "outY"),  # an action, but no button's
        (1, "outR"),
        (1, ""),
        (1, "5-8 "),
        (1, "\0\ud800"),
    ],
)
async def test_a_button_of_another_position_is_stale(
    store: Store, clock: Clock, ply: int, code: str
) -> None:
    games, game, dice = await table(store, clock, 3)
    game = await at(store, game, parse_position("parchis Y:5,8,0,0 R:0,0,0,0 >Y"))
    # Somebody else's roll, so that it is no repeat of Ana's.
    row = game.version
    game = await games.act(game.id, ANA, 0, "roll")
    before = await games.get(game.id)
    if (ply, code) == (0, "roll"):
        with refused("stale", Stale):
            await games.act(game.id, BO, ply, code)
    else:
        with refused("stale", Stale):
            await games.act(game.id, ANA, ply, code)
    assert await games.get(game.id) == before
    assert before.version == row + 1
    assert dice.thrown == [0, 1, 2]


@pytest.mark.parametrize("code", ["r6", "6", "", "no", "0-5", "outY"])
async def test_nobody_chooses_a_face(store: Store, clock: Clock, code: str) -> None:
    games, game, dice = await table(store, clock, 1)
    with refused("stale", Stale):
        await games.act(game.id, ANA, 0, code)
    assert dice.thrown == [0, 1]


# -- withdrawing (G15) ---------------------------------------------------------------------------


async def test_leaving_out_of_turn(store: Store, clock: Clock) -> None:
    games = Games(store, ScriptedDice([1, 6, 2, 3]), clock)
    game = await started(games, ANA, BO, CY)
    assert [player.seat for player in game.players] == [Seat.YELLOW, Seat.RED, Seat.BLUE]
    assert game.asks == game.player(CY.id)
    game = await games.leave(game.id, ANA.id)
    assert game == await games.get(game.id)
    assert await story(games, game) == [(ANA.id, Withdraw(Seat.YELLOW))]
    assert game.players[0].left
    assert game.status is Status.PLAYING
    assert game.asks == game.player(CY.id)
    assert game.state is not None
    assert game.state.seats == (Seat.BLUE, Seat.RED)
    with refused("left_game", NotYours):
        await games.leave(game.id, ANA.id)
    with refused("not_in_game", NotYours):
        await games.leave(game.id, EVA.id)
    assert await games.get(game.id) == game
    assert await games.of_person(ANA.id) == []


async def test_leaving_in_mid_turn_passes_the_turn_once(store: Store, clock: Clock) -> None:
    """F31: after the roll, with a count to play."""
    games = Games(store, ScriptedDice([1, 6, 2, 6]), clock)
    game = await started(games, ANA, BO, CY)
    position = "parchis Y:0,0,0,0 B:30,40,0,0 R:0,0,0,0 >B+20 6x1"
    game = await at(store, game, parse_position(position))
    game = await games.leave(game.id, CY.id)
    assert position_text(game.state) == "parchis Y:0,0,0,0 R:0,0,0,0 >R"  # type: ignore[arg-type]
    assert game.asks == game.player(BO.id)
    assert game.ply == 1


async def test_the_last_one_left_wins(games: Games, clock: Clock) -> None:
    game = await started(games, ANA, BO)
    clock.passes(days=2)
    game = await games.leave(game.id, ANA.id)
    assert (game.status, game.ended_at) == (Status.OVER, clock.time)
    assert game.state is not None
    assert game.state.winners == (Seat.RED,)
    assert await games.lagging() == [game.id]


async def test_a_partner_plays_on_and_may_win(store: Store, clock: Clock) -> None:
    games = Games(store, ScriptedDice([1, 2, 3, 4, 2]), clock)
    game = await started(games, ANA, BO, CY, DI, rules=replace(QUICK, teams=True))
    blue, green = game.player_at(Seat.BLUE), game.player_at(Seat.GREEN)
    assert (blue, green) == (game.player(CY.id), game.player(ANA.id))
    position = "parchis/quick/teams Y:5,0,0,0 B:H,L6,0,0 R:39,0,0,0 G:56,0,0,0 >B"
    game = await at(store, game, parse_position(position))
    game = await games.leave(game.id, ANA.id)
    assert game.asks == blue
    game = await games.act(game.id, CY, 1, "roll")
    assert game.status is Status.OVER
    assert game.state is not None
    assert game.state.winners == (Seat.BLUE,)


# -- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "rules"),
    [
        ([ANA, BO], PARCHIS),
        ([ANA, BO, CY, DI], replace(QUICK, teams=True)),
    ],
    ids=["two", "quick teams"],
)
async def test_a_whole_game_with_restarts(
    url: str, clock: Clock, people: list[Person], rules
) -> None:
    """To the winner, through a new process every hundred plies; then told from the start."""
    store = Store(url)
    games = Games(store, SeededDice(7), clock)
    game = await started(games, *people, rules=rules)
    begun = game.state
    restarts = 0
    while game.status is Status.PLAYING:
        stop = game.ply + 100
        # In the middle of a turn: the die has fallen and its move is still to be chosen.
        game = await play(
            games, game, until=lambda game, stop=stop: game.ply >= stop and decides(game)
        )
        await store.close()
        store = Store(url)
        games = Games(store, SeededDice(7), clock)
        assert position_text((await games.get(game.id)).state) == position_text(game.state)  # type: ignore[arg-type]
        restarts += 1
    assert restarts > 1
    assert begun is not None
    told = await games.story(game)
    assert [played.entry.ply for played in told] == list(range(game.ply))
    assert len({played.entry.actor for played in told}) == len(people) + 1
    steps = replay(begun, [played.entry.action for played in told])
    assert [played.events for played in told] == [step.events for step in steps]
    assert to_act(steps[-1].state) is None
    assert game.state is not None
    assert position_text(steps[-1].state) == position_text(game.state)
    rolls = faces(played.entry.action for played in told)
    first = game.throws - len(rolls)
    dice = SeededDice(7)
    assert rolls == [dice.throw(game.id, n) for n in range(first, game.throws)]
    await store.close()


async def test_a_story_may_begin_anywhere(games: Games) -> None:
    game = await started(games, ANA, BO)
    game = await play(games, game, until=lambda game: game.ply >= 50)
    whole = await games.story(game)
    assert whole[0].before == initial(PARCHIS, [Seat.YELLOW, Seat.RED], game_starter(game))
    for since in range(-1, game.ply + 2):
        assert await games.story(game, since) == whole[max(since, 0) :]
    # What was asked about a game as it was, is told as it was.
    assert await games.story(replace(game, ply=20), 10) == whole[10:20]


def game_starter(game: Game) -> Seat:
    return max(game.opening[-1], key=lambda throw: throw[1])[0]


async def test_a_second_process_goes_on_with_the_same_die(
    store: Store, clock: Clock, other_games: Games
) -> None:
    """Its dice fall otherwise, but what has been stored stays (F44)."""
    games, game, _ = await table(store, clock, 3)
    game = await at(store, game, parse_position("parchis Y:5,8,0,0 R:0,0,0,0 >Y"))
    rolled = await games.act(game.id, ANA, 0, "roll")
    assert await other_games.act(game.id, ANA, 0, "roll") == rolled
    moved = await other_games.act(game.id, ANA, 1, "5-8")
    assert moved.state == parse_position("parchis Y:8,8,0,0 R:0,0,0,0 >R")
    assert await games.get(game.id) == moved


async def test_two_games_do_not_wait_for_each_other(games: Games) -> None:
    """A lock is a game's, not the table's (F3)."""
    one, two = await started(games, ANA, BO), await started(games, ANA, CY)
    async with games._lock(one.id):
        async with asyncio.timeout(5):
            two = await games.act(two.id, asked(two), 0, "roll")
        assert two.ply >= 1
    assert (await games.get(one.id)).ply == 0
    assert to_act(one.state) is Chance.DIE  # type: ignore[arg-type]
