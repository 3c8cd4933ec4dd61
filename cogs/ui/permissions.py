"""What the bot has to be granted in a channel, and what of it is missing."""

import discord

from bot.games.errors import UserError


class MissingPermissions(UserError):
    """The bot may not do what showing a game takes; ``permissions`` by discord.py's names."""

    def __init__(self, permissions: tuple[str, ...]) -> None:
        super().__init__("missing_permission", permissions=permissions)
        self.permissions = permissions


def required(*, in_thread: bool) -> tuple[str, ...]:
    """The permissions that showing a game takes, by discord.py's names."""
    send = "send_messages_in_threads" if in_thread else "send_messages"
    return ("view_channel", send, "attach_files", "read_message_history")


THREAD = ("create_public_threads", "send_messages_in_threads")
"""What a thread of a game's own takes besides."""


def lacking(granted: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """Those required that are not granted; not those that only go missing along with another.

    Without View Channel there is nothing else, and without Send Messages nothing can be attached.
    """
    view, send, attach, history = required(in_thread=in_thread)
    if not granted.view_channel:
        return (view,)
    can_send = getattr(granted, send)
    gaps = {
        send: not can_send,
        attach: can_send and not granted.attach_files,
        history: not granted.read_message_history,
    }
    return tuple(name for name, missing in gaps.items() if missing)


def missing(client: discord.Client, channel_id: int) -> tuple[str, ...]:
    """Those missing in a channel as far as the cache knows; none where it does not know it."""
    channel = client.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return ()
    me: discord.Member | None = channel.guild.me
    in_thread = isinstance(channel, discord.Thread)
    if me is None or (in_thread and channel.parent is None):
        return ()
    return lacking(channel.permissions_for(me), in_thread=in_thread)
