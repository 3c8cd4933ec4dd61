"""What the bot has to be granted in a channel, and what of it is missing."""

from typing import Literal

import discord

from bot.games.errors import UserError


class MissingPermissions(UserError):
    """The bot may not do what showing a game takes; ``permissions`` by discord.py's names."""

    def __init__(self, permissions: tuple[str, ...]) -> None:
        super().__init__("missing_permission", permissions=permissions)
        self.permissions = permissions


Kind = Literal["text", "thread", "voice"]
"""What a channel is, as far as permissions differ."""


def kind_of(channel: object) -> Kind:
    """The kind of a channel."""
    match channel:
        case discord.Thread():
            return "thread"
        case discord.VoiceChannel() | discord.StageChannel():
            return "voice"
        case _:
            return "text"


def required(kind: Kind) -> tuple[str, ...]:
    """The permissions that showing a game takes, by discord.py's names.

    The chat of a voice channel is closed to who may not connect.
    """
    send = "send_messages_in_threads" if kind == "thread" else "send_messages"
    connect = ("connect",) if kind == "voice" else ()
    return ("view_channel", *connect, send, "attach_files", "read_message_history")


def required_there(client: discord.Client, guild_id: int, channel_id: int) -> tuple[str, ...]:
    """The permissions that showing a game takes in a channel, which the cache need not know."""
    channel = client.get_channel(channel_id)
    if channel is None and client.get_guild(guild_id) is not None:
        # Of a server that is known all channels are, but no archived thread.
        return required("thread")
    return required(kind_of(channel))


THREAD = ("create_public_threads", "send_messages_in_threads")
"""What a thread of a game's own takes besides."""


def lacking(granted: discord.Permissions, kind: Kind) -> tuple[str, ...]:
    """Those required that are not granted; not those that only go missing along with another.

    Without the way in there is nothing else, and without Send Messages nothing can be attached.
    """
    *ways_in, send, attach, history = required(kind)
    for way_in in ways_in:
        if not getattr(granted, way_in):
            return (way_in,)
    can_send = getattr(granted, send)
    gaps = {
        send: not can_send,
        attach: can_send and not granted.attach_files,
        history: not granted.read_message_history,
    }
    return tuple(name for name, missing in gaps.items() if missing)


def missing(client: discord.Client, channel_id: int) -> tuple[str, ...]:
    """Those missing in a channel as far as the cache knows; none where it does not know it."""
    known = _granted(client, channel_id)
    return () if known is None else lacking(*known)


def may_read(client: discord.Client, channel_id: int) -> bool | None:
    """Whether what was said in a channel may be read; None where the cache does not know it."""
    known = _granted(client, channel_id)
    if known is None:
        return None
    granted, kind = known
    way_in = granted.view_channel and (kind != "voice" or granted.connect)
    return way_in and granted.read_message_history


def _granted(client: discord.Client, channel_id: int) -> tuple[discord.Permissions, Kind] | None:
    channel = client.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    me: discord.Member | None = channel.guild.me
    if me is None or (isinstance(channel, discord.Thread) and channel.parent is None):
        return None
    return channel.permissions_for(me), kind_of(channel)
