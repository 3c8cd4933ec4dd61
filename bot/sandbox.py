"""The very same bot in a browser page on this machine, without Discord and without a token.

simcord stands in for Discord; its page shows one channel and lets one switch between the people.
"""

import asyncio
import os
import sys
import webbrowser
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import simcord

from bot.app import ParchisBot, now
from bot.games.dice import SecureDice
from bot.games.model import Dice
from bot.games.service import Games
from bot.storage import Store, upgrade
from bot.storage.database import url_of_file
from cogs.ui.budget import Budget
from rendering.renderer import Renderer

PEOPLE: Final = ("Ana", "Luis", "Carmen", "Pablo")
TICK: Final = 1.0
"""Seconds in which the clock goes on by as much."""
COMMANDS: Final = (2, 4)
"""The types of interactions that carry a command: given, and being typed."""
DISCORD_LOCALES: Final = {"es": "es-ES", "en": "en-GB"}


def real_time() -> float:
    """Seconds since some moment."""
    return asyncio.get_running_loop().time()


async def sandbox(
    *,
    port: int,
    file: Path,
    locale: str,
    browser: bool,
    tell: Callable[[str], None],
    stop: asyncio.Event,
    dice: Dice | None = None,
) -> None:
    """Serve the page until it is closed or ``stop`` is set.

    Args:
        port: The page's port on this machine; 0 is any free one.
        file: Where the games are kept.
        locale: The language of the people and of the server, ``es`` or ``en``.
        browser: Whether to open a browser, if there is one.
        tell: Is given the address.
        stop: Ends it.
        dice: Where chance comes from, if not from the operating system.

    Raises:
        StorageError: The file cannot be used.
        simcord.SetupError: The port is taken, or what the page needs is not installed.
    """
    url = url_of_file(file)
    await upgrade(url)
    store, renderer = Store(url), Renderer()
    # `now` is simcord's clock in here, as it has to be: that is what dates the messages.
    games = Games(store, dice or SecureDice(), now)
    # simcord bounds nothing. To wait for a turn would stop its clock for good: it goes on only when
    # all work has come to rest, and what waits behind that turn would not.
    bot = ParchisBot(games, renderer, now, shard_count=1, budget=Budget(1, 0.0))
    try:
        await _forget(games)
        async with simcord.run(bot, check_errors=False, settle_timeout=60) as env:
            discord_locale = DISCORD_LOCALES[locale]
            await env.settle()  # until the commands are registered
            spoken = _in_language(env.backend.commands.get(None, {}).values(), discord_locale)
            env.backend.subscribers.insert(0, _speaking(discord_locale, spoken))
            env.backend.edit_bot_profile("Parchís")
            guild = env.create_guild("La mesa camilla", preferred_locale=discord_locale)
            channel = guild.create_text_channel("parchís")
            people = [
                guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE
            ]
            await _show_again(bot, channel.id)
            async with env.preview(
                channel, viewers=people, layout="channel", locale=discord_locale, port=port
            ) as preview:
                tell(preview.url)
                if browser and _has_browser():
                    await asyncio.to_thread(webbrowser.open, preview.url)
                await _first(
                    preview.wait_closed(),
                    stop.wait(),
                    _live(env, preview),
                    _go_with_the_time(env, preview),
                )
    finally:
        renderer.close()
        await store.close()


Names = dict[tuple[str, ...], str]
"""The bot's own name of each command and option, by the names on the way to it as people see it."""


def _in_language(commands: Iterable[dict[str, Any]], locale: str) -> Names:
    """Names the commands as Discord does for people of a language; simcord itself does not."""
    own: Names = {}

    def translate(option: dict[str, Any], way: tuple[str, ...]) -> dict[str, Any]:
        seen = dict(option)
        for field in ("name", "description"):
            if words := (option.get(f"{field}_localizations") or {}).get(locale):
                seen[field] = words
        here = (*way, seen["name"])
        own[here] = option["name"]
        for inner in ("options", "choices"):
            if inner in option:
                seen[inner] = [translate(each, here) for each in option[inner]]
        return seen

    for command in commands:
        # Under its own name simcord looks it up.
        command["options"] = [translate(each, ()) for each in command["options"]]
    return own


def _speaking(locale: str, names: Names) -> Callable[[str, Mapping[str, Any]], None]:
    """Gives every click and command a language: simcord's people all speak American English.

    A command arrives under the bot's own names, whatever it was called on the page.
    """

    def rename(options: list[dict[str, Any]], way: tuple[str, ...]) -> None:
        for option in options:
            here = (*way, option["name"])
            option["name"] = names.get(here, option["name"])
            rename(option.get("options", []), here)

    def speak(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            payload["locale"] = locale
            payload["guild_locale"] = locale
            if payload["type"] in COMMANDS:
                rename(payload["data"].get("options", []), ())

    return speak


async def _forget(games: Games) -> None:
    """Let nothing be tried for games that wait to be shown: their channel is yet to be made."""
    for game_id in await games.lagging():
        game = await games.get(game_id)
        await games.shown(game, message_id=None, message_at=None, asked_id=game.asked_id)


async def _show_again(bot: ParchisBot, channel_id: int) -> None:
    """Post every open board anew: simcord has forgotten its messages, and gives their ids again."""
    for game in await bot.games.of_channel(channel_id):
        await bot.games.shown(game, message_id=None, message_at=None, asked_id=game.asked_id)
        await bot.games.redraw(game.id)
    await bot.publisher.catch_up()


async def _live(env: simcord.Env, preview: "simcord.Preview") -> None:
    """Keep other open pages up to date: simcord redraws only the one that acts.

    Not where there is but one page, for a refresh makes it refuse clicks until it has been read.
    """
    dirty = asyncio.Event()
    env.backend.subscribers.append(lambda _event, _payload: dirty.set())
    while True:
        await dirty.wait()
        dirty.clear()
        await asyncio.sleep(0.25)
        if len(preview._pages) <= 2:  # the first is simcord's own
            continue
        try:
            await preview.refresh()
        except simcord.SetupError:  # a click is being worked on: next time
            dirty.set()


async def _go_with_the_time(env: simcord.Env, preview: "simcord.Preview") -> None:
    """Let simcord's clock go like the real one, so that deadlines, reminders and pings come.

    By itself it stands still.
    """
    heard: list[str] = []
    env.backend.subscribers.append(lambda event, _payload: heard.append(event))
    loop = asyncio.get_running_loop()
    before = real_time()
    shown = True
    while True:
        await asyncio.sleep(TICK)
        if env._operation_task is not None:  # a click is being worked on: it comes first
            continue
        heard.clear()
        now = real_time()
        # Not by `advance_time`, during which a click would be refused: this is how simcord's own
        # timers move its clock, and a click then waits for it.
        # In a task of its own, which ends: a click waits for the task that moves the clock.
        until = loop.time() + env.settle_timeout
        await asyncio.create_task(env._advance_to(env._virtual_time + now - before, until))
        before = now
        shown = shown and not any(event.startswith("MESSAGE_") for event in heard)
        if not shown:
            try:
                await preview.refresh()
                shown = True
            except simcord.SetupError:  # a click has come meanwhile: next time
                pass


async def _first(*works: Awaitable[object]) -> None:
    """Wait for the first to end and cancel the others."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


def _has_browser() -> bool:
    """Whether a window can be opened; without one, Python would start a browser in the terminal."""
    windows = sys.platform in {"win32", "darwin"}
    return windows or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
