"""Who is told of: computers in the reader's language, and whoever really played."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from bot.games.model import Game
from bot.i18n import text
from bot.rules import SEATS, Seat
from bot.rules.notation import parse_position
from bot.rules.record import parse_record
from tests.discord.test_looking import Watched, seen
from tests.discord.world import World, es

RED = re.compile(r"🔴 (.+?)(?: 🤖)?: ")
RED_PIECES = re.compile(r"([^.]+) \(rojas\): ")
COMPUTER = es("computer.medium")
HANDS = ["Luis", COMPUTER, "Pablo"]


async def handed_over(world: World) -> Game:
    """A game in which Luis moved red, then a computer did, and now Pablo does."""
    await luis_enters(world)
    await world.leave(world.luis)
    world.dice.faces.extend([2, 3, 2, 4])
    await world.step()
    await world.press(world.pablo, "⚙️")
    await world.press_private(world.pablo, "Rojas")
    await world.press(world.ana, "Sí, que entre")
    await world.step()
    assert (await world.game()).waits_for == world.pablo.id
    return await world.step()


async def luis_enters(world: World) -> None:
    """Luis brings a piece out, and it is Ana's turn again, who has none on the board."""
    await world.started(on_leave="computer")
    world.dice.faces.extend([2, 5])
    await world.step()
    assert (await world.step()).waits_for == world.ana.id


def in_turn(names: Iterable[str]) -> list[str]:
    """The names without repetitions."""
    return [name for name, _ in groupby(names)]


async def test_each_move_is_told_of_whoever_played_it(world: World, eyes: Watched) -> None:
    await handed_over(world)
    await world.command(world.carmen, "replay", what="steps")
    played: list[str] = []
    told: list[str] = []
    shown: list[str] = []
    while True:
        page = seen(world, world.carmen)
        played += RED.findall(page.text.replace("\\", ""))
        told += RED.findall(page.described)
        shown += [name.strip() for name in RED_PIECES.findall(page.described)]
        if not any("forward" in code for code in page.open_ways):
            break
        await world.press(world.carmen, "forward", page.message)
    assert in_turn(played) == HANDS
    assert in_turn(told) == HANDS
    assert in_turn(shown) == HANDS
    # The pictures bear the names of their time.
    await world.command(world.carmen, "replay")
    red = SEATS.index(Seat.RED)
    assert in_turn(frame.names[red] for frame in eyes.frames[-1]) == HANDS


async def test_the_board_goes_on_telling_who_moved_after_they_have_left(world: World) -> None:
    await luis_enters(world)
    assert "🔴 Luis: " in world.text()
    await world.leave(world.luis)
    assert "🔴 Luis: " in world.text()
    assert f"🔴 {COMPUTER}: " not in world.text().replace("\\", "")


async def test_the_throws_for_the_start_stay_those_of_whoever_threw(world: World) -> None:
    await world.started(on_leave="computer")
    await world.leave(world.ana)
    throws = "A ver quién sale: Ana 6, Luis 1. Empieza Ana"
    assert throws in world.text()
    await world.command(world.luis, "replay", what="steps")
    assert throws in seen(world, world.luis).text


async def test_a_record_names_all_who_played(world: World) -> None:
    await handed_over(world)
    result = await world.ana.slash(world.channel, "parchis record")
    assert result.response is not None
    [file] = result.response.message.attachments
    record = parse_record((await file.read()).decode())
    assert dict(record.names) == {Seat.YELLOW: "Ana", Seat.RED: " → ".join(HANDS)}
    *_, (_, _, last) = record.steps()
    assert last.state == (await world.game()).state


async def test_computers_are_named_in_the_readers_language(world: World, eyes: Watched) -> None:
    """A board in Spanish, read in English by whoever plays and by whoever looks on."""
    await world.command(world.ana, "new", pace="day", limit="", quick=True, on_leave="computer")
    await world.press(world.ana, "+ Medio")
    await world.press(world.ana, "+ Medio")
    assert "Ordenador 1 \\(medio\\)" in world.text()
    await world.press(world.luis, "join")
    world.dice.faces.extend([6, 1, 1, 1, *[3, 5, 2, 4, 6, 1] * 40])
    await world.press(world.ana, "start")
    world.locales[world.ana.id] = "en-GB"
    world.locales[world.pablo.id] = "en-GB"
    for _ in range(4):
        await world.step()
    assert "Ordenador 2 \\(medio\\)" in world.text()
    eyes.scenes.clear()
    said: list[str] = []
    for person in (world.ana, world.pablo):
        for name, options in (
            ("since", {}),
            ("text", {}),
            ("replay", {"what": "steps"}),
            ("replay", {}),
            ("seat", {}),
            ("end", {}),
            ("games", {}),
        ):
            await person.slash(world.channel, f"parchis {name}", **options)
            page = seen(world, person)
            said += [page.text, page.described, *(each.get("label", "") for each in page.buttons)]
        for offered in await person.autocomplete(world.channel, "parchis text", "game", ""):
            said.append(offered["name"])
        said.append(await world.press_ghost(person, "why:1:0:now"))
    world.check()
    assert not [words for words in said if "Ordenador" in words]
    assert sum("Computer 1 (medium)" in words.replace("\\", "") for words in said) >= 6
    drawn = [*eyes.scenes, *(frame for frames in eyes.frames for frame in frames)]
    assert {name for scene in drawn for name in scene.names} == {
        "Ana",
        "Luis",
        "Computer 1 (medium)",
        "Computer 2 (medium)",
    }
    result = await world.ana.slash(world.channel, "parchis record")
    assert result.response is not None
    [file] = result.response.message.attachments
    assert b"Ordenador" not in await file.read()


async def test_whose_turn_it_is_is_said_in_the_readers_language(world: World) -> None:
    """A computer is asked only while a long run of its turns waits to be taken up again."""
    await world.chooses()
    await world.leave(world.luis)
    game = await world.game()
    reds = parse_position("parchis/quick Y:5,8,0,0 R:0,0,0,0 >R")
    await world.store.save(replace(game, state=reds), at=world.now())
    world.locales[world.ana.id] = "en-GB"
    assert await world.press_ghost(world.ana, f"play:1:{game.ply}:roll") == text(
        "en", "error.not_your_turn", name="Computer \\(medium\\)", seat=Seat.RED
    )
