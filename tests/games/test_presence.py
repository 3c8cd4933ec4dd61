"""Seats that change hands, votes, the end of a game without a winner."""

import asyncio
from datetime import timedelta

import pytest

from bot.games.errors import NotYours
from bot.games.model import (
    Actor,
    Autopilot,
    Game,
    Leaving,
    Outcome,
    Person,
    Sitter,
    Status,
)
from bot.games.service import Games
from bot.rules import Seat
from bot.storage import UserSettings
from tests.games.scripted import (
    ANA,
    BO,
    CY,
    DAYS,
    DI,
    EVA,
    Clock,
    asked,
    by,
    codes,
    opened,
    refused,
    started,
)


@pytest.fixture
async def game(games: Games) -> Game:
    return await started(games, ANA, BO, CY, **DAYS)


# -- leaving -------------------------------------------------------------------------------------


async def test_a_computer_takes_the_seat(games: Games, game: Game) -> None:
    who = asked(game)
    seat = game.player(who.id).seat  # type: ignore[union-attr]
    ply = game.ply
    game = await games.leave(game.id, who.id)
    assert game == await games.get(game.id)
    assert game.player(who.id) is None
    computer = game.player_at(seat)  # type: ignore[arg-type]
    assert computer is not None
    assert (computer.id, computer.computer) == (-1, "medium")
    assert computer.sitters == (Sitter(who.id, who.name, None, ply),)
    assert computer.name == "Ordenador (medio)"
    assert not computer.left
    # It was their turn: the computer has decided, and the game went on to somebody else.
    assert (await by(games, game, ply))[0][1] is Actor.COMPUTER
    assert game.waits_for not in (None, who.id)
    for verb in (games.leave(game.id, who.id), games.act(game.id, who, game.ply, "roll")):
        with refused("left_game", NotYours):
            await verb
    assert await games.of_person(who.id) == []


async def test_leaving_out_of_turn_leaves_the_question(
    games: Games, game: Game, clock: Clock
) -> None:
    other = next(player for player in game.players if player.id != game.waits_for)
    question = (game.waits_for, game.deadline, game.ply)
    clock.passes(hours=2)
    game = await games.leave(game.id, other.id)
    assert (game.waits_for, game.deadline, game.ply) == question
    assert await games.lagging() == [game.id]  # the names have changed


@pytest.mark.parametrize("leaving", Leaving)
async def test_the_host_role_passes_on(games: Games, leaving: Leaving) -> None:
    game = await started(games, ANA, BO, CY, **(DAYS | {"on_leave": leaving}))
    game = await games.leave(game.id, ANA.id)
    assert game.host_id == BO.id
    game = await games.leave(game.id, BO.id)
    if leaving is Leaving.COMPUTER:
        assert (game.host_id, game.status) == (CY.id, Status.PLAYING)
    else:
        assert game.status is Status.OVER


async def test_when_everybody_has_left_the_game_is_abandoned(
    games: Games, game: Game, clock: Clock
) -> None:
    for person in (ANA, BO, CY):
        game = await games.leave(game.id, person.id)
    assert (game.status, game.ended_at, game.due_at) == (Status.ABANDONED, clock.time, None)
    assert [player.id for player in game.players] == [-1, -2, -3]
    assert game.ply < 250
    with refused("game_over"):
        await games.request_seat(game.id, EVA, Seat.YELLOW)


async def test_whoever_is_left_is_asked_or_the_game_pauses(games: Games, game: Game) -> None:
    game = await games.set_autopilot(game.id, CY.id, Autopilot.ALL)
    await games.leave(game.id, ANA.id)
    game = await games.leave(game.id, BO.id)
    assert game.status is Status.PAUSED
    game = await games.back(game.id, CY.id)
    assert (game.status, game.waits_for) == (Status.PLAYING, CY.id)


# -- taking a seat over --------------------------------------------------------------------------


async def test_somebody_takes_over(games: Games, game: Game) -> None:
    await games.save_settings(UserSettings(EVA.id, autopilot=Autopilot.OFF))
    game = await games.leave(game.id, BO.id)
    seat = Seat.RED
    assert game.player_at(seat).computer == "medium"  # type: ignore[union-attr]
    game = await games.request_seat(game.id, EVA, seat)
    assert game.player_at(seat).wanted_by == EVA  # type: ignore[union-attr]
    assert await games.lagging() == [game.id]
    with refused("not_host", name="Ana"):
        await games.allow_seat(game.id, CY.id, EVA.id)
    with refused("not_host", name="Ana"):
        await games.allow_seat(game.id, EVA.id, EVA.id)
    with refused("no_request"):
        await games.allow_seat(game.id, ANA.id, DI.id)
    game = await games.allow_seat(game.id, ANA.id, EVA.id)
    player = game.player_at(seat)
    assert player is not None
    assert (player.id, player.name, player.computer, player.autopilot) == (
        EVA.id,
        "Eva",
        None,
        Autopilot.OFF,
    )
    assert game == await games.get(game.id)
    with refused("no_request"):
        await games.allow_seat(game.id, ANA.id, EVA.id)
    with refused("already_playing"):
        await games.request_seat(game.id, EVA, seat)
    assert [one.id for one in await games.of_person(EVA.id)] == [game.id]
    for _ in range(9):
        if game.waits_for == EVA.id:
            break
        game = await games.act(game.id, asked(game), game.ply, codes(game)[0])
    assert game.waits_for == EVA.id


async def test_quiet_hours_of_who_is_let_in_and_asked_at_once_count(
    games: Games, clock: Clock
) -> None:
    await games.save_settings(UserSettings(EVA.id, quiet_from=23 * 60, quiet_to=5 * 60))
    clock.time = clock.time.replace(month=1, day=10, hour=23, minute=30)
    game = await opened(games, computers=["medium"], max_players=2, **DAYS)
    await games.start(game.id, ANA.id)
    game = await games.set_autopilot(game.id, ANA.id, Autopilot.ALL)
    [seat] = [each.seat for each in game.players if each.computer]
    assert seat is not None
    await games.request_seat(game.id, EVA, seat)
    game = await games.allow_seat(game.id, DI.id, EVA.id, moderator=True)
    assert game.waits_for == EVA.id
    assert game.deadline == clock.time.replace(day=12, hour=5, minute=0)


async def test_a_moderator_lets_in_too_and_a_wish_may_be_refused(games: Games, game: Game) -> None:
    await games.leave(game.id, BO.id)
    await games.request_seat(game.id, EVA, Seat.RED)
    game = await games.allow_seat(game.id, DI.id, EVA.id, moderator=True, allow=False)
    assert all(player.wanted_by is None for player in game.players)
    await games.request_seat(game.id, BO, Seat.RED)  # whoever left may come back
    game = await games.allow_seat(game.id, DI.id, BO.id, moderator=True)
    assert game.player(BO.id).seat is Seat.RED  # type: ignore[union-attr]


async def test_the_last_wish_counts(games: Games, game: Game) -> None:
    await games.leave(game.id, BO.id)
    await games.leave(game.id, CY.id)
    blue = Seat.BLUE
    await games.request_seat(game.id, EVA, Seat.RED)
    await games.request_seat(game.id, DI, Seat.RED)
    with refused("no_request"):
        await games.allow_seat(game.id, ANA.id, EVA.id)
    game = await games.request_seat(game.id, DI, blue)
    assert [one.seat for one in game.players if one.wanted_by is not None] == [blue]


async def test_it_is_not_forgotten_who_sat_there(games: Games, game: Game) -> None:
    left_at = game.ply
    await games.leave(game.id, BO.id)
    await games.request_seat(game.id, EVA, Seat.RED)
    game = await games.allow_seat(game.id, ANA.id, EVA.id)
    eva = game.player(EVA.id)
    assert eva is not None
    bo, computer = eva.sitters
    assert bo == Sitter(BO.id, "Bo", None, left_at)
    assert (computer.id, computer.computer, computer.until) == (-1, "medium", game.ply)
    with refused("left_game", NotYours):
        await games.act(game.id, BO, game.ply, "roll")
    # The next computer is another one than that of which the story tells.
    game = await games.leave(game.id, CY.id)
    assert game.player(-1) is None
    assert game.player(-2) is not None
    assert game == await games.get(game.id)


async def test_who_asked_may_think_again(games: Games, game: Game) -> None:
    await games.leave(game.id, BO.id)
    with refused("no_request"):
        await games.take_request_back(game.id, EVA.id)
    await games.request_seat(game.id, EVA, Seat.RED)
    game = await games.take_request_back(game.id, EVA.id)
    assert (game.requests, game.calls_host, game.call_at) == ((), False, None)
    with refused("no_request"):
        await games.allow_seat(game.id, ANA.id, EVA.id)
    with refused("not_started"):
        await games.take_request_back((await opened(games)).id, EVA.id)


# -- who is called about it ------------------------------------------------------------------------


async def called(games: Games, game: Game, clock: Clock) -> Game:
    """The game after its board has been sent, as the publisher does it."""
    game = await games.get(game.id)
    await games.shown(
        game,
        message_id=5,
        message_at=clock.time,
        asked_id=game.waits_for,
        called_host=game.calls_host,
    )
    return await games.get(game.id)


async def test_the_host_is_called_once_for_a_request(
    games: Games, game: Game, clock: Clock
) -> None:
    game = await games.leave(game.id, BO.id)
    assert not game.calls_host
    game = await games.request_seat(game.id, EVA, Seat.RED)
    assert game.calls_host
    game = await called(games, game, clock)
    assert (game.calls_host, game.called_at) == (False, clock.time)
    # The same again, and another seat: it is the same person who would like to play.
    await games.leave(game.id, CY.id)
    for seat in (Seat.RED, Seat.BLUE):
        game = await games.request_seat(game.id, EVA, seat)
        assert not game.calls_host
        assert game.call_at is None


async def test_asking_again_and_again_calls_no_more_often_than_reminders_may_come(
    games: Games, game: Game, clock: Clock
) -> None:
    await games.save_settings(UserSettings(ANA.id, reminder_every=timedelta(hours=2)))
    await games.leave(game.id, BO.id)
    await games.request_seat(game.id, EVA, Seat.RED)
    await called(games, game, clock)
    first = clock.time
    for person in (EVA, DI, EVA):
        clock.passes(minutes=1)
        await games.allow_seat(game.id, ANA.id, EVA.id, allow=False)
        game = await games.request_seat(game.id, person, Seat.RED)
        assert not game.calls_host
        assert game.call_at == first + timedelta(hours=2)
        if person == DI:
            game = await games.allow_seat(game.id, ANA.id, DI.id, allow=False)
            assert game.call_at is None
            await games.request_seat(game.id, EVA, Seat.RED)
    assert await games.due(clock.time) == []
    clock.passes(hours=2)
    assert await games.due(clock.time) == [game.id]
    tick = await games.tick(game.id)
    assert (tick.outcome, tick.player) == (Outcome.CALLED, tick.game.player(ANA.id))
    assert tick.game.calls_host
    assert await games.lagging() == [game.id]
    assert await games.due(clock.time) == []


async def test_what_is_no_longer_wanted_calls_nobody(
    games: Games, game: Game, clock: Clock
) -> None:
    await games.leave(game.id, BO.id)
    await games.request_seat(game.id, EVA, Seat.RED)
    await called(games, game, clock)
    await games.request_seat(game.id, DI, Seat.RED)
    game = await games.allow_seat(game.id, ANA.id, DI.id)
    assert (game.call_at, game.calls_host) == (None, False)


async def test_quiet_hours_put_the_call_off(games: Games, game: Game, clock: Clock) -> None:
    # It is half past midnight in UTC.
    await games.save_settings(UserSettings(ANA.id, quiet_from=22 * 60, quiet_to=7 * 60))
    await games.leave(game.id, BO.id)
    game = await games.request_seat(game.id, EVA, Seat.RED)
    morning = clock.time.replace(hour=7, minute=0)
    assert (game.calls_host, game.call_at) == (False, morning)
    clock.time = morning
    # They have become longer meanwhile.
    await games.save_settings(UserSettings(ANA.id, quiet_from=22 * 60, quiet_to=8 * 60))
    assert (await games.tick(game.id)).outcome is Outcome.NOTHING
    clock.passes(hours=1)
    assert (await games.tick(game.id)).outcome is Outcome.CALLED


async def test_whoever_becomes_host_is_called_about_what_is_asked(
    games: Games, game: Game, clock: Clock
) -> None:
    await games.leave(game.id, CY.id)
    await games.request_seat(game.id, EVA, Seat.BLUE)
    await called(games, game, clock)
    game = await games.leave(game.id, ANA.id)
    assert (game.host_id, game.calls_host) == (BO.id, False)
    tick = await games.tick(game.id)
    assert (tick.outcome, tick.player) == (Outcome.CALLED, tick.game.player(BO.id))
    game = await called(games, game, clock)
    assert not game.calls_host


async def test_a_host_who_is_asked_and_seems_to_be_here_is_pinged_once_for_both(
    games: Games, clock: Clock
) -> None:
    game = await started(games, ANA, BO, CY, **DAYS)
    await games.leave(game.id, BO.id)
    game = await games.get(game.id)
    while not (game.waits_for == ANA.id and game.ping_at is not None):
        game = await games.act(game.id, asked(game), game.ply, codes(game)[0])
    game = await games.request_seat(game.id, EVA, Seat.RED)
    assert (game.calls_host, game.ping_at) == (True, None)
    assert game == await games.get(game.id)


async def test_a_host_who_lets_three_questions_pass_is_host_no_more(
    games: Games, game: Game, clock: Clock
) -> None:
    for _ in range(90):
        if game.player(ANA.id).away:  # type: ignore[union-attr]
            break
        assert game.host_id == ANA.id
        if game.waits_for == ANA.id:
            clock.passes(days=1)
            game = (await games.tick(game.id)).game
        else:
            game = await games.act(game.id, asked(game), game.ply, codes(game)[0])
    assert game.host_id == BO.id
    # Nobody else is there to whom it could pass.
    for person in (BO, CY):
        game = await games.set_autopilot(game.id, person.id, Autopilot.ALL)
    assert game.status is Status.PAUSED
    assert game.host_id == BO.id


async def test_seats_that_cannot_be_had(games: Games, game: Game) -> None:
    with refused("seat_not_free"):
        await games.request_seat(game.id, EVA, Seat.YELLOW)
    with refused("seat_not_free"):
        await games.request_seat(game.id, EVA, Seat.GREEN)
    with refused("already_playing"):
        await games.request_seat(game.id, ANA, Seat.RED)
    with refused("not_started"):
        await games.request_seat((await opened(games)).id, EVA, Seat.RED)


async def test_one_seat_for_one_of_two(games: Games, other_games: Games, game: Game) -> None:
    await games.leave(game.id, BO.id)
    await games.request_seat(game.id, EVA, Seat.RED)
    answers = await asyncio.gather(
        games.allow_seat(game.id, ANA.id, EVA.id),
        other_games.allow_seat(game.id, ANA.id, EVA.id),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, Game) for answer in answers) == 1
    assert [one.id for one in (await games.get(game.id)).players].count(EVA.id) == 1


# -- ending without a winner ---------------------------------------------------------------------


async def test_all_agree_to_end(games: Games, game: Game, clock: Clock) -> None:
    game = await games.vote_end(game.id, ANA.id)
    assert game.votes == (ANA.id,)
    game = await games.vote_end(game.id, ANA.id)
    assert game.votes == ()
    for person in (ANA, BO):
        game = await games.vote_end(game.id, person.id)
    assert (game.votes, game.status) == ((ANA.id, BO.id), Status.PLAYING)
    clock.passes(hours=1)
    game = await games.vote_end(game.id, CY.id)
    assert (game.status, game.ended_at, game.due_at) == (Status.ENDED, clock.time, None)
    assert game.asks is None
    assert await games.lagging() == [game.id]
    with refused("game_over"):
        await games.vote_end(game.id, CY.id)
    with refused("game_over"):
        await games.act(game.id, ANA, game.ply, "roll")


async def test_who_leaves_is_not_waited_for(games: Games, game: Game) -> None:
    await games.vote_end(game.id, ANA.id)
    await games.vote_end(game.id, BO.id)
    assert (await games.leave(game.id, CY.id)).status is Status.ENDED


async def test_who_let_three_questions_pass_is_not_waited_for(
    games: Games, game: Game, clock: Clock
) -> None:
    game = await games.get(game.id)
    absent = asked(game)
    others = [person for person in (ANA, BO, CY) if person.id != absent.id]
    for _ in range(60):
        if game.player(absent.id).away:  # type: ignore[union-attr]
            break
        if game.waits_for == absent.id:
            clock.passes(days=1)
            game = (await games.tick(game.id)).game
        else:
            game = await games.act(game.id, asked(game), game.ply, codes(game)[0])
    await games.vote_end(game.id, others[0].id)
    game = await games.vote_end(game.id, others[1].id)
    assert game.status is Status.ENDED


async def test_only_moderators_end(games: Games, game: Game) -> None:
    with refused("not_moderator"):
        await games.end(game.id, ANA.id, moderator=False)
    ended = await games.end(game.id, EVA.id, moderator=True)
    assert ended.status is Status.ENDED
    assert await games.end(game.id, EVA.id, moderator=True) == ended
    lobby = await opened(games)
    with refused("not_started"):
        await games.end(lobby.id, EVA.id, moderator=True)
    other = await started(games, ANA, BO)
    await games.leave(other.id, ANA.id)
    with refused("game_over"):
        await games.end(other.id, EVA.id, moderator=True)


async def test_votes_at_once_end_it_once(games: Games, other_games: Games, game: Game) -> None:
    people: list[Person] = [ANA, BO, CY]
    await asyncio.gather(
        *((games, other_games)[n % 2].vote_end(game.id, one.id) for n, one in enumerate(people))
    )
    stored = await games.get(game.id)
    assert (stored.status, stored.version) == (Status.ENDED, game.version + 3)


async def test_no_more_reminders_this_turn(games: Games, game: Game, clock: Clock) -> None:
    who = asked(game)
    other = next(person for person in (ANA, BO, CY) if person.id != who.id)
    with refused("not_your_turn", NotYours, name=who.name, seat=game.asks and game.asks.seat):
        await games.mute(game.id, other.id)
    shown = await games.get(game.id)
    await games.shown(shown, message_id=1, message_at=clock.time, asked_id=who.id)
    muted = await games.mute(game.id, who.id)
    assert muted.player(who.id).muted_ply == muted.ply  # type: ignore[union-attr]
    assert await games.lagging() == []  # there is nothing to see
    clock.passes(hours=13)
    assert await games.reminders(clock.time) == []
    clock.passes(hours=11, minutes=1)
    assert (await games.tick(game.id)).player is not None
    assert timedelta(0) < muted.limit
