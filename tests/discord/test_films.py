"""A game played again in private: animated, and step by step."""

import asyncio
import io

import pytest
from PIL import Image

from bot.games.errors import UserError
from bot.games.model import Game, Status
from bot.i18n import text
from cogs.ui import studio
from rendering.animation import Progress
from rendering.geometry import SIZE
from tests.discord import limits
from tests.discord.looking import LANGUAGES, Watched, reader, seen, under_way
from tests.discord.world import World, es

# -- animations ----------------------------------------------------------------------------------


def frames_of(gif: bytes) -> int:
    """How many frames a GIF has, each of which is decoded."""
    with Image.open(io.BytesIO(gif)) as image:
        assert image.size == (SIZE, SIZE)
        count = getattr(image, "n_frames", 1)
        for number in range(count):
            image.seek(number)
            image.load()
    return count


@LANGUAGES
async def test_a_running_game_is_played_again(world: World, eyes: Watched, locale: str) -> None:
    game = await under_way(world, 14)
    who = reader(world, locale)
    told = await world.command(who, "replay")
    assert told == f"### {text(locale, 'film.title', code=game.code)}"
    film = seen(world, who)
    assert film.described == text(locale, "film.alt", code=game.code, count=game.ply)
    gif = await film.picture()
    assert frames_of(gif) == len(eyes.frames[-1])
    assert eyes.frames[-1][-1].state == game.state
    assert eyes.frames[-1][0].state == (await world.games.story(game))[0].before
    await world.command(who, "replay", what="whole", game=game.code.lower())
    assert await seen(world, who).picture() == gif
    assert world.messages()[-1].attachments[0].filename.endswith(".png")


async def test_since_my_turn_is_played_again_from_there(world: World, eyes: Watched) -> None:
    game = await under_way(world, 14)
    who = await world.asked()
    [first, *_] = await world.games.missed(game, who.id)
    await world.command(who, "replay", what="since")
    assert eyes.frames[-1][0].state == first.before
    assert eyes.frames[-1][-1].state == game.state
    other = world.luis if who.id == world.ana.id else world.ana
    if not await world.games.missed(game, other.id):
        assert await world.command(other, "replay", what="since") == es("error.nothing_since")


async def test_within_a_small_limit_there_are_fewer_frames(world: World, eyes: Watched) -> None:
    await under_way(world, 20)
    await world.command(world.ana, "replay")
    whole = await seen(world, world.ana).picture()
    world.upload_limit = len(whole) // 2 + studio.MARGIN
    await world.command(world.ana, "replay")
    part = await seen(world, world.ana).picture()
    assert len(part) <= world.upload_limit
    assert 1 < frames_of(part) < frames_of(whole)
    world.upload_limit = 20_000
    assert await world.command(world.ana, "replay") == es("error.replay_limit")


async def test_a_finished_game_is_found_by_who_played_it(world: World, eyes: Watched) -> None:
    await under_way(world, 8)
    await world.leave(world.luis)
    game = await world.game()
    assert game.status is Status.OVER
    for person in (world.ana, world.luis):
        assert es("film.title", code=game.code) in await world.command(person, "replay")
        offered = await person.autocomplete(world.channel, "parchis replay", "game", "")
        assert [each["value"] for each in offered] == [game.code]
        assert offered[0]["name"] == f"{game.code} · 2026-01-01 · Ana, Luis"
        assert await world.command(person, "text", game=game.code)
        # Who has left is a spectator.
        key = "since.title" if person.id == world.ana.id else "since.round"
        assert es(key, code=game.code) in await world.command(person, "since")
    assert await world.command(world.pablo, "replay") == es(
        "error.no_game_here", command="`/parchis nueva`"
    )
    assert await world.command(world.pablo, "replay", game=game.code) == es("error.no_game")
    # In private messages, too, and beside a new game by its code.
    assert es("film.title", code=game.code) in world.said(
        await world.ana.user.slash("parchis replay", game=game.code)
    )
    await world.started()
    assert await world.command(world.ana, "replay") == es("error.nothing_played")
    assert es("film.title", code=game.code) in await world.command(
        world.ana, "replay", game=game.code
    )
    elsewhere = world.guild.create_text_channel("charla")
    offered = await world.ana.autocomplete(elsewhere, "parchis replay", "game", "")
    assert [each["value"] for each in offered] == [(await world.game(2)).code, game.code]


async def test_while_it_is_drawn_a_note_tells_how_far_it_is(
    world: World, eyes: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    await under_way(world, 8)
    notes: list[str] = []

    async def during(progress: Progress) -> None:
        for done in (1, 2, 3):
            progress(done, 4)
            for _ in range(50):  # the note is sent beside the drawing
                await asyncio.sleep(0)
            notes.append(seen(world, world.ana).text)

    eyes.during = during
    # The clock stands still: not one note is due.
    told = await world.command(world.ana, "replay")
    assert notes == ["", "", ""]
    monkeypatch.setattr(studio, "NOTED_EVERY", 0.0)
    notes.clear()
    assert await world.command(world.ana, "replay") == told
    assert notes[0] == es("film.progress", percent=25)
    assert notes[-1] == es("film.progress", percent=75)
    # What goes wrong takes the note's place.
    world.upload_limit = 0
    assert await world.command(world.ana, "replay") == es("error.replay_limit")


async def test_a_person_has_one_animation_made_at_a_time(world: World, eyes: Watched) -> None:
    await under_way(world, 8)
    answers: list[str] = []

    async def during(_progress: Progress) -> None:
        eyes.during = None
        answers.append(await _busy(world))

    eyes.during = during
    assert es("film.title", code=(await world.game()).code) in await world.command(
        world.ana, "replay"
    )
    assert answers == ["replay_busy"]
    assert es("film.title", code=(await world.game()).code) in await world.command(
        world.ana, "replay"
    )


async def _busy(world: World) -> str:
    """What Ana is refused with who asks for a second one meanwhile."""

    class Asking:
        user = world.ana
        filesize_limit = limits.ATTACHMENT

    with pytest.raises(UserError) as refused:
        await world.bot.studio.film(Asking(), await world.game(), "es", whole=True)  # type: ignore[arg-type]
    return refused.value.key


async def test_an_expired_token_leaves_no_trace(world: World, eyes: Watched) -> None:
    await under_way(world, 8)
    for method, path in (("PATCH", "/webhooks/*"), ("POST", "/webhooks/*")):
        world.env.inject_error(method, path, status=404, code=10015, message="expired", times=None)
    await world.ana.slash(world.channel, "parchis replay")
    await world.ana.slash(world.channel, "parchis since")
    await world.ana.click(world.message(), custom_id=world._button(world.message(), "Desde mi"))
    assert world.errors.lines == []
    assert world.bot.studio._waiting == set()


# -- step by step --------------------------------------------------------------------------------


@LANGUAGES
async def test_a_game_is_stepped_through(world: World, eyes: Watched, locale: str) -> None:
    game = await under_way(world, 14)
    who = reader(world, locale)
    told = await world.command(who, "replay", what="steps")
    page = seen(world, who)
    assert told.splitlines()[0].startswith(
        f"### {text(locale, 'step.title', **at(game, 1, 0))[:12]}"
    )
    assert [each["label"] for each in page.buttons] == [
        text(locale, f"step.{way}") for way in ("first", "back", "forward", "last")
    ]
    assert [each.rpartition(":")[2] for each in page.open_ways] == ["forward", "last"]
    states = [eyes.scenes[-1].state]
    shown = [await page.picture()]
    while way := next((each for each in page.open_ways if each.endswith("forward")), None):
        await who.click(page.message, custom_id=way)
        page = seen(world, who)
        states.append(eyes.scenes[-1].state)
        shown.append(await page.picture())
    assert states[-1] == game.state
    assert states[0] == (await world.games.story(game))[0].before
    assert len(set(states)) == len(states) > 3
    assert page.text.startswith(
        f"### {text(locale, 'step.title', **at(game, len(states), len(states)))}"
    )
    assert [each.rpartition(":")[2] for each in page.open_ways] == ["first", "back"]
    await who.click(page.message, custom_id=page.open_ways[1])
    assert eyes.scenes[-1].state == states[-2]
    page = seen(world, who)
    await who.click(page.message, custom_id=page.open_ways[0])
    assert eyes.scenes[-1].state == states[0]
    assert await seen(world, who).picture() == shown[0]
    assert len(world.messages()) == 1


def at(game: Game, number: int, count: int) -> dict[str, object]:
    return {"code": game.code, "number": number, "count": count}


async def test_from_an_animation_one_gets_to_its_single_pictures(
    world: World, eyes: Watched
) -> None:
    game = await under_way(world, 14)
    who = await world.asked()
    [first, *_] = await world.games.missed(game, who.id)
    await world.command(who, "replay", what="since")
    film = seen(world, who)
    [steps] = film.open_ways
    await who.click(film.message, custom_id=steps)
    page = seen(world, who)
    assert page.message.id != film.message.id
    assert eyes.scenes[-1].state.pieces == first.before.pieces


async def test_steps_go_on_while_the_game_does_and_after_a_restart(world: World) -> None:
    await under_way(world, 6)
    await world.command(world.carmen, "replay", what="steps")
    page = seen(world, world.carmen)
    last = next(each for each in page.open_ways if each.endswith("last"))
    world.dice.faces.extend([5, 5])
    for _ in range(4):
        await world.step()
    await world.restart()
    await world.carmen.click(page.message, custom_id=last)
    page = seen(world, world.carmen)
    assert [each.rpartition(":")[2] for each in page.open_ways] == [
        *("first", "back", "forward", "last")
    ]
