"""The clock's verbs: what is due, reminders, and time during which nothing could be done.

Any number of processes may call them at once: each thing happens once.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from bot.games import attendance, clock
from bot.games.attendance import PAUSED_FOR
from bot.games.desk import Desk
from bot.games.model import Game, Outcome, Player, Reminder, Shards, Status, Tick, UserSettings
from bot.games.turns import finished, timed_out, went_on
from bot.storage import Times

SHORT: Final = timedelta(minutes=2)
"""A pause of a process that is not worth a credit: it beats every half minute."""


class Timekeeper(Desk):
    """The verbs of the loop that acts on deadlines.

    ``now`` is the time of the question what is due; what then happens goes by the games' clock.
    """

    async def beat(self, name: str, now: datetime, shards: Shards | None = None) -> timedelta:
        """Notes that this process lives, and credits its games with the time in which it did not.

        To be called at start before anything else of the clock, then at every round. ``name``
        stays the same from start to start; a new one goes by the last process that was seen.
        Returns the time credited: none if it was short.
        """
        before = await self._store.beat(name, now, SHORT)
        if before is None or now - before < SHORT:
            return timedelta(0)

        # Noted as alive only when all is credited: a process that is killed in the midst of it
        # goes on where it was, for each game tells up to when it has its credit.
        await self.credit(before, now, shards)
        await self._store.beat(name, now)
        return now - before

    async def credit(self, before: datetime, now: datetime, shards: Shards | None = None) -> None:
        """Games of these shards are given the time from ``before`` to ``now``; each only once."""

        def shift(times: Times, settings: UserSettings) -> Times:
            by = now - _lost_since(times, before, now)
            if by <= timedelta(0):
                return times
            later = replace(clock.moved(times, by, settings, now), credited_at=now)
            return replace(later, shown_ply=-1) if _shows_wrong(later) else later

        await self._store.credit(shift, shards)

    async def due(self, now: datetime, shards: Shards | None = None) -> list[int]:
        """The ids of the games that need a ``tick``: deadlines, pings, long runs, pauses."""
        return await self._store.due(now, shards)

    async def tick(self, game_id: int) -> Tick:
        """Does what is due in a game, whatever it is by now, and says what that was.

        Raises:
            UserError: ``no_game``.
        """

        async def once(game: Game) -> Tick:
            now = self._now()
            if game.due_at is None or game.due_at > now:
                return Tick(Outcome.NOTHING, game)
            match game.status:
                case _ if game.call_at is not None and game.call_at <= now:
                    return await self._called(game, now)
                case Status.PAUSED:
                    return await self._woken(game, now)
                case _ if game.deadline is not None and game.deadline <= now:
                    return await self._late(game, now)
                case _ if game.ping_at is not None and game.ping_at <= now:
                    return await self._pinged(game, now)
                case _:  # somebody's absence is over: the board says so no longer
                    return Tick(Outcome.WENT_ON, await self._went_on(game, game, now))

        return await self._locked(game_id, once)

    async def _late(self, game: Game, now: datetime) -> Tick:
        asked = self._asked_player(game)
        absent = asked if asked is not None and not asked.plays_itself(now) else None
        if absent is None:
            after = await self._played(game, game, went_on, now)
            return Tick(Outcome.WENT_ON, after)
        after = await self._played(game, game, timed_out, now)
        return Tick(Outcome.PLAYED, after, after.player(absent.id))

    async def _pinged(self, game: Game, now: datetime) -> Tick:
        after = replace(game, ping_at=None)
        if clock.is_muted(game):
            return Tick(Outcome.NOTHING, await self._store.save(after, at=now))
        soon = now + clock.PING_SUFFICES
        if game.waits_for is not None and game.remind_at is not None and game.remind_at <= soon:
            at = clock.next_reminder(game, game.settings_of(game.waits_for), soon)
            after = replace(after, remind_at=at)
        after = await self._store.save(after, at=now, redraw=True, ping=True)
        return Tick(Outcome.PINGED, after, self._asked_player(after))

    async def _called(self, game: Game, now: datetime) -> Tick:
        after = attendance.calling(game, game.settings_of(game.host_id), now)
        calls = after.calls_host
        after = await self._store.save(after, at=now, redraw=calls, call=calls)
        if not calls:  # they have quiet hours by now
            return Tick(Outcome.NOTHING, after)
        return Tick(Outcome.CALLED, after, after.player(after.host_id))

    async def _woken(self, game: Game, now: datetime) -> Tick:
        if game.expires_at is not None and game.expires_at <= now:
            after = finished(game, Status.ABANDONED, now)
            return Tick(Outcome.CLOSED, await self._store.save(after, at=now, redraw=True))
        return Tick(Outcome.WENT_ON, await self._went_on(game, game, now))

    @staticmethod
    def _asked_player(game: Game) -> Player | None:
        return None if game.waits_for is None else game.player(game.waits_for)

    async def reminders(self, now: datetime, shards: Shards | None = None) -> list[Reminder]:
        """The reminders that are to be sent now, one for each person; they will not come again.

        Never within quiet hours, nor sooner after the last one than the person allows.
        """
        sent: list[Reminder] = []
        for user_id in await self._store.to_remind(now, shards):
            claim = partial(clock.claim_reminders, now=now)
            games = await self._store.remind(user_id, now, claim, shards)
            if games:
                last = games[0].remind_at is None
                sent.append(Reminder(user_id, tuple(games), last))
        return sent

    async def reminded(
        self, user_id: int, channel_id: int, message_id: int
    ) -> tuple[int, int] | None:
        """That reminder has been sent; returns channel and message of the one before it, if any."""
        return await self._store.reminded(user_id, channel_id, message_id)

    # -- servers that the bot cannot see -------------------------------------------------------

    async def in_servers(
        self, guild_ids: Collection[int], shards: Shards | None = None
    ) -> tuple[list[int], list[int]]:
        """The bot is in these servers of the shards, and in no other.

        Returns the ids of the games that go on, and of those whose clocks stand still from now on.
        """
        here = set(guild_ids)
        running, suspended = await self._store.servers(shards)
        resumed = await self._resume(suspended & here)
        return resumed, await self._store.suspend(running - here, self._now())

    async def suspend(self, guild_id: int) -> list[int]:
        """The bot is no longer in that server: its games' clocks stand still. Their ids."""
        return await self._store.suspend([guild_id], self._now())

    async def resume(self, guild_id: int) -> list[int]:
        """The bot is in that server again: its games go on, with the time that was left. Their ids.

        Their boards are to be shown afresh.
        """
        # Mostly there is nothing to do, which must not keep anybody from writing.
        if not await self._store.is_suspended(guild_id):
            return []
        return await self._resume({guild_id})

    async def _resume(self, guild_ids: Collection[int]) -> list[int]:
        now = self._now()

        def shift(times: Times, settings: UserSettings) -> Times:
            if times.suspended_at is None:
                return times
            later = clock.moved(times, now - times.suspended_at, settings, now)
            return replace(later, suspended_at=None, shown_ply=-1)

        return await self._store.resume(guild_ids, shift)

    async def purge(self, before: datetime) -> int:
        """Deletes the games that have been suspended since before that time; how many."""
        return await self._store.purge(before)


def _lost_since(times: Times, before: datetime, now: datetime) -> datetime:
    """Since when a game has lost time that is not credited yet; the process last lived ``before``.

    Not since before its question was put, or it paused: those may be of the time after, while
    others were being credited.
    """
    paused_at = None if times.expires_at is None else times.expires_at - PAUSED_FOR
    began = (before, times.credited_at, times.asked_at, paused_at)
    return max(at for at in began if at is not None and at <= now)


def _shows_wrong(times: Times) -> bool:
    """Whether the time that a board shows is wrong by so much that it is to be shown anew.

    A tenth of it is not worth a message in every channel.
    """
    shown, ends = times.shown_until, times.ends_at
    if shown is None or ends is None:
        return False
    whole = times.limit if times.status is Status.PLAYING else PAUSED_FOR
    return (ends - shown) * 10 >= whole
