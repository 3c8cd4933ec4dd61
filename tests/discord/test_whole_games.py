"""Whole games, from the command to the winner, as people play them."""

from typing import Any

import pytest

from bot.games.model import Actor, Status
from bot.rules import RULESETS, Seat
from tests.discord.limits import PNG
from tests.discord.world import World, es


async def test_two_play_a_whole_game_to_the_winner(world: World) -> None:
    await world.started()
    game = await world.play(favoured={Seat.YELLOW})
    assert game.status is Status.OVER
    assert game.state is not None
    assert game.state.winners == (Seat.YELLOW,)
    assert "🏆 ¡Ha ganado Ana!" in world.text()
    assert "¡Fin de la partida" in world.text()
    assert world.codes() == []
    # The start is told once to both, the end too. In between Luis is called once, for the rest of
    # the game both are plainly here.
    pings = [ping for ping in world.pinged() if ping]
    both = [world.ana.id, world.luis.id]
    assert pings == [both, [world.luis.id], both]


async def test_four_play_a_quick_game_two_against_two_to_the_winners(world: World) -> None:
    world.guild_locale = "en-GB"
    others = (world.luis, world.carmen, world.pablo)
    game = await world.started(*others, quick=True, teams=True)
    assert {player.seat for player in game.players} == set(Seat)
    game = await world.play(favoured={Seat.YELLOW, Seat.RED})
    assert game.state is not None
    assert game.state.winners == (Seat.YELLOW, Seat.RED)
    names = [player.name for player in game.players if player.seat in game.state.winners]
    assert f"🏆 {names[0]} and {names[1]} have won!" in world.text()
    assert world.codes() == []


@pytest.mark.parametrize(
    ("options", "favoured", "title"),
    [
        ({"rules": "ludo", "walls": True, "quick": True}, Seat.RED, "Ludo · partida"),
        ({"rules": "classic", "quick": True}, Seat.YELLOW, "Clásico · partida"),
        ({"rules": "stars", "teams": True, "quick": True}, Seat.RED, "Estrellas · partida"),
        ({"rules": "stars", "quick": True}, Seat.RED, "Estrellas · partida"),
    ],
    ids=lambda value: " ".join(map(str, value.values())) if isinstance(value, dict) else "",
)
async def test_every_rule_set_is_played_to_the_winner(
    world: World, options: dict[str, Any], favoured: Seat, title: str
) -> None:
    teams = "teams" in options
    others = (world.luis, world.carmen, world.pablo) if teams else (world.luis,)
    await world.started(*others, **options)
    assert title in world.text()
    assert (await world.picture()).startswith(PNG)
    ring = RULESETS[options["rules"]].ring
    assert es(f"alt.title.{ring.size}" if ring.size == 52 else "alt.title") in world.described()
    game = await world.play(favoured={favoured, favoured.partner} if teams else {favoured})
    assert game.status is Status.OVER
    assert game.state is not None
    assert favoured in game.state.winners
    assert len(game.state.winners) == (2 if teams else 1)
    assert (await world.picture()).startswith(PNG)
    assert world.codes() == []


async def test_by_the_day_a_game_is_played_to_the_winner_by_choices_alone(world: World) -> None:
    await world.command(world.ana, "new", pace="day", limit="", quick=True, players=3)
    await world.press(world.luis, "join")
    await world.press(world.ana, "+ Fácil")
    mark = world.mark()
    await world.press(world.ana, "start")
    game = await world.play()
    assert game.status is Status.OVER
    story = await world.games.story(game)
    presses = [played for played in story if played.entry.by is Actor.PERSON]
    assert len(presses) * 2 < len(story)
    posts = len(world.sent(mark)) + len(world.edited(mark))
    assert posts <= len(presses) + 1
    pings = [ping for ping in world.pinged(mark) if ping]
    assert pings[0] == pings[-1] == [world.ana.id, world.luis.id]
    assert world.codes() == []


async def test_a_game_goes_on_after_a_restart_in_its_midst(world: World) -> None:
    await world.started()
    world.dice.faces.extend([5, 2, 5, 2, 3])
    for _ in range(4):
        await world.step()
    await world.press(world.ana, "roll")  # a 3: two pieces on 5, so it is a choice of none
    before = await world.game()
    shown = world.message()
    mark = world.mark()

    await world.restart()

    assert await world.game() == before
    assert world.requests("POST", mark) == []
    assert world.message().id == shown.id
    await world.step()
    assert (await world.game()).ply > before.ply
