"""Our bot, whole and unchanged, before a Discord that answers every request at once."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from random import Random
from typing import Any

import discord
from discord.utils import time_snowflake
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.app import ParchisBot, settle
from bot.games.service import Games, utc_now
from bot.storage import Store
from cogs.ui.budget import Budget
from rendering.elsewhere import usual_processes
from rendering.renderer import Renderer
from tests.games.scripted import SeededDice

ME = {"id": "1", "username": "Parchís", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {"id": "1", "name": "", "description": "", "icon": None, "bot_public": True}
APPLICATION |= {"bot_require_code_grant": False, "verify_key": "", "flags": 0, "owner": ME}
ALL_PERMISSIONS = str(discord.Permissions.all().value)

_MENTION = re.compile(r"<@(\d+)>")


class Clock:
    """The real time, and what is skipped so that nobody seems to be at the board just now."""

    def __init__(self) -> None:
        self.skipped = timedelta()

    def __call__(self) -> datetime:
        return utc_now() + self.skipped


class Instant:
    """What answers in place of ``HTTPClient.request``: a network, and what lies behind it, less."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.messages: dict[int, dict[int, dict[str, Any]]] = {}
        """By channel and id, in order."""
        self.arrived: dict[int, float] = {}
        """When the channel's last board arrived here, in seconds of ``perf_counter``."""
        self._posted = 0

    async def request(
        self, route: Any, *, form: Any = None, json: Any = None, params: Any = None, **_: Any
    ) -> Any:
        await asyncio.sleep(0)  # as any request, it lets others run
        method, path = route.method, route.path
        if "/messages" not in path:
            return {"/users/@me": ME, "/oauth2/applications/@me": APPLICATION}.get(path, [])
        kept = self.messages.setdefault(int(route.channel_id), {})
        if method == "GET":
            after = int((params or {}).get("after", 0))
            return [each for key, each in reversed(kept.items()) if key > after]
        last = int(route.url.rpartition("/")[2]) if method != "POST" else 0
        if method == "DELETE":
            kept.pop(last, None)
            return None
        self.arrived[int(route.channel_id)] = time.perf_counter()
        if not last:
            self._posted += 1
            last = time_snowflake(self.clock()) + self._posted % (1 << 22)
        return self._keep(int(route.channel_id), last, form, json)

    def _keep(self, channel_id: int, message_id: int, form: Any, body: Any) -> dict[str, Any]:
        if form is not None:
            [written] = [part["value"] for part in form if part["name"] == "payload_json"]
            body = json.loads(written)
        made = _message(channel_id, message_id, body, self.clock())
        self.messages[channel_id][message_id] = made
        return made

    def plays(self, channel_id: int) -> tuple[int, list[str]]:
        """Whom the channel's board asks, and the custom ids of what they can play."""
        board = next(reversed(self.messages[channel_id].values()))
        texts, codes = [], []
        for part in _parts(board["components"]):
            texts.append(part.get("content", ""))
            codes.append(part.get("custom_id", ""))
        plays = [code for code in codes if code.startswith("play:")]
        heading = next((text for text in texts if text.startswith("### ")), "")
        asked = _MENTION.search(heading)
        return (int(asked[1]) if asked else 0), plays


def _message(channel_id: int, message_id: int, body: Any, at: datetime) -> dict[str, Any]:
    return {
        "id": str(message_id),
        "channel_id": str(channel_id),
        "author": ME,
        "content": "",
        "timestamp": at.isoformat(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "components": body.get("components", []),
        "nonce": body.get("nonce"),
    }


def _parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        yield part
        yield from _parts(part.get("components", []))


class _Webhooks(AsyncWebhookAdapter):
    """Takes acknowledgements and private answers."""

    async def request(self, *_: Any, **__: Any) -> Any:
        await asyncio.sleep(0)
        return {"interaction": {"id": "1", "type": 3}}


class Endless(Budget):
    """As many messages as one likes: how many Discord takes is not our time."""

    def __init__(self) -> None:
        super().__init__(1 << 30, 0.0)

    async def turn(self, key: int) -> bool:
        return False


class Played:
    """A bot that runs on a database, and people who press its buttons."""

    def __init__(self, url: str) -> None:
        self.clock = Clock()
        self.discord = Instant(self.clock)
        self.store = Store(url)
        self.renderer = Renderer(processes=usual_processes())
        self.games = Games(self.store, SeededDice(1), self.clock)
        self.bot = ParchisBot(
            self.games, self.renderer, self.clock, shard_count=1, budget=Endless()
        )
        self._random = Random(1)
        self._interactions = 0

    async def start(self, guilds: list[tuple[int, list[int]]]) -> None:
        """All that ``parchis run`` does until it is ready, in these servers; the clock stands."""
        async_context.set(_Webhooks())
        self.bot.http.request = self.discord.request  # type: ignore[method-assign]
        settle()
        await self.bot.login("x")
        self.bot._clock.cancel()
        for guild_id, channels in guilds:
            self.bot._connection._add_guild_from_data(_guild(guild_id, channels))
        await self.bot.on_ready()

    async def close(self) -> None:
        await self.bot.close()
        self.renderer.close()
        await self.store.close()

    async def show(self, game_ids: Iterable[int]) -> None:
        """Have boards of these games sent."""
        for game_id in game_ids:
            await self.bot.publisher.publish(game_id, fresh=True)

    async def click(self, guild_id: int, channel_id: int) -> float | None:
        """Whoever is asked presses one of the buttons; the seconds until the board has arrived.

        None if nothing can be pressed any more.
        """
        asked, plays = self.discord.plays(channel_id)
        if not plays:
            return None
        pressed = self._interaction(guild_id, channel_id, asked, self._random.choice(plays))
        began = time.perf_counter()
        interaction = discord.Interaction(data=pressed, state=self.bot._connection)
        await self.bot.on_interaction(interaction)
        return self.discord.arrived[channel_id] - began

    def _interaction(self, guild_id: int, channel_id: int, user_id: int, custom_id: str) -> Any:
        self._interactions += 1
        user = {"id": str(user_id), "username": f"user{user_id}", "discriminator": "0"}
        return {
            "id": str(self._interactions),
            "application_id": "1",
            "type": 3,
            "token": "x",
            "version": 1,
            "data": {"custom_id": custom_id, "component_type": 2},
            "guild_id": str(guild_id),
            "channel_id": str(channel_id),
            "channel": {"id": str(channel_id), "type": 0, "name": "parchis", "position": 0},
            "message": next(reversed(self.discord.messages[channel_id].values())),
            "member": {
                "user": user | {"avatar": None},
                "roles": [],
                "joined_at": "2025-01-01T00:00:00+00:00",
                "deaf": False,
                "mute": False,
                "flags": 0,
                "permissions": ALL_PERMISSIONS,
            },
            "app_permissions": ALL_PERMISSIONS,
            "locale": "es-ES",
            "guild_locale": "es-ES",
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0,
            "attachment_size_limit": 10_000_000,
        }


def _guild(guild_id: int, channels: list[int]) -> Any:
    everyone = {"id": str(guild_id), "name": "@everyone", "permissions": ALL_PERMISSIONS}
    everyone |= {"color": 0, "hoist": False, "position": 0, "managed": False, "flags": 0}
    everyone |= {"mentionable": False}
    me = {"user": ME, "roles": [], "joined_at": "2025-01-01T00:00:00+00:00", "flags": 0}
    return {
        "id": str(guild_id),
        "name": "Casa",
        "owner_id": "2",
        "member_count": 5,
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "features": [],
        "members": [me | {"deaf": False, "mute": False}],
        "channels": [
            {"id": str(each), "type": 0, "name": "parchis", "position": 0}
            | {"permission_overwrites": [], "nsfw": False}
            for each in channels
        ],
    }


@asynccontextmanager
async def played(url: str, guilds: list[tuple[int, list[int]]]) -> AsyncIterator[Played]:
    """A bot that is ready, closed at the end."""
    made = Played(url)
    try:
        await made.start(guilds)
        yield made
    finally:
        await made.close()
