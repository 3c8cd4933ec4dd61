"""Looking at a game in private: since one's turn and in words; its theme."""

import pytest

from bot.games.model import Person as Known
from bot.i18n import text
from bot.rules import Chance, Moved, Seat, to_act
from rendering.theme import THEMES
from tests.discord import limits
from tests.discord.looking import LANGUAGES, Watched, reader, seen, under_way
from tests.discord.test_names import HOSTILE
from tests.discord.world import World, es

# -- themes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
async def test_the_host_chooses_how_the_game_looks(world: World, eyes: Watched, theme: str) -> None:
    await under_way(world, 4, theme=theme)
    assert (await world.game()).theme == theme
    assert {scene.theme for scene in eyes.scenes} == {theme}
    await world.command(world.carmen, "since")
    await world.command(world.carmen, "replay")
    assert {scene.theme for scene in (*eyes.scenes, *eyes.frames[0])} == {theme}


async def test_without_a_choice_and_with_a_theme_of_old_it_looks_as_usual(
    world: World, eyes: Watched
) -> None:
    await under_way(world, 2)
    assert (await world.game()).theme is None
    await world.games.open(
        Known(world.ana.id, "Ana"),
        guild_id=world.guild.id,
        channel_id=world.channel.id,
        locale="es",
        rules=(await world.game()).rules,
        max_players=2,
        theme="wood",
    )
    await world.games.join(2, Known(world.luis.id, "Luis"))
    await world.games.start(2, world.ana.id)
    await world.bot.publisher.publish(2)
    assert {scene.theme for scene in eyes.scenes} == {"classic"}


# -- since my turn -------------------------------------------------------------------------------


@LANGUAGES
async def test_a_player_sees_what_has_happened_since_their_own_turn(
    world: World, eyes: Watched, locale: str
) -> None:
    world.locales[world.ana.id] = {"es": "es-ES", "en": "en-GB"}[locale]
    await under_way(world, 0, world.luis, world.carmen)
    second, third = await one_round(world)
    told = await world.press_ghost(world.ana, "since:1:0:now")
    game = await world.game()
    assert told.startswith(f"### {text(locale, 'since.title', code=game.code)}")
    # The free piece's move followed Ana's roll by itself: it is news to her, and all there is.
    assert movers(told) == {"Ana"}
    assert {trail.seat for trail in eyes.scenes[-1].trail} == {Seat.YELLOW}
    # The second is asked: all since their own roll, which was two turns ago.
    told = await world.press_ghost(world.who(second), "since:1:0:now")
    assert movers(told) == {name_of(world, second), name_of(world, third), "Ana"}


async def one_round(world: World) -> tuple[int, int]:
    """Ana and two others roll, and Ana once more; hands back who the others are, in order."""
    world.dice.faces.extend([3, 4, 2, 1])
    others: list[int] = []
    for _ in range(4):
        others.append((await world.asked()).id)
        await world.step()
    _, second, third, again = others
    assert again == world.ana.id
    assert (await world.asked()).id == second
    return second, third


def name_of(world: World, user_id: int) -> str:
    return next(
        name
        for name, person in (("Luis", world.luis), ("Carmen", world.carmen))
        if person.id == user_id
    )


def movers(told: str) -> set[str]:
    """Who is told to have played."""
    return {name for name in ("Ana", "Luis", "Carmen") if f"{name}: " in told}


async def test_since_my_turn_shows_the_same_in_words_and_in_the_picture(
    world: World, eyes: Watched
) -> None:
    game = await under_way(world, 12)
    who = await world.asked()
    told = await world.press(who, "Desde mi turno")
    story = await world.games.missed(game, who.id)
    assert story
    moved = eyes.scenes[-1].trail
    assert [trail.seat for trail in moved] == [
        event.seat for each in story for event in each.events if isinstance(event, Moved)
    ]
    for trail in moved:
        assert {Seat.YELLOW: "Ana", Seat.RED: "Luis"}[trail.seat] in told
    assert (await seen(world, who).picture()).startswith(limits.PNG)
    assert "Tablero de parchís" in seen(world, who).described


@LANGUAGES
async def test_a_spectator_is_told_the_last_round(world: World, eyes: Watched, locale: str) -> None:
    await under_way(world, 0, world.luis, world.carmen)
    _, third = await one_round(world)
    game = await world.game()
    spectator = reader(world, locale)
    told = await world.press_ghost(spectator, "since:1:0:now")
    lines = told.splitlines()
    assert lines[0] == f"### {text(locale, 'since.round', code=game.code)}"
    # All since the last turn of whoever is asked ended.
    assert movers(told) == {name_of(world, third), "Ana"}
    assert eyes.scenes[-1].options == ()
    assert await world.command(spectator, "since") == told


async def test_who_is_asked_sees_their_options_and_nobody_else(world: World, eyes: Watched) -> None:
    game = await under_way(world, 12)
    while to_act((await world.game()).state) is Chance.DIE:  # type: ignore[arg-type]
        game = await world.step()
    assert game.asks is not None
    who = await world.asked()
    await world.command(who, "since")
    assert eyes.scenes[-1].options
    other = world.luis if who.id == world.ana.id else world.ana
    await world.command(other, "since")
    assert eyes.scenes[-1].options == ()


async def test_before_anything_is_played_there_is_nothing_to_look_at(world: World) -> None:
    await world.command(world.ana, "new")
    for name in ("since", "replay"):
        assert await world.command(world.ana, name) == es("error.nothing_played")
    assert await world.command(world.ana, "text") == es("error.not_started")
    await world.press(world.luis, "join")
    world.dice.faces.extend([6, 1])
    await world.press(world.ana, "start")
    assert "Desde mi turno" not in world.labels()
    for options in ({}, {"what": "since"}, {"what": "steps"}):
        assert await world.command(world.ana, "replay", **options) == es("error.nothing_played")
    assert await world.command(world.pablo, "since", game="ZZZZ") == es("error.no_game")
    for name in ("since", "step"):
        assert await world.press_ghost(world.ana, f"{name}:99:0:open") == es("error.no_game")
    assert await world.press_ghost(world.ana, "step:1:0:sideways") == es("error.stale")


# -- in words ------------------------------------------------------------------------------------


@LANGUAGES
async def test_the_position_is_told_in_words(world: World, locale: str) -> None:
    game = await under_way(world, 12)
    told = await world.command(reader(world, locale), "text")
    lines = told.splitlines()
    assert lines[0] == f"### {text(locale, 'text.title', code=game.code)}"
    assert text(locale, "alt.title").rstrip(".") in lines[1]
    for name, seat in (("Ana", Seat.YELLOW), ("Luis", Seat.RED)):
        start = f"{name} ({text(locale, f'seat.{seat.name.lower()}')})"
        assert any(line.replace("\\", "").startswith(start) for line in lines)


async def test_words_of_a_game_that_has_not_moved_tell_who_begins(world: World) -> None:
    await world.started()
    assert "Ana" in (await world.command(world.carmen, "text")).splitlines()[-1]


@pytest.mark.parametrize("at", range(0, len(HOSTILE), 4))
async def test_hostile_names_break_no_private_page(world: World, at: int) -> None:
    names = (HOSTILE[at : at + 4] + HOSTILE)[:4]
    people = (world.ana, world.luis, world.carmen, world.pablo)
    for person, name in zip(people, names, strict=True):
        world.env.backend.get_user(person.id).global_name = name
    await under_way(world, 8, *people[1:])
    for name in ("since", "text", "replay"):
        assert await world.command(world.luis, name)
    assert await world.command(world.ana, "replay", what="steps")
    assert not any(message.mention_everyone for message in world.channel.history())
