"""The sandbox, as somebody sees it who has just installed the project."""

import asyncio
import json
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
import simcord

import bot.sandbox
from bot.app import ParchisBot
from bot.games.model import Game, Pace, Person, Status
from bot.games.service import Games
from bot.rules import PARCHIS
from bot.sandbox import PEOPLE, _in_language, _speaking, sandbox
from bot.storage import Store
from bot.storage.database import url_of_file
from tests.discord.browser import Page, chromium, opened
from tests.discord.world import Dice, World, es

needs_chromium = pytest.mark.skipif(
    chromium() is None, reason="there is no Chromium on this machine"
)
TIMELINE = "document.querySelector('#channel-timeline')"
COMPOSER = "document.querySelector('#channel-composer-input')"
SETTLED = "document.querySelector('#preview-app').ariaBusy === 'false'"
PICTURE = f"([...{TIMELINE}.querySelectorAll('img')].at(-1)?.src || '')"


@asynccontextmanager
async def running(file: Path, dice: Dice | None = None) -> AsyncIterator[str]:
    """The sandbox's address, for as long as it runs; it ends cleanly or the test fails."""
    stop, told = asyncio.Event(), asyncio.Queue[str]()
    task = asyncio.create_task(
        sandbox(
            port=0,
            file=file,
            locale="es",
            browser=False,
            tell=told.put_nowait,
            stop=stop,
            dice=dice,
        )
    )
    address = asyncio.create_task(told.get())
    await asyncio.wait({task, address}, return_when=asyncio.FIRST_COMPLETED)
    try:
        if task.done():
            task.result()
        yield await address
    finally:
        stop.set()
        await asyncio.wait_for(task, 10)


async def view_as(page: Page, name: str) -> None:
    picker = "document.querySelector('#viewer-picker')"
    await page.until(f"!!{picker} && {picker}.options.length > 0")
    await page.run(
        f"""(picker => {{
            picker.value = [...picker.options].find(each => each.text === {json.dumps(name)}).value;
            picker.dispatchEvent(new Event('change', {{bubbles: true}}));
        }})({picker})"""
    )


async def press(page: Page, words: str) -> None:
    """Press the newest button that says so, once it is there."""
    found = (
        f"[...{TIMELINE}.querySelectorAll('button')]"
        f".filter(each => !each.disabled && each.textContent.includes({json.dumps(words)})).at(-1)"
    )
    await page.until(f"{SETTLED} && !!{found}")
    await page.run(f"{found}.click()")


async def says(page: Page, words: str) -> None:
    await page.until(f"{TIMELINE}.innerText.includes({json.dumps(words)})")


async def give_command(page: Page, command: str) -> None:
    await page.until(f"!!{COMPOSER} && !{COMPOSER}.closest('form').hidden")
    await page.run(f"{COMPOSER}.focus()")
    await page.type(command)
    await page.until("document.body.innerText.toLowerCase().includes('abre una partida')")
    await page.key("Enter", 13)
    chosen = "document.querySelector('[data-command-mode=\"true\"]')"
    send = "document.querySelector('#send-message')"
    for _ in range(4):
        await page.until(f"{SETTLED} && !!{chosen} && !{send}.disabled")
        await page.run(f"{send}.click()")
        # A click is lost when the page draws itself anew just then. The page takes no second one
        # while the first is under way, so another try cannot give the command twice.
        with suppress(TimeoutError):
            await page.until(f"!{chosen}", seconds=8)
            return
    raise TimeoutError(f"the page does not take {command!r}")


@needs_chromium
async def test_a_game_is_played_in_the_page(tmp_path: Path) -> None:
    dice = Dice()
    async with running(tmp_path / "games.db", dice) as address, opened(address) as page:
        await give_command(page, "/parchis nueva")
        await says(page, "Abre la mesa: Ana.")
        await view_as(page, "Luis")
        await press(page, "🔴")
        await says(page, "Luis · rojas")
        await view_as(page, "Ana")
        # All of it is played without asking, up to the first choice.
        dice.faces.extend([6, 1, 5, 2, 4, 2, 5, 2, 1, 5, 2, 5, 2, 3])
        await press(page, "Empezar")
        await says(page, "Empieza Ana (amarillas)")
        await says(page, "Luis: 🎲2 sin jugada")
        await says(page, "elige jugada")
        picture = await page.until(PICTURE)
        await press(page, "2 · 9→10")
        await says(page, "Luis: 🎲5 saca ficha a la 39")
        await page.until(f"{PICTURE} && {PICTURE} !== {json.dumps(picture)}")
        await press(page, "¿Por qué?")
        await says(page, "puede ir a la")


async def test_games_are_kept_and_shown_again_by_the_next_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """simcord gives its ids again, so what was noted of messages means nothing any more."""
    channels: list[int] = []
    show_again = bot.sandbox._show_again

    async def noted(its_bot: ParchisBot, channel_id: int) -> None:
        channels.append(channel_id)
        await show_again(its_bot, channel_id)

    monkeypatch.setattr(bot.sandbox, "_show_again", noted)
    file = tmp_path / "new" / "games.db"
    dice = Dice()
    async with running(file, dice):
        pass
    store = Store(f"sqlite:///{file}")
    games = Games(store, dice)
    game = await started_by_hand(games, channels[0])
    await games.shown(game, message_id=4711, message_at=game.created_at, asked_id=game.host_id)
    async with running(file, dice):
        shown = await games.get(game.id)
    assert shown.status is Status.PLAYING
    assert shown.shown_ply == shown.ply == 0
    assert shown.asked_id == 1
    assert shown.message_id not in {None, 4711}
    await store.close()


class Hurried:
    """A real time of which a minute goes by whenever somebody looks, once it has begun."""

    def __init__(self) -> None:
        self.goes = False
        self.enough = asyncio.Event()
        self._minutes = 0

    def __call__(self) -> float:
        self._minutes += self.goes
        if self._minutes == 40:
            self.enough.set()
        return self._minutes * 60.0


async def test_the_clock_goes_on_and_deadlines_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody presses anything: the computer plays the questions whose time is up."""
    file, dice, time = tmp_path / "games.db", Dice(), Hurried()
    game = await stored(file, dice, monkeypatch)
    monkeypatch.setattr(bot.sandbox, "TICK", 0.01)
    monkeypatch.setattr(bot.sandbox, "real_time", time)
    store = Store(url_of_file(file))
    async with running(file, dice), asyncio.timeout(60):
        time.goes = True
        await time.enough.wait()
        later = await Games(store, dice).get(game.id)
    await store.close()
    assert later.status is Status.PAUSED
    assert [player.misses for player in later.players] == [3, 3]
    assert later.shown_ply == later.ply > 6
    assert later.message_id is not None


async def test_a_click_waits_for_no_more_than_the_clock_s_next_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    envs, live, time = asyncio.Queue[simcord.Env](), bot.sandbox._live, Hurried()

    async def noted(env: simcord.Env, preview: simcord.Preview) -> None:
        envs.put_nowait(env)
        await live(env, preview)

    monkeypatch.setattr(bot.sandbox, "_live", noted)
    monkeypatch.setattr(bot.sandbox, "TICK", 0.0)
    monkeypatch.setattr(bot.sandbox, "real_time", time)
    async with running(tmp_path / "games.db"):
        env = await envs.get()
        time.goes = True
        for _ in range(3):
            while env._advance_task is None:  # noqa: ASYNC110 (no event tells of it)
                await asyncio.sleep(0)
            await env.settle(timeout=10)  # as each click does


@needs_chromium
async def test_what_the_clock_does_is_seen_in_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, dice, time = tmp_path / "games.db", Dice(), Hurried()
    await stored(file, dice, monkeypatch)
    monkeypatch.setattr(bot.sandbox, "TICK", 0.05)
    monkeypatch.setattr(bot.sandbox, "real_time", time)
    async with running(file, dice) as address, opened(address) as page:
        await page.until("document.querySelector('#preview-app')?.ariaBusy === 'false'")
        await page.until(f"!!{TIMELINE}?.querySelector('button')")
        time.goes = True
        await says(page, "En pausa")


async def test_boards_that_are_shown_in_quick_succession_do_not_stop_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes five in as many seconds; in here nobody may wait for that."""
    file, dice, time = tmp_path / "games.db", Dice(), Hurried()
    await stored(file, dice, monkeypatch, count=7)
    monkeypatch.setattr(bot.sandbox, "TICK", 0.01)
    monkeypatch.setattr(bot.sandbox, "real_time", time)
    store = Store(url_of_file(file))
    async with running(file, dice), asyncio.timeout(50):
        time.goes = True
        await time.enough.wait()
        games = [await Games(store, dice).get(number) for number in range(1, 8)]
    await store.close()
    assert {game.status for game in games} == {Status.PAUSED}
    assert all(game.shown_ply == game.ply for game in games)


async def stored(
    file: Path, dice: Dice, monkeypatch: pytest.MonkeyPatch, *, count: int = 1
) -> Game:
    """The last of some live games that were left in the sandbox."""
    places: list[tuple[int, int]] = []
    show_again = bot.sandbox._show_again

    async def noted(its_bot: ParchisBot, channel_id: int) -> None:
        places.append((its_bot.guilds[0].id, channel_id))
        await show_again(its_bot, channel_id)

    with monkeypatch.context() as patched:
        patched.setattr(bot.sandbox, "_show_again", noted)
        async with running(file, dice):
            pass
    store = Store(url_of_file(file))
    games = Games(store, dice, lambda: datetime(2026, 1, 1, tzinfo=UTC))  # simcord's beginning
    [(guild_id, channel_id)] = places
    left = [await started_by_hand(games, channel_id, guild_id=guild_id) for _ in range(count)]
    await store.close()
    return left[-1]


async def test_f44_a_sandbox_killed_in_mid_game_starts_again_without_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What lags is not tried before its channel is there; the file may have any name."""
    file = tmp_path / "we?ird #%41.db"
    dice = Dice()
    async with running(file, dice):
        pass
    store = Store(url_of_file(file))
    games = Games(store, dice)
    game = await started_by_hand(games, 1)
    await games.sending(game)
    async with running(file, dice):
        pass
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert [name for name in os.listdir(tmp_path) if name.endswith(".db")] == [file.name]
    await store.close()


async def test_commands_are_called_what_the_answers_call_them(world: World) -> None:
    """simcord does not translate them as Discord does; what arrives is the bot's own names."""
    names = _in_language(world.env.backend.commands[None].values(), "es-ES")
    world.env.backend.subscribers.insert(0, _speaking("es-ES", names))
    assert "parchis nueva" in world.ana.available_commands(world.channel)
    told = world.said(await world.ana.slash(world.channel, "parchis tablero"))
    assert told == es("error.no_game_here", command="`/parchis nueva`")
    await world.ana.slash(world.channel, "parchis nueva", rápida=True, ritmo="live", con=world.luis)
    game = await world.game()
    assert game.rules.quick
    assert game.pace is Pace.LIVE
    assert game.player(world.luis.id) is not None
    [offered] = await world.luis.autocomplete(world.channel, "parchis tablero", "partida", "")
    assert offered["value"] == game.code


async def started_by_hand(games: Games, channel_id: int, guild_id: int = 1) -> Game:
    game = await games.open(
        Person(1, "Ana"),
        guild_id=guild_id,
        channel_id=channel_id,
        locale="es",
        rules=PARCHIS,
        max_players=2,
    )
    await games.join(game.id, Person(2, "Luis"))
    return await games.start(game.id, 1)


async def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    import simcord

    async with running(tmp_path / "a.db") as address:
        port = int(address.partition("127.0.0.1:")[2].partition("/")[0])
        with pytest.raises(simcord.SetupError, match="port"):
            await sandbox(
                port=port,
                file=tmp_path / "b.db",
                locale="en",
                browser=False,
                tell=lambda _: None,
                stop=asyncio.Event(),
            )


def test_the_people_are_four() -> None:
    assert len(set(PEOPLE)) == 4
