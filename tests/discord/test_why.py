"""Why?: answered to anybody, in their language, with the way to the rule; a count declined."""

from dataclasses import replace

import pytest

from bot.games.model import Game
from bot.i18n import text
from bot.i18n.rulebook import rule_text
from bot.rules import CLASSIC, PARCHIS, parse_position
from tests.discord.world import Person, World, es


async def stands(world: World, position: str) -> Game:
    """A game of Ana (yellow) and Luis (red) that has come to a position, shown."""
    game = await world.started(rules=position.split("/")[0].split()[0])
    state = parse_position(position)
    await world.store.save(replace(game, state=state), at=world.now(), redraw=True)
    await world.bot.publisher.publish(game.id)
    return await world.game()


async def pressed(
    world: World, person: Person, button: str = "why:1:0:now"
) -> tuple[str, list[str]]:
    """What somebody is told who presses a button that may be long gone, and the buttons there."""
    said = await world.press_ghost(person, button)
    [*_, answer] = [
        message for message in world.channel.history(viewer=person) if message.flags.ephemeral
    ]
    return said, world.labels(answer)


@pytest.mark.parametrize("locale", ["es", "en"])
async def test_anybody_is_told_in_their_language_which_piece_may_move(
    world: World, locale: str
) -> None:
    await stands(world, "parchis Y:12,12,30,41 R:0,0,0,0 >Y=6 6x1")
    reader = world.person("Lee", locale={"es": "es-ES", "en": "en-GB"}[locale])
    said, buttons = await pressed(world, reader)
    assert text(locale, "forced.must_open", face=6, rule="P9") in said
    assert "(P5)" in said
    assert buttons[:2] == ["P9", "P5"]
    assert buttons[-1] == text(locale, "button.rules")
    rule, buttons = await pressed(world, reader, "rule:0:0:parchis-P9")
    assert rule_text(locale, PARCHIS, "P9") in rule
    assert rule_text(locale, PARCHIS, "P8") not in rule
    assert text(locale, "rules.special") in buttons


async def test_a_stale_why_explains_what_is_asked_now(world: World) -> None:
    await world.started(quick=True)
    world.dice.faces.extend([3, 2, 5])
    for _ in range(3):
        await world.step()
    said, _ = await pressed(world, world.carmen, "why:1:0:now")
    assert said.startswith(es("answer.why_roll"))


async def test_of_a_lost_roll_the_reason_is_told_while_the_next_is_due(world: World) -> None:
    await world.started()
    world.dice.faces.append(3)
    await world.press(world.ana, "roll")
    assert "¿Por qué?" in world.labels()
    said, buttons = await pressed(world, world.ana)
    assert es("answer.why_roll") in said
    assert "necesitan un 5 para salir (P1)" in said or "necesita un 5 para salir (P1)" in said
    assert buttons == ["P1", es("button.rules")]


async def test_of_a_finished_game_there_is_nothing_to_ask(world: World) -> None:
    await world.started()
    await world.leave(world.luis)
    assert "¿Por qué?" not in world.labels()
    said, _ = await pressed(world, world.ana)
    assert said == es("answer.why_over")
    assert await world.press_ghost(world.ana, "why:99:0:now") == es("error.no_game")


async def test_a_count_may_be_declined_where_the_rules_allow_it(world: World) -> None:
    """C6: the button stands last, numbered like the others, also where one piece can use it."""
    await stands(world, "classic Y:0,0,15,35 R:0,0,0,0 >Y+20")
    plays = ["1 · 15→35", "2 · 35→55", "3 · no contar 20"]
    assert world.labels() == [*plays, "¿Por qué?", "⚙️ Mi sitio"]
    said, _ = await pressed(world, world.luis)
    assert es("mine.decline", count=20, rule="C6") in said
    assert "3: no contar 20" in world.described()
    await world.press(world.ana, "no contar")
    assert es("turn.count_declined", count=20, rule="C6") in world.text()
    game = await world.game()
    assert game.state is not None
    assert game.state.count == 0
    assert game.state.rules == CLASSIC
