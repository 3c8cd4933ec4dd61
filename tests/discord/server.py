"""As much of Discord as the real library needs: its API and its gateway, on this machine."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import WSMsgType, web
from discord.utils import time_snowflake

from bot.app import now

BOT, CHANNEL = 1, 20
ME = {"id": str(BOT), "username": "Parchís", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": str(BOT),
    "name": "Parchís",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "owner": ME,
    "summary": "",
    "verify_key": "",
    "team": None,
    "flags": 0,
}


def answered(body: Any, *, status: int = 200, headers: Any = None) -> web.Response:
    """An answer of the API: the library takes nothing for JSON but this very type."""
    named = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(body), status=status, headers=named)


class Discord:
    """As much of the API as a board takes; answers of the script come before its own."""

    def __init__(self) -> None:
        self.script: list[tuple[str, web.Response]] = []
        self.seen: list[tuple[str, str, dict[str, Any], bytes]] = []
        self.messages: dict[int, dict[str, Any]] = {}
        self.app = web.Application()
        self.identified = 0
        self.posted = 0
        self.presses = 0
        self.askers: list[str] = []
        """By request of ``seen``, the token that it came with."""
        self._sockets: dict[int, web.WebSocketResponse] = {}
        self._seen_one = asyncio.Condition()
        # An id tells when its message was sent: these are sent now.
        self.first_id = time_snowflake(now())
        self.refuses_the_token = False
        self.app.router.add_get("/gateway/ws", self.gateway)
        self.app.router.add_route("*", "/{path:.*}", self.answer)

    def will(self, method: str, status: int, body: Any = None, **headers: str) -> None:
        """The next request of that method is answered like this."""
        answer = answered(body or {}, status=status, headers=headers)
        self.script.append((method, answer))

    async def answer(self, request: web.Request) -> web.Response:
        body, picture = await _read(request)
        self.seen.append((request.method, request.path, body, picture))
        self.askers.append(request.headers.get("Authorization", "").removeprefix("Bot "))
        await self._noted()
        return self.answered(request, body)

    async def _noted(self) -> None:
        async with self._seen_one:
            self._seen_one.notify_all()

    def answered(self, request: web.Request, body: dict[str, Any]) -> web.Response:
        """What the API says to a request."""
        for at, (method, answer) in enumerate(self.script):
            if method == request.method:
                del self.script[at]
                return answer
        if self.refuses_the_token:
            return answered({"code": 0, "message": "401: Unauthorized"}, status=401)
        parts = request.path.strip("/").split("/")
        if request.path == "/users/@me":
            return answered(ME)
        if request.path == "/oauth2/applications/@me":
            return answered(APPLICATION)
        if request.path == "/gateway/bot":
            limit = {"total": 9, "remaining": 9, "reset_after": 0, "max_concurrency": 1}
            address = f"ws://{request.host}/gateway/ws"
            return answered({"url": address, "shards": 1, "session_start_limit": limit})
        if request.method == "PUT":
            return answered([])
        if parts[0] == "interactions":
            return answered({"interaction": {"id": parts[1], "type": 3}})
        if request.method == "POST":
            message_id = self.first_id + self.posted
            self.posted += 1
            return answered(self.keep(message_id, body, parts[1]))
        if request.method == "PATCH":
            return answered(self.keep(int(parts[-1]), body, parts[1]))
        if request.method == "GET" and parts[-1] == "messages":
            after = int(request.query.get("after", 0))
            found = [message for message in self.of_channel(parts[1]) if int(message["id"]) > after]
            return answered(found[::-1])
        if request.method == "DELETE":
            self.messages.pop(int(parts[-1]))
            return web.Response(status=204)
        return answered({"code": 0, "message": "not found"}, status=404)

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """Say hello and ready, and answer heartbeats."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 45_000}, "s": None})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            said = json.loads(message.data)
            if said["op"] == 1:
                await socket.send_json({"op": 11})
            if said["op"] == 2:
                self.identified += 1
                shard = said["d"].get("shard", [0, 1])
                self._sockets[shard[0]] = socket
                ready = {
                    "v": 10,
                    "user": ME,
                    "guilds": [],
                    "session_id": "s",
                    "shard": shard,
                    "resume_gateway_url": f"ws://{request.host}/gateway/ws",
                    "application": {"id": str(BOT), "flags": 0},
                }
                await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
                await self._noted()
        return socket

    async def press(
        self, shard: int, guild_id: int, user_id: int, message: dict[str, Any], custom_id: str
    ) -> None:
        """Tell the process that has a shard of a press in one of its servers."""
        self.presses += 1
        user = {"id": str(user_id), "username": "u", "discriminator": "0", "avatar": None}
        member = {"user": user, "roles": [], "permissions": "0", "joined_at": now().isoformat()}
        pressed = {
            "id": str(self.first_id + self.presses),
            "application_id": str(BOT),
            "type": 3,
            "token": f"press{self.presses}",
            "version": 1,
            "guild_id": str(guild_id),
            "channel_id": message["channel_id"],
            "member": {**member, "flags": 0, "deaf": False, "mute": False},
            "locale": "es-ES",
            "guild_locale": "es-ES",
            "app_permissions": "0",
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0,
            "attachment_size_limit": 10 << 20,
            "message": message,
            "data": {"custom_id": custom_id, "component_type": 2},
        }
        said = {"op": 0, "t": "INTERACTION_CREATE", "s": 1 + self.presses, "d": pressed}
        await self._sockets[shard].send_json(said)

    async def until(self, seen: Callable[[], bool]) -> None:
        """Wait until what was asked for so far satisfies something; TimeoutError after 30 s."""
        async with asyncio.timeout(30), self._seen_one:
            await self._seen_one.wait_for(seen)

    def of_channel(self, channel_id: int | str) -> list[dict[str, Any]]:
        """The messages that are there, oldest first."""
        there = [each for _, each in sorted(self.messages.items())]
        return [each for each in there if each["channel_id"] == str(channel_id)]

    def keep(self, message_id: int, body: dict[str, Any], channel_id: str) -> dict[str, Any]:
        self.messages[message_id] = {
            "id": str(message_id),
            "channel_id": channel_id,
            "author": ME,
            "content": "",
            "timestamp": now().isoformat(),
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
        return self.messages[message_id]

    def of(self, method: str) -> list[tuple[dict[str, Any], bytes]]:
        """Bodies and pictures of the requests of a method."""
        return [(body, picture) for verb, _, body, picture in self.seen if verb == method]


async def _read(request: web.Request) -> tuple[dict[str, Any], bytes]:
    """The JSON of a request and the bytes of the file that came with it."""
    if request.content_type == "application/json":
        return await request.json(), b""
    if not request.content_type.startswith("multipart/"):
        return {}, b""
    body: dict[str, Any] = {}
    picture = b""
    async for part in await request.multipart():
        data = await part.read()
        if part.name == "payload_json":
            body = json.loads(data)
        else:
            picture = bytes(data)
    return body, picture


@asynccontextmanager
async def serving(discord: Discord) -> AsyncIterator[str]:
    """The server's address, for as long as it is up."""
    runner = web.AppRunner(discord.app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
