"""The composition root: the bot on Discord, with its commands, its buttons and its clock."""

import asyncio
import gc
import logging
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.games.errors import UserError
from bot.games.model import Shards
from bot.games.service import Games
from bot.i18n import command_text
from cogs.services import Services
from cogs.ui.answers import respond
from cogs.ui.budget import Budget
from cogs.ui.clockwork import Clockwork, logged
from cogs.ui.publisher import PAUSES, Publisher
from cogs.ui.reminders import Reminders
from cogs.ui.router import Router
from cogs.ui.studio import Studio
from rendering.renderer import Renderer

log = logging.getLogger(__name__)

COGS: Final = ("cogs.parchis",)

TICK: Final = 15.0
"""Seconds between two looks at what is due: a quarter of the shortest limit."""

PURGE_AFTER: Final = timedelta(days=30)
"""So long are the games of a server kept that the bot was removed from."""

PATIENCE: Final = 2.0
"""Seconds that answers under way are given when the bot stops; in all it may take five."""


def now() -> datetime:
    """The time, aware. The library's own, so that a simulated Discord can lend its clock."""
    return discord.utils.utcnow()


def settle() -> None:
    """Take what has been loaded out of the garbage collector's sight; it is here to stay.

    To look through it all takes a twentieth of a second now and then, in which nobody is answered.
    """
    gc.collect()
    gc.freeze()


class ParchisBot(commands.AutoShardedBot):
    """The bot. It is given its services and remembers nothing: all it knows is in the database."""

    def __init__(
        self,
        games: Games,
        renderer: Renderer,
        now: Callable[[], datetime],
        *,
        pauses: tuple[float, ...] = PAUSES,
        budget: Budget | None = None,
        shard_ids: Sequence[int] | None = None,
        shard_count: int | None = None,
        purge_after: timedelta = PURGE_AFTER,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,  # there are none; this one reads no messages
            help_command=None,
            tree_cls=_Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            # Without it the library sleeps for as long as Discord says, while the game waits
            # (30046 says up to an hour); with it RateLimited is raised.
            max_ratelimit_timeout=30,
            shard_ids=None if shard_ids is None else list(shard_ids),  # pyright: ignore[reportArgumentType] (None is its default)
            shard_count=shard_count,
        )
        # Without shards of its own a process looks after all servers, whatever their number.
        shards = None
        if shard_ids is not None and shard_count is not None:
            shards = Shards(tuple(shard_ids), shard_count)
        self.games = games
        self.renderer = renderer
        self.publisher = Publisher(
            self, games, renderer, now, pauses=pauses, budget=budget, shards=shards
        )
        self.clockwork = Clockwork(
            games,
            self.publisher,
            Reminders(self, games),
            now,
            name="all" if shards is None else f"{shards.count}:{','.join(map(str, shards.ids))}",
            shards=shards,
            purge_after=purge_after,
        )
        self.studio = Studio(games, renderer)
        self.services = Services(games, self.publisher, self.studio)
        self._router = Router(games, self.publisher, self.studio)
        self._background: set[asyncio.Task[Any]] = set()
        self._answering: set[asyncio.Task[Any]] = set()

    async def setup_hook(self) -> None:
        """Load the cogs; registering the commands and drawing the empty board go on beside it."""
        await self.tree.set_translator(_Translator())
        for cog in COGS:
            await self.load_extension(cog)
        self._beside(self._register())
        self.renderer.warm()
        self._clock.start()

    async def on_ready(self) -> None:
        """All shards of this process know their servers: what changed while it did not run is done.

        Called again after each new session, which then finds nothing to do.
        """
        log.info("ready as %s in %d servers", self.user, len(self.guilds))
        # Servers with an outage are among them.
        await self.clockwork.ready(lambda: [guild.id for guild in self.guilds])

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The games of a server go on that the bot had been removed from (F29)."""
        await self._resume(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Mostly the end of an outage; but which of the two it is, Discord does not always say."""
        await self._resume(guild)

    async def _resume(self, guild: discord.Guild) -> None:
        if not self.is_ready():  # each server is told of at the start: `on_ready` is for them all
            return
        await logged(partial(self.clockwork.joined, guild.id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Stop the clocks of a server's games. One that is only unavailable comes not here."""
        await logged(partial(self.games.suspend, guild.id))

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Its people are not reminded until it is back (F46)."""
        self.clockwork.lost(shard_id, self.shard_count or 1)

    async def on_shard_connect(self, shard_id: int) -> None:
        """It has a new session."""
        self.clockwork.found(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """It goes on with its session."""
        self.clockwork.found(shard_id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Route a press; commands have been taken by the tree already."""
        # Shielded by nothing: `close` waits for these, and cancels what takes too long.
        answering = asyncio.ensure_future(self._router.route(interaction))
        self._answering.add(answering)
        answering.add_done_callback(self._answering.discard)
        await answering

    async def close(self) -> None:
        """Stop within five seconds: let answers under way finish, then end the rest."""
        self._clock.cancel()
        self.clockwork.close()
        for task in self._background:
            task.cancel()
        if self._answering:
            _, late = await asyncio.wait(self._answering, timeout=PATIENCE)
            for task in late:  # stored they are; the next start shows them
                task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        await super().close()

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        # The loop itself holds tasks weakly.
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _register(self) -> None:
        """Tell Discord the commands, once a process. Failing at it stops nothing else (F14)."""
        try:
            await self.tree.sync()
        except Exception:
            log.exception("the commands could not be registered; those known go on working")

    @tasks.loop(seconds=TICK)
    async def _clock(self) -> None:
        """Do what is due. An error of one round is logged, and the next one comes (F35)."""
        await self.wait_until_ready()
        await logged(self.clockwork.round)


class _Tree(app_commands.CommandTree[ParchisBot]):
    """Commands answer by themselves; this is for what goes wrong before one is reached."""

    async def on_error(
        self, interaction: discord.Interaction[ParchisBot], error: app_commands.AppCommandError, /
    ) -> None:
        if interaction.type is not discord.InteractionType.application_command:
            log.error("autocompletion failed", exc_info=error)
            return

        async def work(_locale: str) -> None:
            if isinstance(
                error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound
            ):
                # Discord still offers a command of another version.
                raise UserError("old_command") from error
            raise error

        await respond(interaction, work, thinking=True)


class _Translator(app_commands.Translator):
    """Names and descriptions of commands, from the catalogs."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        key = string.extras.get("key")
        return None if key is None else command_text(locale.value, key)
