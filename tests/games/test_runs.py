"""What is played without asking anybody: by pace and autopilot, for computers and the absent."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.games import turns
from bot.games.model import Actor, Autopilot, Game, Pace, Status
from bot.games.service import Games
from bot.opponents import OPPONENTS
from bot.rules import PARCHIS, Chance, action_text, legal_actions, parse_position, to_act
from bot.storage import Store
from tests.games.scripted import (
    ANA,
    BO,
    CY,
    DAYS,
    Clock,
    ScriptedDice,
    at,
    by,
    codes,
    decides,
    opened,
    refused,
    seats,
    started,
)

PERSON, FORCED, DIE = Actor.PERSON, Actor.FORCED, Actor.DIE
COMPUTER, AUTOPILOT = Actor.COMPUTER, Actor.AUTOPILOT
TWO_MOVES = "parchis Y:5,8,0,0 R:0,0,0,0 >Y=3"


async def table(store: Store, clock: Clock, *rolls: int, **changes) -> tuple[Games, Game]:
    """Ana (yellow) starts against Bo (red); dice go on with these faces."""
    games = Games(store, ScriptedDice([6, 1, *rolls]), clock)
    return games, await started(games, ANA, BO, **(DAYS | changes))


async def test_a_day_s_game_runs_to_the_first_choice(store: Store, clock: Clock) -> None:
    games, game = await table(store, clock, 4, 3, 5, 2, 5, 5, 5, 6, 6, *[3, 5, 2] * 50)
    # A 4 and a 3 move nothing. Ana enters, and again; Bo in between, who then has a bonus roll.
    told = await by(games, game)
    assert told[:4] == [("r4", DIE), ("r3", DIE), ("r5", DIE), ("0-5", FORCED)]
    assert {actor for _, actor in told} == {DIE, FORCED}
    assert game.state is not None
    assert len(legal_actions(game.state)) > 1
    assert game.waits_for == (game.asks and game.asks.id)
    assert game.version == (await games.get(game.id)).version == 2  # joined, started: one change


@pytest.mark.parametrize(
    ("pace", "autopilot", "rolls_itself", "moves_itself"),
    [
        (Pace.LIVE, Autopilot.OFF, False, False),
        (Pace.LIVE, Autopilot.FORCED, False, True),
        (Pace.LIVE, Autopilot.ALL, True, True),
        (Pace.DAY, Autopilot.OFF, False, False),
        (Pace.DAY, Autopilot.FORCED, True, True),
        (Pace.DAY, Autopilot.ALL, True, True),
        (Pace.SLOW, Autopilot.FORCED, True, True),
    ],
)
async def test_what_is_played_without_asking(
    store: Store,
    clock: Clock,
    pace: Pace,
    autopilot: Autopilot,
    rolls_itself: bool,
    moves_itself: bool,
) -> None:
    games, game = await table(store, clock, *[5] * 40, pace=Pace.LIVE)
    game = await games.set_autopilot(game.id, ANA.id, autopilot)
    state = parse_position("parchis Y:5,0,0,0 R:0,0,0,0 >Y")
    now = clock.time
    game = replace(game, pace=pace)
    assert turns.by_itself(game, state, now) == rolls_itself
    forced = parse_position("parchis Y:5,0,0,0 R:0,0,0,0 >Y=3")
    assert len(legal_actions(forced)) == 1
    assert turns.by_itself(game, forced, now) == moves_itself
    free = parse_position(TWO_MOVES)
    assert turns.by_itself(game, free, now) == (autopilot is Autopilot.ALL)


async def test_off_is_asked_for_every_roll_and_move(store: Store, clock: Clock) -> None:
    games, game = await table(store, clock, 5, 1, pace=Pace.LIVE)
    await games.set_autopilot(game.id, ANA.id, Autopilot.OFF)
    game = await games.act(game.id, ANA, 0, "roll")
    assert codes(game) == ["-0"] or len(codes(game)) == 1
    assert game.asks == game.player(ANA.id)
    game = await games.act(game.id, ANA, 1, codes(game)[0])
    assert [actor for _, actor in await by(games, game)] == [PERSON, PERSON]


async def test_setting_it_plays_on_at_once(store: Store, clock: Clock) -> None:
    games, game = await table(store, clock, 4, 3, 3, 3, 3, 3, 3, 3, pace=Pace.LIVE)
    game = await at(store, game, parse_position(TWO_MOVES))
    clock.passes(minutes=1)
    game = await games.set_autopilot(game.id, ANA.id, Autopilot.ALL)
    [first, *_] = await by(games, game)
    chosen = OPPONENTS["medium"].choose(parse_position(TWO_MOVES))
    assert first == (action_text(chosen, parse_position(TWO_MOVES)), AUTOPILOT)
    assert game.asks == game.player(BO.id)
    assert game.player(ANA.id).plays_itself(clock.time)  # type: ignore[union-attr]
    # Bo presses, and Ana's answers come by themselves.
    game = await games.act(game.id, BO, game.ply, "roll")
    assert game.asks == game.player(BO.id)
    assert game == await games.get(game.id)


async def test_changing_it_leaves_an_open_question_as_it_is(store: Store, clock: Clock) -> None:
    games, game = await table(store, clock, *[5, 5, 5, 5, 3, 3] * 9)
    assert decides(game)
    other = ANA.id if game.waits_for == BO.id else BO.id
    question = (game.asked_at, game.deadline, game.remind_at, game.ply)
    clock.passes(hours=5)
    game = await games.set_autopilot(game.id, other, Autopilot.OFF)
    assert (game.asked_at, game.deadline, game.remind_at, game.ply) == question
    same = await games.set_autopilot(game.id, other, Autopilot.OFF)
    assert same == game


# -- computers -----------------------------------------------------------------------------------


async def test_computers_sit_down_in_the_lobby(games: Games) -> None:
    game = await opened(games, computers=["easy"], invited=[BO])
    assert seats(game) == {"Ana": None, "Ordenador (fácil)": None, "Bo": "*"}
    game = await games.add_computer(game.id, ANA.id, "medium")
    assert [(each.id, each.computer) for each in game.players] == [
        (1, None),
        (-1, "easy"),
        (-2, "medium"),
        (2, None),
    ]
    with refused("place_reserved"):
        await games.add_computer(game.id, ANA.id, "easy")
    with refused("not_host", name="Ana"):
        await games.add_computer(game.id, BO.id, "easy")
    with refused("not_host", name="Ana"):
        await games.remove_computer(game.id, BO.id)
    game = await games.remove_computer(game.id, ANA.id, -1)
    with pytest.raises(ValueError, match="no computer plays 'hal'"):
        await games.add_computer(game.id, ANA.id, "hal")
    with refused("no_computer"):
        await games.remove_computer(game.id, ANA.id, -1)
    game = await games.add_computer(game.id, ANA.id, "easy")
    assert [each.id for each in game.players] == [1, -2, -1, 2]
    game = await games.remove_computer(game.id, ANA.id)
    assert [each.id for each in game.players] == [1, -2, 2]
    await games.join(game.id, CY)
    await games.join(game.id, BO)
    with refused("lobby_full"):
        await games.add_computer(game.id, ANA.id, "easy")
    started_game = await games.start(game.id, ANA.id)
    assert started_game.status is Status.PLAYING
    with refused("already_started"):
        await games.add_computer(game.id, ANA.id, "easy")
    with refused("already_started"):
        await games.remove_computer(game.id, ANA.id)


async def test_too_many_computers(games: Games) -> None:
    with refused("too_many_invited", most=1):
        await opened(games, max_players=2, invited=[BO], computers=["easy"])


async def test_a_computer_is_no_host(games: Games) -> None:
    game = await opened(games, computers=["easy"])
    assert (await games.leave(game.id, ANA.id)).status is Status.CANCELLED


async def test_computers_play_until_a_person_is_asked(games: Games, store: Store) -> None:
    game = await opened(games, computers=["easy", "medium", "medium"], **DAYS)
    game = await games.start(game.id, ANA.id)
    assert game.asks == game.player(ANA.id)
    assert game.waits_for == ANA.id
    assert game.ply > 4
    told = await games.story(game)
    for one in told:
        player = game.player_at(one.before.turn)
        assert player is not None
        if to_act(one.before) is Chance.DIE:
            assert one.entry.by is DIE
        elif len(legal_actions(one.before)) == 1:
            assert one.entry.by is FORCED
        else:
            assert (one.entry.by, one.entry.actor) == (COMPUTER, None)
            assert player.computer is not None
            assert one.entry.action == OPPONENTS[player.computer].choose(one.before)
    assert COMPUTER in {one.entry.by for one in told} or game.ply < 30
    # One change, as one post shows it.
    assert game.version == 1
    assert game == await games.get(game.id)


async def test_a_whole_game_against_computers(games: Games) -> None:
    rules = replace(PARCHIS, quick=True)
    game = await opened(games, computers=["medium"], max_players=2, rules=rules, **DAYS)
    game = await games.start(game.id, ANA.id)
    presses = 0
    while game.status is Status.PLAYING:
        assert game.waits_for == ANA.id
        assert len(codes(game)) > 1
        game = await games.act(game.id, ANA, game.ply, codes(game)[0])
        presses += 1
    assert game.status is Status.OVER
    assert game.due_at is None
    assert 0 < presses < game.ply / 3


async def test_the_host_s_second_press_does_nothing(games: Games, other_games: Games) -> None:
    game = await opened(games, computers=["medium"], **DAYS)
    begun = await games.start(game.id, ANA.id)
    assert begun.ply > 0
    assert await games.start(game.id, ANA.id) == begun
    assert await other_games.start(game.id, ANA.id) == begun
    await games.act(game.id, ANA, begun.ply, codes(begun)[0])
    with refused("already_started"):
        await games.start(game.id, ANA.id)


async def test_a_long_run_is_taken_up_again(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At most so many plies in one go; then the clock goes on."""
    monkeypatch.setattr(turns, "MOST_PLIES", 5)
    games = Games(store, ScriptedDice([6, 1, *[4] * 12, *[5, 5, 3, 3] * 30]), clock)
    game = await started(games, ANA, BO, **DAYS)
    assert (game.ply, game.status, game.waits_for) == (5, Status.PLAYING, None)
    assert game.deadline == game.due_at == clock.time
    assert await games.due(clock.time) == [game.id]
    rounds = 0
    while await games.due(clock.time):
        assert rounds < 50
        tick = await games.tick(game.id)
        assert tick.outcome.value == "went on"
        rounds += 1
    assert rounds >= 2
    game = await games.get(game.id)
    assert game.waits_for is not None
    assert game.deadline == clock.time + timedelta(days=1)


# -- what is told --------------------------------------------------------------------------------


async def first_told(games: Games, game: Game) -> int:
    _, story = await games.told(game.id)
    assert [each.entry.ply for each in story][-1] == game.ply - 1
    return story[0].entry.ply


async def test_the_story_begins_after_one_s_own_last_decision(games: Games) -> None:
    game = await opened(games, computers=["medium"], max_players=2, **DAYS)
    game = await games.start(game.id, ANA.id)
    assert await first_told(games, game) == max(game.ply - 60, 0)  # never asked before
    ply = game.ply
    game = await games.act(game.id, ANA, ply, codes(game)[0])
    assert game.waits_for == ANA.id
    assert await first_told(games, game) == max(ply + 1, game.ply - 60)
    ended = await games.end(game.id, 99, moderator=True)
    assert await first_told(games, ended) == max(ply, game.ply - 60)
