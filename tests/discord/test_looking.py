"""Looking at a game in private: since one's turn, in words, animated, step by step; its theme."""

import asyncio
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
import pytest
from PIL import Image

from bot.games.errors import UserError
from bot.games.model import Game, Status
from bot.games.model import Person as Known
from bot.i18n import text
from bot.rules import Chance, Moved, Seat, to_act
from cogs.ui import studio
from rendering.animation import Progress
from rendering.geometry import SIZE
from rendering.renderer import Renderer
from rendering.scene import Scene
from rendering.theme import THEMES
from tests.discord import limits
from tests.discord.test_names import HOSTILE
from tests.discord.world import Person, World, es

LANGUAGES = pytest.mark.parametrize("locale", ["es", "en"])


class Watched(Renderer):
    """A renderer that remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.scenes: list[Scene] = []
        self.frames: list[Sequence[Scene]] = []
        self.during: Any = None
        """Awaited while an animation is being drawn."""

    async def png(self, scene: Scene) -> bytes:
        self.scenes.append(scene)
        return await super().png(scene)

    async def gif(
        self,
        frames: Sequence[Scene],
        limit_bytes: int,
        *,
        seconds: float = 0.8,
        hold: float = 4.0,
        progress: Progress | None = None,
    ) -> bytes:
        self.frames.append(frames)
        if self.during is not None:
            assert progress is not None
            await self.during(progress)
        return await super().gif(frames, limit_bytes, seconds=seconds, hold=hold, progress=progress)


@pytest.fixture
async def eyes(world: World) -> Any:
    """The renderer of the bot, which remembers."""
    renderer = Watched()
    await world.restart(renderer)
    yield renderer
    renderer.close()


@dataclass(frozen=True, slots=True)
class Seen:
    """A private message as its reader sees it."""

    message: discord.Message
    text: str
    described: str
    """The alternative text."""
    buttons: list[dict[str, Any]]

    async def picture(self) -> bytes:
        [attachment] = self.message.attachments
        return await attachment.read()

    @property
    def open_ways(self) -> list[str]:
        return [each["custom_id"] for each in self.buttons if not each.get("disabled")]


def seen(world: World, person: Person) -> Seen:
    """The last private message to somebody."""
    [*_, message] = [each for each in world.channel.history(viewer=person) if each.flags.ephemeral]
    raw = world.raw(message)
    [described] = [
        item["description"] for part in limits.walk(raw) for item in part.get("items", [])
    ] or [""]
    return Seen(message, "\n".join(limits.texts(raw)), described, limits.buttons(raw))


def reader(world: World, locale: str) -> Person:
    return world.person("Lee", locale={"es": "es-ES", "en": "en-GB"}[locale])


async def under_way(world: World, plies: int = 12, *others: Person, **options: Any) -> Game:
    """A quick game in which so many buttons have been pressed."""
    await world.started(*others, quick=True, **options)
    world.dice.faces.extend([3, 2, 5, 2, 2, 4, 5, 1, 3, 5, 2, 6, 1] * 3)
    for _ in range(plies):
        await world.step()
    world.dice.faces.clear()
    return await world.game()


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
