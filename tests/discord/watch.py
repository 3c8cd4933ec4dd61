"""Discord, held to its word: every request of the bot is held against Discord's limits."""

import time
from collections.abc import Mapping
from typing import Any

import simcord

from cogs.ui.ids import parse
from tests.discord import limits
from tests.discord.calls import LIBRARYS, Refusing, kind_of


class Watch:
    """What looks at all that goes through the simulated Discord of a ``World``."""

    env: simcord.Env
    faults: list[str]
    refusing: Refusing
    locales: dict[int, str]
    guild_locale: str
    _asked_at: dict[str, float]
    _nonces: dict[tuple[int, str], Any]
    _dispatch: Any
    _store_attachment: Any

    def check(self) -> None:
        """At most one message of each game has buttons of a board or a lobby that work."""
        live: dict[int, set[int]] = {}
        for messages in self.env.backend.messages.values():
            for message in messages.values():
                if message.is_ephemeral:
                    continue
                for each in limits.buttons(message.components):
                    press = parse(each["custom_id"])
                    assert press is not None
                    if press.kind == "mute":  # of a reminder, which stands beside the board
                        continue
                    live.setdefault(press.game, set()).add(message.id)
        for game_id, ids in live.items():
            if len(ids) > 1:
                self.faults.append(f"game {game_id} has {len(ids)} messages with buttons")

    def _heard(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            self._asked_at[payload["id"]] = time.perf_counter()
            user = payload.get("user") or payload["member"]["user"]
            payload["attachment_size_limit"] = self.upload_limit
            payload["locale"] = self.locales.get(int(user["id"]), "es-ES")
            if "guild_locale" in payload:
                payload["guild_locale"] = self.guild_locale

    def _stored(self, identity: int, channel_id: int, name: str, data: bytes, words: Any) -> Any:
        self.faults += limits.faults_of_file(name, data)
        return self._store_attachment(identity, channel_id, name, data, words)

    def _watched(self, backend: Any, method: str, path: str, **request: Any) -> Any:
        kind = kind_of(method, path)
        if kind is None and f"{method} {path}" not in LIBRARYS:
            self.faults.append(f"a call of no kind that is known: {method} {path}")
        if self.refusing.means_it(kind):
            self._dispatch(backend, method, path, **request)
        self.refusing.check(kind)
        body = request.get("json") or {}
        parts = path.strip("/").split("/")
        if parts[0] == "interactions":
            late = time.perf_counter() - self._asked_at[parts[1]]
            if late > 3:
                self.faults.append(f"the first answer came after {late:.1f} s")
            body = body.get("data") or {}
        in_channel = parts[0] == "channels" and parts[2:3] == ["messages"]
        if method in {"POST", "PATCH"} and (in_channel or parts[0] == "webhooks"):
            self.faults += limits.faults_of_message(body)
            self.faults += limits.faults_of_mentions(body)
        if method == "PUT" and parts[-1] == "commands":
            self.faults += [fault for each in body for fault in limits.faults_of_command(each)]
        if method == "POST" and in_channel:
            self.faults += limits.faults_of_nonce(body)
            key = (int(parts[1]), str(body.get("nonce")))
            if key in self._nonces:  # enforce_nonce: the message there is handed back
                backend.http_requests.append(
                    simcord.HttpLogEntry(method, path, {}, {**body, "repeated": True}, None)
                )
                return self._nonces[key]
            answer = self._dispatch(backend, method, path, **request)
            self._nonces[key] = answer
            return answer
        return self._dispatch(backend, method, path, **request)
