"""What is to be seen in the simulated Discord: messages, buttons, pictures, requests."""

from typing import Any

import discord
import simcord
from simcord.builders import ChannelHandle

from tests.discord import limits

MESSAGES = "/messages"


class Sight:
    """What looks at the channels of a ``World``."""

    env: simcord.Env
    channel: ChannelHandle

    def messages(self, channel: ChannelHandle | None = None) -> list[discord.Message]:
        """The bot's messages that everybody sees, oldest first."""
        me = self.env.backend.bot_user.id
        return [
            message
            for message in (channel or self.channel).history()
            if message.author.id == me and not message.flags.ephemeral
        ]

    def message(self, channel: ChannelHandle | None = None) -> discord.Message:
        """The bot's last message."""
        return self.messages(channel)[-1]

    def raw(self, message: discord.Message) -> list[dict[str, Any]]:
        """A message's components as Discord has them."""
        return self.env.backend.get_message(message.channel.id, message.id).components

    def text(self, message: discord.Message | None = None) -> str:
        """All that stands in a message."""
        return "\n".join(limits.texts(self.raw(message or self.message())))

    def codes(self, message: discord.Message | None = None) -> list[str]:
        """The custom ids of the buttons that can be pressed."""
        return [
            each["custom_id"]
            for each in limits.buttons(self.raw(message or self.message()))
            if not each.get("disabled")
        ]

    def plays(self, message: discord.Message | None = None) -> list[str]:
        """The custom ids of the buttons that play something."""
        return [code for code in self.codes(message) if code.startswith("play:")]

    def labels(self, message: discord.Message | None = None) -> list[str]:
        """What stands on the buttons that can be pressed."""
        return [
            each.get("label") or each["emoji"]["name"]
            for each in limits.buttons(self.raw(message or self.message()))
            if not each.get("disabled")
        ]

    def _button(self, message: discord.Message, what: str) -> str:
        known = limits.buttons(self.raw(message))
        found = [each["custom_id"] for each in known if each["custom_id"].endswith(f":{what}")]
        found = found or [
            each["custom_id"]
            for each in known
            if what in (each.get("label") or "") or what == (each.get("emoji") or {}).get("name")
        ]
        assert len(found) == 1, f"{what!r} is on {found} of {self.labels(message)}"
        return found[0]

    async def picture(self, message: discord.Message | None = None) -> bytes:
        """The one picture of a message."""
        [attachment] = (message or self.message()).attachments
        return await attachment.read()

    def described(self, message: discord.Message | None = None) -> str:
        """The picture of a message in words, for those who do not see it."""
        [item] = [
            item
            for part in limits.walk(self.raw(message or self.message()))
            for item in part.get("items", [])
        ]
        return item["description"]

    def sent(self, since: int = 0) -> list[dict[str, Any]]:
        """The bodies of the messages that the bot has tried to send to channels."""
        return self.requests("POST", since)

    def edited(self, since: int = 0) -> list[dict[str, Any]]:
        return self.requests("PATCH", since)

    def requests(self, method: str, since: int = 0) -> list[dict[str, Any]]:
        return [
            request.json
            for request in self.env.http_requests[since:]
            if request.method == method
            and request.path.startswith("/channels/")
            and MESSAGES in request.path
        ]

    def mark(self) -> int:
        """Where the log of requests ends now."""
        return len(self.env.http_requests)

    def pinged(self, since: int = 0) -> list[list[int]]:
        """Who was notified by each message that was sent."""
        return [
            [int(user) for user in body["allowed_mentions"].get("users", [])]
            for body in self.sent(since)
        ]
