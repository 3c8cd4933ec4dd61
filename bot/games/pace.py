"""How long a question may wait, and what people write for lengths, times of day and dates."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.games.errors import UserError
from bot.storage.records import Autopilot, Pace, UserSettings

LIMITS: Final = {
    Pace.LIVE: timedelta(minutes=3),
    Pace.DAY: timedelta(hours=24),
    Pace.SLOW: timedelta(hours=72),
}
"""The time for each question unless another one is set."""
SHORTEST: Final = timedelta(minutes=1)
LONGEST: Final = timedelta(days=14)

LEAST_INTERVAL: Final = timedelta(minutes=10)
MOST_INTERVAL: Final = timedelta(days=7)

_UNITS: Final = {
    timedelta(minutes=1): ("", "m", "min", "mins", "minute", "minutes", "minuto", "minutos"),
    timedelta(hours=1): ("h", "hr", "hrs", "hour", "hours", "hora", "horas"),
    timedelta(days=1): ("d", "day", "days", "dia", "día", "dias", "días"),
    timedelta(weeks=1): ("w", "week", "weeks", "semana", "semanas"),
}
_UNIT: Final = {word: unit for unit, words in _UNITS.items() for word in words}
_PART: Final = re.compile(r"([0-9]{1,6}(?:[.,][0-9]{1,3})?) *([^\W\d_]*)[ ,]*")
_AND: Final = re.compile(r" +(?:and|y) +")


def parse_length(text: str) -> timedelta | None:
    """A length of time as people write it, in English or Spanish; None if it is none.

    A number alone is minutes.

    >>> parse_length("1d 12h") == parse_length("36 horas") == timedelta(hours=36)
    True
    """
    text = _AND.sub(" ", text.strip().lower())
    total, at = timedelta(0), 0
    while at < len(text):
        part = _PART.match(text, at)
        unit = None if part is None else _UNIT.get(part[2])
        if part is None or unit is None:
            return None
        total += float(part[1].replace(",", ".")) * unit
        at = part.end()
    return total if at else None


def parse_limit(text: str) -> timedelta:
    """The limit that somebody wrote, from 1 minute to 14 days.

    Raises:
        UserError: ``bad_limit``.
    """
    length = parse_length(text)
    if length is None:
        raise UserError("bad_limit")
    return checked_limit(length)


def checked_limit(limit: timedelta) -> timedelta:
    """The limit in whole seconds.

    Raises:
        UserError: ``bad_limit``: less than a minute or more than 14 days.
    """
    if not SHORTEST <= limit <= LONGEST:
        raise UserError("bad_limit")
    return timedelta(seconds=round(limit.total_seconds()))


_MINUTE: Final = re.compile(r"([0-9]{1,2})(?:[:.h]([0-9]{2}))? *h?", re.IGNORECASE)


def parse_minute(text: str) -> int:
    """The minute of the day of a time such as ``22:30``, ``8`` or ``7.15``.

    Raises:
        UserError: ``bad_time``.
    """
    found = _MINUTE.fullmatch(text.strip())
    if found is None or int(found[1]) > 23 or int(found[2] or 0) > 59:
        raise UserError("bad_time")
    return int(found[1]) * 60 + int(found[2] or 0)


_ISO_DATE: Final = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_DATE: Final = re.compile(r"([0-9]{1,2})[/.]([0-9]{1,2})[/.]?([0-9]{4})?")


def parse_until(text: str, settings: UserSettings, now: datetime) -> datetime:
    """The instant until which somebody is away: after a length, or at the beginning of a date.

    Dates are ``2026-12-24`` or, day first, ``24/12`` and ``24.12.2026``, in their time zone.

    Raises:
        UserError: ``bad_until`` (it is neither), ``past_until``.
    """
    text = text.strip()
    length = None if _DATE.fullmatch(text) else parse_length(text)
    if length is not None:
        if not timedelta(0) < length < timedelta(days=1000):
            raise UserError("bad_until")
        return now + length
    zone = zone_of(settings)
    if found := _ISO_DATE.fullmatch(text):
        year, month, day = int(found[1]), int(found[2]), int(found[3])
    elif found := _DATE.fullmatch(text):
        day, month = int(found[1]), int(found[2])
        today = now.astimezone(zone)
        year = int(found[3] or today.year)
        if not found[3] and (month, day) < (today.month, today.day):
            year += 1
    else:
        raise UserError("bad_until")
    try:
        until = datetime(year, month, day, tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError):
        raise UserError("bad_until") from None
    if until <= now:
        raise UserError("past_until")
    return until


def checked(settings: UserSettings) -> UserSettings:
    """The settings as they can be stored.

    Raises:
        UserError: ``bad_zone``, ``bad_time`` (quiet hours), ``bad_interval``.
        ValueError: a new game cannot begin with everything played for a person.
    """
    if settings.autopilot is Autopilot.ALL:
        raise ValueError("a person who is never asked does not play")
    if settings.time_zone is not None and _zone(settings.time_zone) is None:
        raise UserError("bad_zone")
    quiet = (settings.quiet_from, settings.quiet_to)
    if any(minute is not None and not 0 <= minute < 24 * 60 for minute in quiet):
        raise UserError("bad_time")
    if not LEAST_INTERVAL <= settings.reminder_every <= MOST_INTERVAL:
        raise UserError("bad_interval")
    if None in quiet or quiet[0] == quiet[1]:
        return replace(settings, quiet_from=None, quiet_to=None)
    return settings


def zone_of(settings: UserSettings) -> tzinfo:
    """The person's time zone; UTC if they set none, or one that this machine does not know."""
    if settings.time_zone is None:
        return UTC
    return _zone(settings.time_zone) or UTC


@cache
def _zone(name: str) -> ZoneInfo | None:
    # ValueError and OSError: names such as "../x", "" or a directory of zones.
    try:
        return ZoneInfo(name) if len(name) <= 64 else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
