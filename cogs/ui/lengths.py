"""Times as people read them: lengths in words, minutes of the day, instants by their own clock."""

from datetime import datetime, timedelta

from discord.utils import format_dt

from bot.i18n import listed, text


def length(locale: str, time: timedelta) -> str:
    """A length of time in words: ``1 día y 12 horas``."""
    seconds = round(time.total_seconds())
    days, seconds = divmod(seconds, 86_400)
    hours, seconds = divmod(seconds, 3_600)
    minutes, seconds = divmod(seconds, 60)
    parts = {"days": days, "hours": hours, "minutes": minutes, "seconds": seconds}
    told = [text(locale, f"length.{unit}", count=n) for unit, n in parts.items() if n]
    return listed(locale, told)


def clock(minute: int) -> str:
    """A minute of the day as clocks show it: ``22:30``."""
    return f"{minute // 60:02}:{minute % 60:02}"


def in_time(at: datetime) -> str:
    """An instant that Discord shows as "in 5 hours", in each reader's language and by their clock.

    >>> from datetime import UTC
    >>> in_time(datetime(2026, 1, 1, tzinfo=UTC))
    '<t:1767225600:R>'
    """
    return format_dt(at, "R")
