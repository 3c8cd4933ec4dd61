"""Rows to records and back."""

from collections.abc import Iterable, Sequence
from dataclasses import astuple
from datetime import timedelta
from itertools import groupby
from typing import Any, Final

from bot.rules import parse_position, parse_rules, position_text, rules_text
from bot.rules.board import Seat
from bot.storage.records import (
    Autopilot,
    Game,
    Leaving,
    Pace,
    Person,
    Player,
    Sitter,
    Status,
    Times,
    UserSettings,
)


def first_values(game: Game) -> dict[str, Any]:
    """All the columns of a new game but those that are for the publisher to fill."""
    return game_values(game) | {
        "code": game.code,
        "guild_id": game.guild_id,
        "channel_id": game.channel_id,
        "locale": game.locale,
        "rules": rules_text(game.rules),
        "max_players": game.max_players,
        "created_at": game.created_at,
        "version": game.version,
        "shown_ply": game.shown_ply,
        "sends": game.sends,
        "thread": game.thread,
        "theme": game.theme,
    }


def game_values(game: Game) -> dict[str, Any]:
    """The columns that play changes."""
    return {
        "host_id": game.host_id,
        "status": game.status.value,
        "opening": _opening_text(game.opening),
        "position": None if game.state is None else position_text(game.state),
        "ply": game.ply,
        "throws": game.throws,
        "expires_at": game.expires_at,
        "ended_at": game.ended_at,
        "pace": game.pace.value,
        "limit_seconds": _seconds(game.limit),
        "on_leave": game.on_leave.value,
        **clock_values(game),
    }


def clock_values(game: Game | Times) -> dict[str, Any]:
    """The columns of the open question and of what the clock has to do."""
    return {
        "waits_for": game.waits_for,
        "asked_at": game.asked_at,
        "deadline": game.deadline,
        "remind_at": game.remind_at,
        "ping_at": game.ping_at,
        "suspended_at": game.suspended_at,
        "call_at": game.call_at,
        "due_at": game.due_at,
    }


def player_values(player: Player) -> dict[str, Any]:
    """The columns of a player that a running game changes."""
    wanted = player.wanted_by
    return {
        "name": player.name,
        "seat": None if player.seat is None else player.seat.value,
        "invited": player.invited,
        "left": player.left,
        "computer": player.computer,
        "autopilot": player.autopilot.value,
        "misses": player.misses,
        "away": player.away,
        "away_until": player.away_until,
        "away_spent": _seconds(player.away_spent),
        "muted_ply": player.muted_ply,
        "acted_at": player.acted_at,
        "wants_end": player.wants_end,
        "wanted_id": None if wanted is None else wanted.id,
        "wanted_name": None if wanted is None else wanted.name,
        "sitters": [astuple(each) for each in player.sitters] or None,
    }


def user_values(settings: UserSettings) -> dict[str, Any]:
    """The columns that a person sets."""
    return {
        "time_zone": settings.time_zone,
        "quiet_from": settings.quiet_from,
        "quiet_to": settings.quiet_to,
        "reminders": settings.reminders,
        "reminder_every": _seconds(settings.reminder_every),
        "autopilot": settings.autopilot.value,
    }


def to_games(rows: Iterable[Any]) -> list[Game]:
    """The games of rows, each of which holds a game and one of its players, a game's together."""
    return [_to_game(list(each)) for _, each in groupby(rows, key=lambda row: row.id)]


def _to_game(rows: Sequence[Any]) -> Game:
    row = rows[0]
    return Game(
        id=row.id,
        code=row.code,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        host_id=row.host_id,
        locale=row.locale,
        status=Status(row.status),
        rules=parse_rules(row.rules),
        max_players=row.max_players,
        # A game that everybody has left has one row, without a player.
        players=tuple(_to_player(each) for each in rows if each.user_id is not None),
        opening=_parse_opening(row.opening),
        state=None if row.position is None else parse_position(row.position),
        ply=row.ply,
        throws=row.throws,
        version=row.version,
        created_at=row.created_at,
        expires_at=row.expires_at,
        ended_at=row.ended_at,
        message_id=row.message_id,
        message_at=row.message_at,
        shown_ply=row.shown_ply,
        asked_id=row.asked_id,
        sending=row.sending,
        sends=row.sends,
        pace=Pace(row.pace),
        limit=timedelta(seconds=row.limit_seconds),
        on_leave=Leaving(row.on_leave),
        thread=row.thread,
        theme=row.theme,
        waits_for=row.waits_for,
        asked_at=row.asked_at,
        deadline=row.deadline,
        remind_at=row.remind_at,
        ping_at=row.ping_at,
        suspended_at=row.suspended_at,
        call_at=row.call_at,
        called_at=row.called_at,
    )


def to_settings(row: Sequence[Any]) -> UserSettings:
    """What a person has set, from the columns in their order."""
    user_id, time_zone, quiet_from, quiet_to, reminders, every, autopilot, reminded_at = row
    return UserSettings(
        id=user_id,
        time_zone=time_zone,
        quiet_from=quiet_from,
        quiet_to=quiet_to,
        reminders=reminders,
        reminder_every=timedelta(seconds=every),
        autopilot=Autopilot(autopilot),
        last_reminded_at=reminded_at,
    )


SETTINGS: Final = 8
"""The number of those columns, which are the last ones of a player's row."""


def _to_player(row: Any) -> Player:
    own = row[-SETTINGS:]
    return Player(
        id=row.user_id,
        name=row.name,
        seat=None if row.seat is None else Seat(row.seat),
        invited=row.invited,
        left=row.left,
        computer=row.computer,
        autopilot=Autopilot(row.autopilot),
        misses=row.misses,
        away=row.away,
        away_until=row.away_until,
        away_spent=timedelta(seconds=row.away_spent),
        muted_ply=row.muted_ply,
        acted_at=row.acted_at,
        wants_end=row.wants_end,
        wanted_by=None if row.wanted_id is None else Person(row.wanted_id, row.wanted_name or ""),
        settings=UserSettings(row.user_id) if own[0] is None else to_settings(own),
        sitters=tuple(Sitter(*each) for each in row.sitters or ()),
    )


def _seconds(duration: timedelta) -> int:
    return round(duration.total_seconds())


_LETTERS = {seat.letter: seat for seat in Seat}


def _opening_text(opening: Sequence[Sequence[tuple[Seat, int]]]) -> str:
    """The rounds of the opening throws: ``Y5R5 Y2R6``."""
    return " ".join("".join(f"{seat.letter}{face}" for seat, face in each) for each in opening)


def _parse_opening(text: str) -> tuple[tuple[tuple[Seat, int], ...], ...]:
    return tuple(
        tuple((_LETTERS[each[at]], int(each[at + 1])) for at in range(0, len(each), 2))
        for each in text.split()
    )
