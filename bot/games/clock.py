"""When a question ends and when somebody is reminded of it: arithmetic of instants, no storage."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final, TypeVar

from bot.games.model import Game
from bot.games.pace import zone_of
from bot.storage.records import Pace, Player, Status, Times, UserSettings

Timed = TypeVar("Timed", Game, Times)

HERE_FOR: Final = timedelta(minutes=2)
"""Who acted so recently seems to be here: the board is edited and nobody pinged."""
PING_AFTER: Final = timedelta(minutes=3)
"""Who seemed to be here and has not acted by then is pinged after all."""
PING_SUFFICES: Final = timedelta(minutes=1)
"""A reminder so soon after a ping would say the same twice."""
MOST_QUIET: Final = timedelta(hours=12)
"""A limit is moved by so much at most."""
MARGIN: Final = timedelta(minutes=5)
"""So long before quiet hours, at the latest, comes what would fall into them; and a reminder so
soon after the question itself would say nothing new."""
LONGEST_LEAD: Final = timedelta(hours=1)
SHORTEST_LEAD: Final = timedelta(minutes=1)

NO_QUESTION: Final[Mapping[str, None]] = {
    "waits_for": None,
    "asked_at": None,
    "deadline": None,
    "remind_at": None,
    "ping_at": None,
}
"""The fields of a game that asks nobody."""


def quiet_hours(settings: UserSettings, at: datetime) -> tuple[datetime, datetime] | None:
    """The beginning and the end of the quiet hours in which an instant lies, in UTC, or None."""
    if settings.quiet_from is None or settings.quiet_to is None:
        return None
    zone = zone_of(settings)
    today = at.astimezone(zone).date()
    overnight = settings.quiet_to <= settings.quiet_from
    for day in (today - timedelta(days=1), today):
        begin = min(_instants(day, settings.quiet_from, zone))
        last = day + timedelta(days=1) if overnight else day
        end = max(_instants(last, settings.quiet_to, zone))
        if begin <= at < end:
            return begin, end
    return None


def _instants(day: date, minute: int, zone: tzinfo) -> tuple[datetime, datetime]:
    """The instants at which clocks show a time.

    Two different ones when they are put back, and when they are put forward over it.
    """
    local = datetime.combine(day, time(minute // 60, minute % 60), zone)
    return local.astimezone(UTC), local.replace(fold=1).astimezone(UTC)


def deadline_for(asked_at: datetime, limit: timedelta, settings: UserSettings) -> datetime:
    """When a question ends: not within quiet hours, unless they are longer than 12 hours."""
    due = asked_at + limit
    quiet = quiet_hours(settings, due)
    return due if quiet is None else min(quiet[1], due + MOST_QUIET)


def reminders_for(game: Game, settings: UserSettings) -> tuple[datetime, ...]:
    """When whoever is asked is to be reminded, in order; at half the time and before the end.

    None in a live game, in quiet hours, or so soon after the question that it says nothing new.
    """
    if game.asked_at is None or game.deadline is None or game.pace is Pace.LIVE:
        return ()
    if not settings.reminders:
        return ()
    lead = min(max(game.limit / 10, SHORTEST_LEAD), LONGEST_LEAD)
    times = (game.asked_at + game.limit / 2, game.deadline - lead)
    first = game.asked_at + MARGIN
    moved = (_out_of_quiet(settings, at, first) for at in times)
    return tuple(sorted({at for at in moved if first <= at < game.deadline}))


def _out_of_quiet(settings: UserSettings, at: datetime, first: datetime) -> datetime:
    """The instant, or one before the quiet hours in which it lies; after them if that is past."""
    quiet = quiet_hours(settings, at)
    if quiet is None:
        return at
    before = quiet[0] - MARGIN
    return before if before >= first else quiet[1]


def next_reminder(game: Game, settings: UserSettings, after: datetime) -> datetime | None:
    """The next reminder after an instant."""
    return next((at for at in reminders_for(game, settings) if at > after), None)


def asking(game: Game, player: Player, settings: UserSettings, now: datetime) -> Game:
    """The game with its question put to a player now."""
    asked = replace(
        game,
        waits_for=player.id,
        asked_at=now,
        deadline=deadline_for(now, game.limit, settings),
        ping_at=None,
    )
    if player.acted_at is not None and now - player.acted_at < HERE_FOR:
        # A limit of three minutes or less leaves no room for that: then at half of it.
        after = PING_AFTER if game.limit > PING_AFTER else game.limit / 2
        asked = replace(asked, ping_at=now + after)
    return replace(asked, remind_at=next_reminder(asked, settings, now))


def moved(game: Timed, by: timedelta, settings: UserSettings, now: datetime) -> Timed:
    """The game with all that is to come later by a time during which nothing could be done."""
    if game.status is Status.LOBBY or by <= timedelta(0):
        return game
    later = replace(
        game,
        expires_at=_later(game.expires_at, by),
        ping_at=_later(game.ping_at, by),
    )
    if game.asked_at is None or game.deadline is None or game.waits_for is None:
        return later
    deadline = deadline_for(game.deadline, by, settings)
    # As if it had been asked later: half of what is left is half of the limit then.
    later = replace(later, asked_at=game.asked_at + by, deadline=deadline)
    if game.remind_at is None:
        return later
    at = _out_of_quiet(settings, game.remind_at + by, now)
    return replace(later, remind_at=at if at < deadline else None)


def _later(at: datetime | None, by: timedelta) -> datetime | None:
    return None if at is None else at + by


def claim_reminders(
    settings: UserSettings, games: Sequence[Game], now: datetime
) -> dict[int, tuple[datetime | None, bool]]:
    """What becomes of a person's reminders: by game, when the next is due and if one is sent now.

    What would come within the interval that the person allows comes now too, in one summary, but
    for questions about which they are yet to be pinged: each has a message of its own soon.
    Games that are not mentioned stay as they are.
    """
    games = [game for game in games if game.ping_at is None]
    due = [game for game in games if game.remind_at is not None and game.remind_at <= now]
    if not due:
        return {}
    if not settings.reminders:
        return {game.id: (None, False) for game in games}
    verdicts: dict[int, tuple[datetime | None, bool]] = {}
    for game in due:
        if is_muted(game):
            verdicts[game.id] = (None, False)
    due = [game for game in due if game.id not in verdicts]
    allowed = now
    if settings.last_reminded_at is not None:
        allowed = max(allowed, settings.last_reminded_at + settings.reminder_every)
    quiet = quiet_hours(settings, allowed)
    if quiet is not None:
        allowed = quiet[1]
    if allowed > now:
        for game in due:
            in_time = game.deadline is not None and allowed < game.deadline
            verdicts[game.id] = (allowed if in_time else None, False)
        return verdicts
    if due:
        soon = now + settings.reminder_every
        for game in games:
            if game.remind_at is not None and game.remind_at <= soon and not is_muted(game):
                after = max(now, game.remind_at)
                verdicts[game.id] = (next_reminder(game, settings, after), True)
    return verdicts


def is_muted(game: Game) -> bool:
    """Whether whoever is asked wants to hear no more of this question."""
    player = None if game.waits_for is None else game.player(game.waits_for)
    return player is not None and player.muted_ply == game.ply
