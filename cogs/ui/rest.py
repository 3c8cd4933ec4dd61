"""What Discord's API answers when it does not do what was asked."""

from enum import IntEnum

import aiohttp
import discord

from bot.games.errors import UserError

NONE = discord.AllowedMentions.none()

REST_ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""All that a call raises when Discord or the way to it is at fault."""


class NoPlace(UserError):
    """``channel_gone``, or ``thread_locked``: the game can go on in another channel."""

    def __init__(self, *, locked: bool = False) -> None:
        super().__init__("thread_locked" if locked else "channel_gone")


class Code(IntEnum):
    """The error codes that mean something to us; the rest is unexpected."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_INTERACTION = 10062
    OLD_EDITS = 30046
    """An HTTP 429: a message older than an hour has been edited too often."""
    ALREADY_ACKNOWLEDGED = 40060
    MISSING_ACCESS = 50001
    NOT_OURS = 50005
    MISSING_PERMISSIONS = 50013
    ARCHIVED = 50083
    """The thread is archived: nothing in it can be edited, but a new message revives it."""


def code_of(error: Exception) -> int:
    """Discord's code of a failed call, 0 for none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def is_down(error: Exception) -> bool:
    """Whether Discord or the way to it is at fault, so that the same call may do later."""
    return error.status >= 500 if isinstance(error, discord.HTTPException) else True


def is_limited(error: Exception) -> bool:
    """Whether Discord wants fewer calls; discord.py waits by itself where the wait is short."""
    if isinstance(error, discord.HTTPException):
        return error.status == 429
    return isinstance(error, discord.RateLimited)


def cannot_be_edited(error: Exception) -> bool:
    """Whether a message has had its day, while another can be sent: gone, archived, too old."""
    return is_limited(error) or code_of(error) in {
        Code.UNKNOWN_MESSAGE,
        Code.OLD_EDITS,
        Code.NOT_OURS,
        Code.ARCHIVED,
    }
