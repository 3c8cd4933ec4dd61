"""What people write for lengths, times of day and dates, and which settings are taken."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.games.errors import UserError
from bot.games.model import Autopilot, UserSettings
from bot.games.pace import checked, parse_limit, parse_minute, parse_until, zone_of
from tests.games.scripted import refused

H, M, D = timedelta(hours=1), timedelta(minutes=1), timedelta(days=1)
NOW = datetime(2026, 11, 30, 19, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("90", 90 * M),
        ("90m", 90 * M),
        ("1", M),
        ("1 min", M),
        ("36h", 36 * H),
        ("2d", 2 * D),
        ("1d 12h", 36 * H),
        ("1d12h", 36 * H),
        ("1h30", 90 * M),
        ("1 día", D),
        ("1 dia y 2 horas", 26 * H),
        ("2 days, 3 hours and 5 minutes", 2 * D + 3 * H + 5 * M),
        ("1,5 h", 90 * M),
        ("1.5h", 90 * M),
        (" 2 SEMANAS ", 14 * D),
        ("14d", 14 * D),
        ("20160", 14 * D),
        ("1.001", timedelta(seconds=60)),
    ],
)
def test_limits(text: str, limit: timedelta) -> None:
    assert parse_limit(text) == limit


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "0", "59s", "0.9", "15d", "14d 1m", "20161", "-5", "+5", "soon", "1 moon", "h"),
        *("1d x", "d1", "1..5h", "1e3", "٣", "9999999999999d", "1d" * 50, "\0", "½h", "1 h\n2 q"),
    ],
)
def test_other_limits_are_refused(text: str) -> None:
    with refused("bad_limit"):
        parse_limit(text)


@pytest.mark.parametrize(
    ("text", "minute"),
    [("22:30", 1350), ("0:00", 0), ("8", 480), ("08h", 480), ("7.15", 435), ("7h15", 435)],
)
def test_times_of_day(text: str, minute: int) -> None:
    assert parse_minute(text) == minute


@pytest.mark.parametrize("text", ["", "24", "24:00", "7:60", "7:5", "-1", "noon", "7:15:00"])
def test_other_times_are_refused(text: str) -> None:
    with refused("bad_time"):
        parse_minute(text)


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("3d", NOW + 3 * D),
        ("12 horas", NOW + 12 * H),
        # Midnight in Madrid is 23:00 UTC in winter, 22:00 in summer.
        ("2026-12-24", datetime(2026, 12, 23, 23, tzinfo=UTC)),
        ("24/12", datetime(2026, 12, 23, 23, tzinfo=UTC)),
        ("24.12.", datetime(2026, 12, 23, 23, tzinfo=UTC)),
        ("24.12.2026", datetime(2026, 12, 23, 23, tzinfo=UTC)),
        ("1/7", datetime(2027, 6, 30, 22, tzinfo=UTC)),  # the next one
    ],
)
def test_absences(text: str, until: datetime) -> None:
    assert parse_until(text, UserSettings(1, time_zone="Europe/Madrid"), NOW) == until


@pytest.mark.parametrize(
    "text",
    ["", "0", "31/2", "2026-13-01", "99/99", "tomorrow", "9999-99-99", "999999w"],
)
def test_other_absences_are_refused(text: str) -> None:
    with refused("bad_until"):
        parse_until(text, UserSettings(1, time_zone="Europe/Madrid"), NOW)


@pytest.mark.parametrize("text", ["30/11", "30.11.2026", "2026-11-29", "0001-01-01"])
def test_an_absence_that_would_be_over_is_refused(text: str) -> None:
    with refused("past_until"):
        parse_until(text, UserSettings(1, time_zone="Europe/Madrid"), NOW)


QUIET = UserSettings(1, "Europe/Madrid", 22 * 60, 8 * 60)


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"time_zone": "Europe/Madrit"}, "bad_zone"),
        ({"time_zone": ""}, "bad_zone"),
        ({"time_zone": "../etc/passwd"}, "bad_zone"),
        ({"time_zone": "/etc/localtime"}, "bad_zone"),
        ({"time_zone": "Europe"}, "bad_zone"),
        ({"time_zone": "a\0b"}, "bad_zone"),
        ({"time_zone": "x" * 999}, "bad_zone"),
        ({"quiet_from": 1440}, "bad_time"),
        ({"quiet_to": -1}, "bad_time"),
        ({"reminder_every": timedelta(0)}, "bad_interval"),
        ({"reminder_every": 8 * D}, "bad_interval"),
    ],
)
def test_settings_that_are_refused(changes: dict, key: str) -> None:
    with pytest.raises(UserError) as caught:
        checked(replace(QUIET, **changes))
    assert caught.value.key == key


def test_settings_as_they_are_stored() -> None:
    assert checked(QUIET) == QUIET
    none = replace(QUIET, quiet_from=None, quiet_to=None)
    for changes in ({"quiet_from": None}, {"quiet_to": None}, {"quiet_to": QUIET.quiet_from}):
        assert checked(replace(QUIET, **changes)) == none
    with pytest.raises(ValueError, match="never asked"):
        checked(replace(QUIET, autopilot=Autopilot.ALL))


def test_a_zone_that_this_machine_does_not_know_is_utc() -> None:
    assert zone_of(UserSettings(1, time_zone="Mars/Olympus")) is UTC
    assert zone_of(UserSettings(1)) is UTC
