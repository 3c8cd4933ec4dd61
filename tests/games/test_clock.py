"""When a question ends and when somebody is reminded: tables of instants."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.games.clock import (
    asking,
    claim_reminders,
    deadline_for,
    moved,
    quiet_hours,
    reminders_for,
)
from bot.games.model import Game, Pace, Player, Status, UserSettings
from tests.storage.samples import lobby, playing

MADRID = UserSettings(1, "Europe/Madrid", 22 * 60, 8 * 60)
"""Quiet from ten at night to eight in the morning."""
ALWAYS = UserSettings(1)
H, M = timedelta(hours=1), timedelta(minutes=1)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "begin", "end"),
    [
        # Winter: Madrid is an hour ahead.
        ("2026-01-10 20:59", None, None),
        ("2026-01-10 21:00", "2026-01-10 21:00", "2026-01-11 07:00"),
        ("2026-01-11 06:59", "2026-01-10 21:00", "2026-01-11 07:00"),
        ("2026-01-11 07:00", None, None),
        # Summer: two hours.
        ("2026-07-10 20:00", "2026-07-10 20:00", "2026-07-11 06:00"),
        ("2026-07-11 06:00", None, None),
        # The nights of the changes are nine and eleven hours long.
        ("2026-03-29 03:00", "2026-03-28 21:00", "2026-03-29 06:00"),
        ("2026-10-25 01:30", "2026-10-24 20:00", "2026-10-25 07:00"),
    ],
)
def test_quiet_hours(at: str, begin: str | None, end: str | None) -> None:
    expected = None if begin is None or end is None else (utc(begin), utc(end))
    assert quiet_hours(MADRID, utc(at)) == expected


@pytest.mark.parametrize(
    ("settings", "at", "hours"),
    [
        (UserSettings(1), "2026-01-10 03:00", None),
        (UserSettings(1, None, 60, 120), "2026-01-10 01:30", ("01:00", "02:00")),  # UTC
        (UserSettings(1, "Asia/Tokyo", 60, 120), "2026-01-10 16:30", ("16:00", "17:00")),
        (UserSettings(1, None, 0, 1439), "2026-01-10 23:59", None),
        (UserSettings(1, None, 600, 0), "2026-01-10 23:59", ("10:00", "24:00")),
        # An hour that is left out or comes twice: what is quiet longer counts.
        (UserSettings(1, "Europe/Madrid", 150, 240), "2026-03-29 00:30", ("00:30", "02:00")),
        (UserSettings(1, "Europe/Madrid", 60, 150), "2026-10-25 01:29", ("-1:00", "01:30")),
    ],
)
def test_other_quiet_hours(settings: UserSettings, at: str, hours: tuple[str, str] | None) -> None:
    day = utc(at).replace(hour=0, minute=0)

    def instant(text: str) -> datetime:
        hour, _, minute = text.partition(":")
        return day + int(hour) * H + int(minute) * M

    expected = None if hours is None else (instant(hours[0]), instant(hours[1]))
    assert quiet_hours(settings, utc(at)) == expected


@pytest.mark.parametrize(
    ("asked", "limit", "settings", "deadline"),
    [
        ("2026-01-10 12:00", 24 * H, MADRID, "2026-01-11 12:00"),
        ("2026-01-10 23:00", 24 * H, MADRID, "2026-01-12 07:00"),  # not at midnight, but at eight
        ("2026-01-10 23:00", 24 * H, ALWAYS, "2026-01-11 23:00"),
        ("2026-01-10 20:00", 3 * M, MADRID, "2026-01-10 20:03"),
        ("2026-01-10 20:58", 3 * M, MADRID, "2026-01-11 07:00"),
        # An absolute length: the night in between may be of 23 hours or 25.
        ("2026-03-28 12:00", 24 * H, MADRID, "2026-03-29 12:00"),
        ("2026-10-24 12:00", 24 * H, MADRID, "2026-10-25 12:00"),
        # Quiet for 23 hours a day: at most twelve later.
        ("2026-01-10 12:00", 24 * H, UserSettings(1, None, 60, 0), "2026-01-12 00:00"),
        ("2026-01-10 02:00", 24 * H, UserSettings(1, None, 60, 0), "2026-01-11 14:00"),
    ],
)
def test_deadlines(asked: str, limit: timedelta, settings: UserSettings, deadline: str) -> None:
    assert deadline_for(utc(asked), limit, settings) == utc(deadline)


def game(**changes: object) -> Game:
    made = replace(playing(lobby()), id=1, pace=Pace.DAY, limit=24 * H)
    return replace(made, **changes)  # type: ignore[arg-type]


def question(asked: str, settings: UserSettings, limit: timedelta = 24 * H, **more) -> Game:
    made = game(limit=limit, **more)
    return asking(made, made.players[0], settings, utc(asked))


@pytest.mark.parametrize(
    ("asked", "limit", "settings", "times"),
    [
        ("2026-01-10 09:00", 24 * H, ALWAYS, ["2026-01-10 21:00", "2026-01-11 08:00"]),
        ("2026-01-10 09:00", 72 * H, ALWAYS, ["2026-01-11 21:00", "2026-01-13 08:00"]),
        ("2026-01-10 09:00", 5 * H, ALWAYS, ["2026-01-10 11:30", "2026-01-10 13:30"]),
        ("2026-01-10 09:00", 10 * M, ALWAYS, ["2026-01-10 09:05", "2026-01-10 09:09"]),
        ("2026-01-10 09:00", 6 * M, ALWAYS, ["2026-01-10 09:05"]),
        ("2026-01-10 09:00", M, ALWAYS, []),
        # At 22:00 in Madrid: before the night. The end is at ten in the morning.
        ("2026-01-10 09:00", 24 * H, MADRID, ["2026-01-10 20:55", "2026-01-11 08:00"]),
        # The limit is moved to eight, and what comes before it to the evening before.
        ("2026-01-10 19:00", 6 * H, MADRID, ["2026-01-10 20:55"]),
        # Asked by night: the limit is over before it is day.
        ("2026-01-10 21:30", 2 * H, MADRID, []),
        ("2026-01-10 21:30", 12 * H, MADRID, ["2026-01-11 07:00", "2026-01-11 08:30"]),
        # Asked when it is too late for a reminder before the night: then after it.
        ("2026-01-10 20:58", 11 * H, MADRID, ["2026-01-11 07:00"]),
    ],
)
def test_reminders(asked: str, limit: timedelta, settings: UserSettings, times: list[str]) -> None:
    made = question(asked, settings, limit)
    assert [f"{at:%Y-%m-%d %H:%M}" for at in reminders_for(made, settings)] == times
    assert made.remind_at == (utc(times[0]) if times else None)
    for at in reminders_for(made, settings):
        assert quiet_hours(settings, at) is None


def test_no_reminders_in_a_live_game_or_for_who_wants_none() -> None:
    assert reminders_for(question("2026-01-10 09:00", ALWAYS, pace=Pace.LIVE), ALWAYS) == ()
    silent = replace(ALWAYS, reminders=False)
    assert question("2026-01-10 09:00", silent).remind_at is None


@pytest.mark.parametrize(
    ("ago", "limit", "ping"),
    [
        (None, 24 * H, None),
        (2 * M, 24 * H, None),
        (2 * M - timedelta(seconds=1), 24 * H, 3 * M),
        (timedelta(0), 24 * H, 3 * M),
        (timedelta(0), 3 * M, 1.5 * M),  # no room for three minutes: at half the time
        (timedelta(0), M, 0.5 * M),
    ],
)
def test_who_seems_to_be_here_is_pinged_later(
    ago: timedelta | None, limit: timedelta, ping: timedelta | None
) -> None:
    now = utc("2026-01-10 09:00")
    acted_at = None if ago is None else now - ago
    player = Player(1, "Ana", None, acted_at=acted_at)
    asked = asking(game(limit=limit), player, ALWAYS, now)
    assert asked.ping_at == (None if ping is None else now + ping)
    assert (asked.waits_for, asked.asked_at) == (1, now)


# -- time that does not count --------------------------------------------------------------------


def test_what_is_to_come_comes_later() -> None:
    before = question("2026-01-10 09:00", ALWAYS)
    now = utc("2026-01-11 14:00")
    after = moved(before, 26 * H, ALWAYS, now)
    assert (after.asked_at, after.deadline) == (
        utc("2026-01-11 11:00"),
        utc("2026-01-12 11:00"),
    )
    assert after.remind_at == utc("2026-01-11 23:00")
    assert moved(before, timedelta(0), ALWAYS, now) == before
    assert moved(before, -H, ALWAYS, now) == before
    waiting = lobby()
    assert moved(waiting, H, ALWAYS, now) == waiting
    paused = game(status=Status.PAUSED, expires_at=now)
    assert moved(paused, H, ALWAYS, now).expires_at == now + H


def test_a_later_deadline_keeps_out_of_quiet_hours() -> None:
    before = question("2026-01-10 09:00", MADRID)
    after = moved(before, 14 * H, MADRID, utc("2026-01-11 01:00"))
    assert after.deadline == utc("2026-01-12 07:00")
    assert after.remind_at is not None
    assert quiet_hours(MADRID, after.remind_at) is None


# -- claiming ------------------------------------------------------------------------------------

NOW = utc("2026-01-10 12:00")


def waiting(id_: int, remind: timedelta, **changes: object) -> Game:
    """A game whose reminder is due so long from now."""
    made = replace(question("2026-01-10 00:00", ALWAYS), id=id_, remind_at=NOW + remind)
    return replace(made, **changes)  # type: ignore[arg-type]


def test_one_summary_of_all_that_is_due_within_the_interval() -> None:
    games = [waiting(1, -M), waiting(2, 59 * M), waiting(3, 61 * M), waiting(4, timedelta(0))]
    last = utc("2026-01-10 23:00")
    assert claim_reminders(ALWAYS, games, NOW) == {
        1: (last, True),
        2: (last, True),
        4: (last, True),
    }


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({"last_reminded_at": NOW - 61 * M}, (utc("2026-01-10 23:00"), True)),
        ({"last_reminded_at": NOW - H}, (utc("2026-01-10 23:00"), True)),
        ({"last_reminded_at": NOW - 59 * M}, (NOW + M, False)),
        ({"last_reminded_at": NOW - M, "reminder_every": 20 * H}, (None, False)),
        ({"reminders": False}, (None, False)),
        ({"quiet_from": 11 * 60, "quiet_to": 13 * 60}, (NOW + H, False)),
        ({"quiet_from": 12 * 60, "quiet_to": 11 * 60}, (utc("2026-01-11 11:00"), False)),
        (
            {"last_reminded_at": NOW - 59 * M, "quiet_from": 12 * 60, "quiet_to": 13 * 60},
            (NOW + H, False),
        ),
    ],
)
def test_never_more_than_the_player_allows(changes: dict, verdict: object) -> None:
    game = waiting(1, timedelta(0), deadline=utc("2026-01-11 00:00"))
    if verdict == (utc("2026-01-11 11:00"), False):
        game = replace(game, deadline=utc("2026-01-11 12:00"))
    assert claim_reminders(replace(ALWAYS, **changes), [game], NOW) == {1: verdict}


def test_no_more_pings_this_turn() -> None:
    player = replace(game().players[0], muted_ply=0)
    silent = waiting(1, -M).with_player(player)
    assert claim_reminders(ALWAYS, [silent], NOW) == {1: (None, False)}
    other = waiting(2, -M)
    claimed = claim_reminders(ALWAYS, [silent, other], NOW)
    assert claimed[1] == (None, False)
    assert claimed[2][1]
    # The next question is another one.
    later = replace(silent, ply=1)
    assert claim_reminders(ALWAYS, [later], NOW)[1][1]


def test_nothing_is_claimed_before_its_time() -> None:
    assert claim_reminders(ALWAYS, [waiting(1, M)], NOW) == {}
    assert claim_reminders(ALWAYS, [], NOW) == {}


def test_a_question_with_a_ping_to_come_is_in_no_summary() -> None:
    pinged = waiting(1, -M, ping_at=NOW + M)
    assert claim_reminders(ALWAYS, [pinged], NOW) == {}
    assert set(claim_reminders(ALWAYS, [pinged, waiting(2, -M)], NOW)) == {2}
