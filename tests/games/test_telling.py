"""What somebody is told who was not looking, and which games that are over are theirs."""

from dataclasses import replace

import pytest

from bot.games import service
from bot.games.model import Actor, Game
from bot.games.service import Games
from bot.games.telling import missed, turn_until
from bot.rules import PARCHIS
from tests.games.scripted import ANA, BO, CY, DI, Clock, opened, play, started

QUICK = replace(PARCHIS, quick=True)


async def some(games: Games, plies: int = 60) -> Game:
    """A game of three that has come so far."""
    game = await started(games, ANA, BO, CY, rules=QUICK)
    return await play(games, game, until=lambda game: game.ply >= plies)


async def test_a_player_is_told_all_since_their_own_turn(games: Games) -> None:
    game = await some(games)
    story = await games.story(game)
    for person in (ANA, BO, CY):
        told = await games.missed(game, person.id)
        assert told == story[len(story) - len(told) :]
        player, state = game.player(person.id), game.state
        assert player is not None
        assert state is not None
        own = [each for each in told if each.entry.actor == person.id]
        if state.turn is player.seat:  # what they have done in this very turn is told with it
            assert {each.before.turn for each in own} <= {player.seat}
        else:
            assert own == []
        before = story[len(story) - len(told) - 1].entry
        assert (before.actor, before.by) == (person.id, Actor.PERSON)


async def test_a_spectator_is_told_one_turn_of_each_at_the_most(games: Games) -> None:
    game = await some(games)
    told = await games.missed(game, DI.id)
    turns = [each.before.turn for each in told]
    changes = [seat for at, seat in enumerate(turns) if at == 0 or turns[at - 1] is not seat]
    assert len(changes) == len(set(changes))
    assert game.state is not None
    assert changes[0] is not game.state.turn


async def test_who_never_pressed_and_who_asks_at_the_start_get_all_there_is(games: Games) -> None:
    game = await started(games, ANA, BO, rules=QUICK)
    assert await games.missed(game, ANA.id) == []
    assert await games.missed(game, DI.id) == []
    assert list(turn_until([], 0)) == []
    game = await some(games)
    story = [
        replace(each, entry=replace(each.entry, actor=None)) for each in await games.story(game)
    ]
    assert list(missed(story, game, ANA.id)) == story
    assert len(await games.missed(game, ANA.id, at_most=5)) <= 5


async def test_the_turn_up_to_an_action(games: Games) -> None:
    game = await some(games)
    story = await games.story(game)
    for end in range(1, len(story) + 1):
        turn = turn_until(story, end)
        assert turn[-1] is story[end - 1]
        assert len({each.before.turn for each in turn}) == 1
        first = turn[0].entry.ply
        assert first == 0 or story[first - 1].before.turn is not turn[0].before.turn


async def test_finished_games_are_listed_newest_first(
    games: Games, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[Game] = []
    for _ in range(3):
        game = await play(games, await started(games, ANA, BO, rules=QUICK))
        clock.passes(minutes=1)
        ended.append(game)
    running = await started(games, ANA, BO)
    lobby = await opened(games)
    await games.cancel(lobby.id, ANA.id)
    for person in (ANA, BO):
        found = await games.finished_of_person(person.id)
        assert found == ended[::-1]
    assert running not in await games.finished_of_person(ANA.id)
    assert await games.finished_of_person(CY.id) == []
    # With their players, however few games are asked for.
    monkeypatch.setattr(service, "FINISHED_AT_MOST", 2)
    assert await games.finished_of_person(BO.id) == [ended[2], ended[1]]
