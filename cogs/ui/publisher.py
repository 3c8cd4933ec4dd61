"""The one thing that shows games: brings a game's message up to its newest stored position."""

import asyncio
import io
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar
from weakref import WeakValueDictionary

import discord

from bot.games.errors import UserError
from bot.games.model import Game, Played, Shards
from bot.games.service import Games
from cogs.ui.board_message import let_in_codes
from cogs.ui.budget import Budget
from cogs.ui.compose import compose
from cogs.ui.permissions import MissingPermissions, may_read, missing, required_there
from cogs.ui.place import Place
from cogs.ui.post import NOBODY, Post
from cogs.ui.rest import (
    NONE,
    REST_ERRORS,
    Code,
    NoPlace,
    cannot_be_edited,
    code_of,
    is_down,
    is_limited,
)
from cogs.ui.sent import Found, Unreadable, find_sent, found_in, mark_of, retire, sent_name
from rendering.renderer import Renderer

log = logging.getLogger(__name__)

T = TypeVar("T")

FRESH_FOR = timedelta(minutes=55)
"""Older messages are replaced: an hour after it was sent, Discord allows few edits (30046)."""

PAUSES = (1.0, 3.0)
"""Seconds before each new try when Discord is down: discord.py itself does not repeat a 503."""


EDITS = (5, 5.0)
"""Messages sent or edited in a channel within so many seconds: Discord's own bound (F26)."""


class Unshown(UserError):
    """``unshown``: Discord does not take the message now; it will be shown later."""


class _Stuck(Exception):
    """The message cannot be edited any more, but another can be sent."""


class Publisher:
    """Shows games in their channels, by the channel's route only: it needs no interaction."""

    def __init__(
        self,
        client: discord.Client,
        games: Games,
        renderer: Renderer,
        now: Callable[[], datetime],
        *,
        pauses: tuple[float, ...] = PAUSES,
        budget: Budget | None = None,
        shards: Shards | None = None,
    ) -> None:
        self._client = client
        self._games = games
        self._renderer = renderer
        self.now = now
        self._pauses = pauses
        self._budget = budget or Budget(*EDITS)
        self._shards = shards
        # Weak: a lock lives as long as somebody holds or awaits it, so memory does not grow (F45).
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._failures: dict[int, tuple[int, datetime]] = {}

    async def publish(self, game_id: int, *, fresh: bool = False) -> Game:
        """Show the newest stored position of a game; hands back the game as it is shown.

        Nothing is sent when it is shown already. Calls that wait for each other melt into one.

        Args:
            game_id: The game.
            fresh: Send the board anew at the end of the channel, even if it is up to date.

        Raises:
            MissingPermissions: Something that it takes is not granted in that channel.
            NoPlace: That channel has been deleted, or is a thread that is locked.
            Unshown: Discord does not take it now; ``catch_up`` tries again.
        """
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        async with lock:
            try:
                game = await self._publish(game_id, fresh)
            except Exception:
                tries = self._failures.get(game_id, (0, self.now()))[0] + 1
                pause = min(timedelta(hours=1), timedelta(seconds=30) * 2 ** min(tries, 8))
                self._failures[game_id] = (tries, self.now() + pause)
                raise
            self._failures.pop(game_id, None)
            return game

    async def bring(self, game: Game, elsewhere: Callable[[], Place]) -> Game:
        """Send a game's board anew: in its channel, or elsewhere in its server if that is gone.

        Raises:
            UserError: As ``publish`` and ``elsewhere`` say.
        """
        try:
            return await self.publish(game.id, fresh=True)
        except NoPlace:
            place = elsewhere()
            if place.guild_id != game.guild_id or place.channel_id == game.channel_id:
                raise
            await self._games.moved_to(game.id, place.channel_id)
            return await self.publish(game.id)

    async def without_channel(self, games: Iterable[Game]) -> frozenset[int]:
        """The ids of those games whose channel has been deleted."""
        gone: set[int] = set()
        for game in games:
            if self._client.get_channel(game.channel_id) is not None:
                continue
            # Of a thread that is archived no cache knows either.
            try:
                await self._client.fetch_channel(game.channel_id)
            except discord.NotFound:
                gone.add(game.id)
            except (*REST_ERRORS, discord.InvalidData) as error:
                log.info("whether game %d has a channel is not known: %s", game.id, error)
        return frozenset(gone)

    @asynccontextmanager
    async def catching_up(self, game_id: int) -> AsyncIterator[None]:
        """Where work is refused, bring the board up to date before the refusal goes on.

        "Look at the newest board" helps nobody as long as that one has not been shown.
        """
        try:
            yield
        except UserError:
            # Whoever pressed is told something of more use to them than why this may fail.
            with suppress(UserError):
                await self.publish(game_id)
            raise

    async def catch_up(self) -> None:
        """Show all games that lag; one that cannot be shown is tried again later, ever rarer."""
        now = self.now()
        lagging = [
            game_id
            for game_id in await self._games.lagging(self._shards)
            if game_id not in self._failures or self._failures[game_id][1] <= now
        ]
        slots = asyncio.Semaphore(4)

        async def show(game_id: int) -> None:
            async with slots:
                try:
                    await self.publish(game_id)
                except UserError as error:
                    log.warning("game %d cannot be shown yet: %s", game_id, error)
                except Exception:
                    log.exception("game %d cannot be shown", game_id)

        await asyncio.gather(*(show(game_id) for game_id in lagging))

    async def _publish(self, game_id: int, fresh: bool) -> Game:
        game, story = await self._games.told(game_id)
        if game.sending is not None:
            await self._recover(game, story, game.sending)
            game, story = await self._games.told(game_id)
        while fresh or game.shown_ply < game.ply:
            if await self._budget.turn(game.channel_id):
                # What has happened during the wait goes into the same message.
                game, story = await self._games.told(game_id)
            shown = await self._show(game, story, fresh)
            if shown is not None:
                return shown
            fresh = False
            game, story = await self._games.told(game_id)
        return game

    async def _show(self, game: Game, story: Sequence[Played], fresh: bool) -> Game | None:
        """The game as its message shows it; None if more has happened meanwhile."""
        lacks = missing(self._client, game.channel_id)
        post = compose(game, story, lacks)
        png = await self._picture(game, post, lacks)
        old = None if fresh or post.tells else self._editable(game)
        if old is not None:
            try:
                return await self._edit(game, old, post, png)
            except _Stuck as reason:
                log.info("game %d gets a fresh message: %s", game.id, reason)
        return await self._send(game, post, png)

    async def _picture(self, game: Game, post: Post, lacks: Sequence[str]) -> bytes | None:
        """The picture, if there is one and it may be attached."""
        if post.scene is None or "attach_files" in lacks:
            return None
        try:
            return await self._renderer.png(post.scene)
        except Exception:
            # A board in words is better than a game that stands still.
            log.exception("game %d cannot be drawn at ply %d", game.id, game.ply)
            return None

    def _editable(self, game: Game) -> discord.PartialMessage | None:
        if game.message_id is None or game.message_at is None:
            return None
        if self.now() - game.message_at >= FRESH_FOR:
            return None
        return self._channel(game).get_partial_message(game.message_id)

    async def _edit(
        self, game: Game, old: discord.PartialMessage, post: Post, png: bytes | None
    ) -> Game | None:
        name = f"parchis-{game.id}-{game.ply}.png"
        view = post.view(None if png is None else name, None)
        try:
            await self._patiently(
                lambda: old.edit(
                    view=view,
                    attachments=_files(png, name),
                    # An edit notifies nobody; without this, discord.py sends nothing and Discord
                    # takes every mention in the text for meant.
                    allowed_mentions=post.allowed(),
                )
            )
        except REST_ERRORS as error:
            if cannot_be_edited(error):
                raise _Stuck(str(error)) from error
            raise await self._refusal(game, error) from error
        return await self._noted(replace(game, asked_id=post.asked_id), game)

    async def _send(self, game: Game, post: Post, png: bytes | None) -> Game | None:
        nonce = await self._games.sending(game)
        allowed = post.allowed() if post.tells else NONE
        message = await self._sent(game, post, png, nonce, allowed)
        # The old message goes before the new one is noted: should all stop in between, the search
        # for the nonce leads here again, and never two boards keep their buttons.
        await self._retire(game, message.id)
        sent = replace(
            game,
            message_id=message.id,
            message_at=message.created_at,
            asked_id=post.asked_id,
            called_at=message.created_at if post.calls_host else game.called_at,
        )
        return await self._noted(sent, game)

    async def _noted(self, shown: Game, before: Game) -> Game | None:
        """Stores which message shows a game; the game, or None if more has happened meanwhile."""
        all_of_it = await self._games.shown(
            before,
            message_id=shown.message_id,
            message_at=shown.message_at,
            asked_id=shown.asked_id,
            called_host=shown.called_at != before.called_at,
        )
        return replace(shown, shown_ply=shown.ply) if all_of_it else None

    async def _sent(
        self,
        game: Game,
        post: Post,
        png: bytes | None,
        nonce: str,
        allowed: discord.AllowedMentions,
    ) -> discord.Message:
        """The message, sent under that nonce; for some minutes Discord takes each only once."""
        channel = self._channel(game)
        name = sent_name(nonce)

        def send(png: bytes | None) -> Awaitable[discord.Message]:
            return channel.send(
                view=post.view(None if png is None else name, mark_of(nonce)),
                files=_files(png, name),
                allowed_mentions=allowed,
                nonce=nonce,
            )

        try:
            try:
                return await self._patiently(lambda: send(png))
            except discord.Forbidden as error:
                # Only Attach Files may be missing, without our knowing it: words instead.
                if png is None or error.code != Code.MISSING_PERMISSIONS:
                    raise
                return await self._patiently(lambda: send(None))
        except REST_ERRORS as error:
            raise await self._refusal(game, error) from error

    async def _recover(self, game: Game, story: Sequence[Played], nonce: str) -> None:
        """Look for the message that was about to be sent when all stopped, and make it the one."""
        try:
            readable = may_read(self._client, game.channel_id)
            found = await find_sent(self._channel(game), nonce, may_read=readable)
        except Unreadable:
            found = await self._send_again(game, story, nonce)
        except REST_ERRORS as error:
            raise await self._refusal(game, error) from error
        called_host = False
        message_id, message_at, asked_id = game.message_id, game.message_at, game.asked_id
        if found is not None:
            await self._retire(game, found.message.id)
            message_id, message_at = found.message.id, found.message.created_at
            asked_id = found.asked_id or (None if game.asked_id is None else NOBODY)
            # What it shows of requests it has told the host, or an earlier one has.
            called_host = game.calls_host and found.requests >= let_in_codes(game)
        # As of no version: it may show less than is stored by now, so the game goes on lagging.
        await self._games.shown(
            replace(game, version=-1),
            message_id=message_id,
            message_at=message_at,
            asked_id=asked_id,
            called_host=called_host,
        )

    async def _send_again(self, game: Game, story: Sequence[Played], nonce: str) -> Found:
        """Send under a nonce that may have been used, where nobody can look whether it was.

        If it was some minutes ago, Discord hands back the message that it has. If it was earlier,
        this one comes in addition, so it pings nobody: whom it asks may have been pinged.
        """
        log.warning("game %d: whether %s was sent cannot be looked up", game.id, nonce)
        await self._budget.turn(game.channel_id)
        lacks = missing(self._client, game.channel_id)
        post = compose(game, story, lacks)
        png = await self._picture(game, post, lacks)
        message = await self._sent(game, post, png, nonce, NONE)
        return found_in(message)

    async def _retire(self, game: Game, successor: int) -> None:
        if game.message_id is not None and game.message_id != successor:
            await retire(self._channel(game), game.message_id)

    def _channel(self, game: Game) -> discord.PartialMessageable:
        # Partial: works for channels and threads that no cache knows (F46), without a request.
        return self._client.get_partial_messageable(game.channel_id, guild_id=game.guild_id)

    async def _patiently(self, call: Callable[[], Awaitable[T]]) -> T:
        """The call's result, tried again when Discord or the way to it is down for a moment.

        Each try builds its file anew: what was read by a failed one would be sent empty (F20).
        """
        for pause in self._pauses:
            try:
                return await call()
            except REST_ERRORS as error:
                if is_limited(error) or not is_down(error):
                    raise
                log.info("Discord is down, once more: %s", error)
            await asyncio.sleep(pause)
        return await call()

    async def _refusal(self, game: Game, error: Exception) -> Exception:
        """What to raise for a failed call: a refusal that names its reason, or the error itself."""
        match code_of(error):
            case Code.MISSING_ACCESS | Code.MISSING_PERMISSIONS:
                known = missing(self._client, game.channel_id)
                return MissingPermissions(
                    known or required_there(self._client, game.guild_id, game.channel_id)
                )
            case Code.UNKNOWN_CHANNEL:
                # Nothing can be shown any more, so it no longer lags; `bring` moves it elsewhere,
                # and then whoever is asked is mentioned: they cannot know where to look.
                asked_id = None if game.asked_id is None else NOBODY
                await self._games.shown(game, message_id=None, message_at=None, asked_id=asked_id)
                return NoPlace()
            case Code.ARCHIVED:
                # A new message revives a thread that is only archived: this one is locked.
                return NoPlace(locked=True)
            case Code.UNKNOWN_MESSAGE:
                # Of calls that name no message it is no more than a failure of Discord's.
                return Unshown("unshown")
            case _:
                return Unshown("unshown") if is_down(error) or is_limited(error) else error


def _files(png: bytes | None, name: str) -> list[discord.File]:
    return [] if png is None else [discord.File(io.BytesIO(png), filename=name)]
