"""Many at once: one effect, and everybody gets an answer. Two ``Games`` are two processes."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.games.errors import Stale, UserError
from bot.games.model import Game, Person, Status
from bot.games.service import Games
from bot.rules import Seat, parse_position
from bot.storage import Store
from tests.games.scripted import ANA, BO, CY, Clock, asked, at, codes, opened, seats, started

CHOICE = "parchis Y:5,8,0,0 R:0,0,0,0 >Y=3"
"""Yellow may play 5-8 or 8-11."""


async def together(calls: list[Awaitable[Game]]) -> list[Game | str]:
    """What each of the calls answers: a game, or the key of a refusal."""
    answers: list[Game | str] = []
    for answer in await asyncio.gather(*calls, return_exceptions=True):
        if isinstance(answer, UserError):
            answers.append(answer.key)
        elif isinstance(answer, BaseException):
            raise answer
        else:
            answers.append(answer)
    return answers


@pytest.fixture
async def choice(games: Games, store: Store) -> Game:
    """A game in which Ana has two moves, a roll having been played."""
    game = await started(games, ANA, BO)
    return await at(store, game, parse_position(CHOICE))


async def test_the_same_roll_ten_times(games: Games, other_games: Games) -> None:
    """F10: one roll, and no scolding."""
    game = await started(games, ANA, BO)
    who = asked(game)
    answers = await together(
        [(games, other_games)[n % 2].act(game.id, who, 0, "roll") for n in range(10)]
    )
    stored = await games.get(game.id)
    assert answers == [stored] * 10
    assert stored.version == game.version + 1
    assert stored.throws == game.throws + 1
    [first, *_] = await games.story(stored)
    assert first.entry.actor == who.id


async def test_the_same_move_ten_times(games: Games, other_games: Games, choice: Game) -> None:
    answers = await together(
        [(games, other_games)[n % 2].act(choice.id, ANA, 0, "5-8") for n in range(10)]
    )
    stored = await games.get(choice.id)
    assert answers == [stored] * 10
    assert stored.ply == 1
    assert stored.state == parse_position("parchis Y:8,8,0,0 R:0,0,0,0 >R")


async def test_one_move_then_another(games: Games, choice: Game) -> None:
    """F11: the second is refused, whatever it is."""
    moved = await games.act(choice.id, ANA, 0, "5-8")
    for code in ("8-11", "roll"):
        with pytest.raises(Stale):
            await games.act(choice.id, ANA, 0, code)
    assert await games.get(choice.id) == moved


@pytest.mark.parametrize("both", [True, False], ids=["two processes", "one"])
async def test_two_moves_at_once(
    games: Games, other_games: Games, choice: Game, both: bool
) -> None:
    second = other_games if both else games
    answers = await together(
        [games.act(choice.id, ANA, 0, "5-8"), second.act(choice.id, ANA, 0, "8-11")]
    )
    stored = await games.get(choice.id)
    assert sorted(answers, key=str) == sorted([stored, "stale"], key=str)
    assert stored.ply == 1


async def test_everybody_clicks_at_once(games: Games, other_games: Games, choice: Game) -> None:
    answers = await together(
        [
            games.act(choice.id, person, 0, code)
            for person in (BO, CY, ANA)
            for code in ("5-8", "8-11")
        ]
    )
    stored = await games.get(choice.id)
    assert stored.ply == 1
    assert answers[:4] == ["not_your_turn"] * 2 + ["not_in_game"] * 2
    assert answers[4:] == [stored, "stale"]


async def test_a_click_against_a_withdrawal(games: Games, other_games: Games, choice: Game) -> None:
    answers = await together(
        [games.act(choice.id, ANA, 0, "5-8"), other_games.leave(choice.id, ANA.id)]
    )
    stored = await games.get(choice.id)
    assert stored.status is Status.OVER
    assert stored in answers
    # Either the move came first and then the withdrawal, or it came too late.
    actors = [played.entry.actor for played in await games.story(stored)]
    assert actors == [ANA.id] * stored.ply
    assert stored.ply == (1 if "stale" in answers or "game_over" in answers else 2)


async def test_leaving_twice_at_once(games: Games, other_games: Games) -> None:
    game = await started(games, ANA, BO, CY)
    answers = await together([(games, other_games)[n % 2].leave(game.id, ANA.id) for n in range(6)])
    stored = await games.get(game.id)
    assert sorted(map(str, answers)) == sorted(map(str, [stored] + ["left_game"] * 5))
    assert stored.ply == 1


async def test_a_storm_of_people_joining(games: Games, other_games: Games) -> None:
    game = await opened(games)
    people = [Person(id_, f"p{id_}") for id_ in range(100, 112)]
    answers = await together(
        [(games, other_games)[n % 2].join(game.id, person) for n, person in enumerate(people)]
    )
    assert answers.count("lobby_full") == 9
    stored = await games.get(game.id)
    assert len(stored.players) == 4
    assert stored.version == 3
    # Whoever was told that they are in, is.
    told = {
        person.id for person, answer in zip(people, answers, strict=True) if answer != "lobby_full"
    }
    assert told == {player.id for player in stored.players} - {ANA.id}


async def test_one_person_joining_many_times_at_once(games: Games, other_games: Games) -> None:
    """F9: one seat."""
    game = await opened(games)
    await together([(games, other_games)[n % 2].join(game.id, BO) for n in range(10)])
    assert seats(await games.get(game.id)) == {"Ana": None, "Bo": None}


async def test_one_colour_wanted_by_many(games: Games, other_games: Games) -> None:
    game = await opened(games)
    answers = await together(
        [
            (games, other_games)[n % 2].join(game.id, person, Seat.RED)
            for n, person in enumerate((ANA, BO, CY))
        ]
    )
    assert answers.count("seat_taken") == 2
    stored = await games.get(game.id)
    assert [player.seat for player in stored.players].count(Seat.RED) == 1


async def test_starting_many_times_at_once(games: Games, other_games: Games) -> None:
    game = await opened(games)
    game = await games.join(game.id, BO)
    answers = await together([(games, other_games)[n % 2].start(game.id, ANA.id) for n in range(6)])
    stored = await games.get(game.id)
    assert answers == [stored] * 6
    assert stored.version == game.version + 1


@pytest.mark.parametrize(
    "against",
    [
        lambda games, game: games.join(game.id, CY),
        lambda games, game: games.leave(game.id, ANA.id),
        lambda games, game: games.cancel(game.id, ANA.id),
    ],
    ids=["join", "leave", "cancel"],
)
async def test_start_against(
    games: Games, other_games: Games, against: Callable[[Games, Game], Awaitable[Game]]
) -> None:
    game = await opened(games)
    await games.join(game.id, BO)
    await together([games.start(game.id, ANA.id), against(other_games, game)])
    stored = await games.get(game.id)
    match stored.status:
        case Status.PLAYING | Status.OVER:
            assert stored.state is not None
            sitting = {player.seat for player in stored.players if not player.left}
            assert sitting == set(stored.state.seats)
        case status:
            assert status in (Status.CANCELLED, Status.LOBBY)
            assert stored.state is None


async def test_expiry_against_a_start(games: Games, other_games: Games, clock: Clock) -> None:
    game = await opened(games)
    await games.join(game.id, BO)
    clock.passes(days=8)
    [answer, expired] = await asyncio.gather(
        games.start(game.id, ANA.id), other_games.expire(), return_exceptions=True
    )
    stored = await games.get(game.id)
    if expired:
        assert stored.status is Status.EXPIRED
        assert isinstance(answer, UserError)
    else:
        assert stored == answer


async def test_many_games_at_once(games: Games, other_games: Games) -> None:
    """F41: fifty writers and readers, by two processes; nobody sees a locked database."""
    tables = [await started(games, ANA, BO) for _ in range(25)]

    async def play_some(service: Games, game: Game) -> None:
        for _ in range(4):
            stored = await service.get(game.id)
            if stored.status is not Status.PLAYING:
                return
            try:
                await service.act(game.id, asked(stored), stored.ply, codes(stored)[0])
            except Stale:
                continue
            await service.story(stored)

    await asyncio.gather(
        *(play_some(service, game) for game in tables for service in (games, other_games))
    )
    for game in tables:
        stored = await games.get(game.id)
        story = await games.story(stored)
        assert [played.entry.ply for played in story] == list(range(stored.ply))
        assert stored.ply >= 4


async def test_locks_are_forgotten(games: Games) -> None:
    """Memory does not grow with the games ever played (F45)."""
    game = await started(games, ANA, BO)
    held = games._lock(game.id)
    assert games._lock(game.id) is held
    del held
    assert len(games._locks) == 0


async def test_a_cancelled_click_leaves_the_game_playable(games: Games, choice: Game) -> None:
    click = asyncio.create_task(games.act(choice.id, ANA, 0, "5-8"))
    await asyncio.sleep(0)
    click.cancel()
    with pytest.raises(asyncio.CancelledError):
        await click
    stored = await games.act(choice.id, ANA, 0, "5-8")
    assert stored.ply == 1
    assert stored == await games.get(choice.id)
