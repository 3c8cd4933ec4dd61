"""A message about a game, ready to be sent or edited in."""

from collections.abc import Callable
from dataclasses import dataclass

import discord

from cogs.ui.rest import NONE
from rendering.board import Scene

Build = Callable[[str | None, int | None], discord.ui.LayoutView]


NOBODY = 0
"""Stands for who is asked where nobody is any more: None is nobody yet, or not told yet."""


@dataclass(frozen=True, slots=True)
class Post:
    """What a game's message is to show, whom it asks and whom it tells."""

    view: Build
    """Builds the message: given the picture's file name (None: words instead) and the mark that
    its first component is to bear."""
    asked_id: int | None = None
    """Who is asked, and therefore mentioned; NOBODY in a game that has asked before."""
    told: tuple[int, ...] = ()
    """Who is named in it and may be notified by it."""
    tells: bool = False
    """Whether it tells them something new: then it has to be sent, for an edit notifies nobody."""
    calls_host: bool = False
    """Whether one of those told is the host, about a request for a seat."""
    scene: Scene | None = None
    """The picture; None where there is none."""

    def allowed(self) -> discord.AllowedMentions:
        """The mentions that are meant: of those told, and of nobody else, whatever the text."""
        if not self.told:
            return NONE
        users = [discord.Object(user_id) for user_id in self.told]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)
