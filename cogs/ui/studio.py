"""Pictures and animations that somebody asks for in private, drawn on demand."""

import asyncio
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.games import telling
from bot.games.errors import Stale, UserError
from bot.games.model import Game, Played
from bot.games.service import Games
from bot.i18n import text
from bot.rules import State
from cogs.ui import looking_pages
from cogs.ui.answers import Answer, Attachment, Instead, Pictured, explain
from cogs.ui.ids import Press
from cogs.ui.parts import note
from cogs.ui.rest import NONE, REST_ERRORS
from cogs.ui.scene import pictures, scene
from rendering.renderer import Renderer

NOTED_EVERY: Final = 2.0
"""Seconds between two progress notes: each is a request to Discord."""
MARGIN: Final = 64 * 1024
"""Bytes of a limit that are left free: what else is in a request may count too."""


@dataclass(frozen=True, slots=True)
class Studio:
    """Answers with pictures. It keeps nothing but who is waiting for an animation."""

    games: Games
    renderer: Renderer
    _waiting: set[int] = field(default_factory=set[int])

    async def since(self, game: Game, user_id: int, locale: str) -> Answer:
        """What somebody has missed, as a picture and in words.

        Raises:
            UserError: ``nothing_played``.
        """
        state = _played(game)
        story = await self.games.missed(game, user_id)
        drawn = scene(game, state, story, locale=locale, options=game.waits_for == user_id)
        file = Attachment(f"parchis-{game.id}-{game.ply}-since.png", await self.renderer.png(drawn))
        view = looking_pages.since_page(locale, game, state, story, user_id, file.filename)
        return Pictured(view, file)

    async def words(self, game: Game, user_id: int, locale: str) -> Answer:
        """The position as text, with what somebody has missed.

        Raises:
            UserError: ``not_started``.
        """
        if game.state is None:
            raise UserError("not_started")
        story = await self.games.missed(game, user_id)
        return looking_pages.text_page(locale, game, game.state, story)

    async def steps(self, game: Game, locale: str, ply: int = 0) -> Pictured:
        """A message in which to step through a game, open at the picture of a ply.

        Raises:
            UserError: ``nothing_played``.
        """
        state = _played(game)
        story = await self.games.story(game)
        all_of_it = pictures(game, state, story, locale=locale)
        # A press names a ply at which there is a picture; anything else is near one.
        at = max(index for index, (shown, _) in enumerate(all_of_it) if index == 0 or shown <= ply)
        plies = [shown for shown, _ in all_of_it]
        shown, drawn = all_of_it[at]
        turn = telling.turn_until(story, shown)
        file = Attachment(f"parchis-{game.id}-{shown}.png", await self.renderer.png(drawn))
        view = looking_pages.step_page(locale, game, drawn.state, turn, plies, at, file.filename)
        return Pictured(view, file)

    async def step(self, press: Press, locale: str) -> Answer:
        """The message that a button of ``steps`` asks for: in its place, or opened.

        Raises:
            UserError: ``nothing_played``, ``no_game``.
            Stale: No message of ours has such a button.
        """
        if press.code not in (looking_pages.OPEN, *looking_pages.WAYS):
            raise Stale("stale")
        found = await self.steps(await self.games.get(press.game), locale, press.ply)
        if press.code == looking_pages.OPEN:
            return found
        return Instead(found.view, found.attachment)

    async def film(
        self, interaction: discord.Interaction, game: Game, locale: str, *, whole: bool
    ) -> Answer:
        """A game as an animation, the whole of it or what the person has missed.

        While it is drawn, the placeholder of the answer tells how far it is.

        Raises:
            UserError: ``nothing_played``, ``nothing_since``, ``replay_busy``.
        """
        state = _played(game)
        user_id = interaction.user.id
        story = await self.games.story(game)
        since = 0
        if not whole:
            missed = await self.games.missed(game, user_id, at_most=game.ply)
            if not missed:
                raise UserError("nothing_since")
            since = missed[0].entry.ply
        if user_id in self._waiting:
            raise UserError("replay_busy")
        self._waiting.add(user_id)
        progress = _Progress(interaction, locale)
        try:
            return await self._filmed(interaction, game, state, story, since, locale, progress)
        except Exception as error:
            # What went wrong takes the place of the note that it is being made.
            return Instead(note(explain(error, locale)))
        finally:
            self._waiting.discard(user_id)
            await progress.end()

    async def _filmed(
        self,
        interaction: discord.Interaction,
        game: Game,
        state: State,
        story: list[Played],
        since: int,
        locale: str,
        progress: "_Progress",
    ) -> Answer:
        frames = [drawn for _, drawn in pictures(game, state, story, locale=locale, since=since)]
        try:
            gif = await self.renderer.gif(
                frames, interaction.filesize_limit - MARGIN, progress=progress.tell
            )
        except ValueError as error:  # not one frame fits
            raise UserError("replay_limit") from error
        file = Attachment(f"parchis-{game.code}-{since}-{game.ply}.gif", gif)
        return Instead(looking_pages.film_page(locale, game, since, file.filename), file)


def _played(game: Game) -> State:
    if game.state is None or game.ply == 0:
        raise UserError("nothing_played")
    return game.state


class _Progress:
    """Tells in a command's placeholder how far an animation is, now and then."""

    def __init__(self, interaction: discord.Interaction, locale: str) -> None:
        self._interaction = interaction
        self._locale = locale
        self._told = asyncio.get_running_loop().time()
        # What is called from another thread has none, and discord.py keeps in it how it sends.
        self._context = copy_context()
        self._telling: asyncio.Task[None] | None = None

    def tell(self, done: int, total: int) -> None:
        """Take note of a frame, and tell it if the last note is old enough."""
        now = asyncio.get_running_loop().time()
        if now - self._told < NOTED_EVERY or (self._telling and not self._telling.done()):
            return
        self._told = now
        self._telling = asyncio.create_task(self._tell(100 * done // total), context=self._context)

    async def end(self) -> None:
        """No note comes after this: the answer follows."""
        if self._telling is not None:
            await self._telling

    async def _tell(self, percent: int) -> None:
        view = note(text(self._locale, "film.progress", percent=percent))
        try:
            await self._interaction.edit_original_response(view=view, allowed_mentions=NONE)
        except REST_ERRORS:
            return  # the token may have run out; the animation goes on
