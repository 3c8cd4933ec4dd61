"""Games to store."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.rules import PARCHIS, Seat, initial
from bot.storage import Game, Player, Status

NOW = datetime(2025, 3, 30, 0, 59, 59, 123456, tzinfo=UTC)


def lobby(**changes: Any) -> Game:
    """A game that two people have joined."""
    game = Game(
        id=0,
        code="BCDF",
        guild_id=10,
        channel_id=20,
        host_id=1,
        locale="es",
        status=Status.LOBBY,
        rules=PARCHIS,
        max_players=4,
        players=(Player(1, "Ana", Seat.RED), Player(2, "Bo", None), Player(3, "Cy", None, True)),
        opening=(),
        state=None,
        ply=0,
        version=0,
        created_at=NOW,
        expires_at=NOW + timedelta(days=7),
        ended_at=None,
        message_id=None,
        message_at=None,
        shown_ply=-1,
        asked_id=None,
        sending=None,
        sends=0,
    )
    return replace(game, **changes)


def playing(game: Game) -> Game:
    """The same game before its first roll."""
    return replace(
        game,
        status=Status.PLAYING,
        players=(Player(1, "Ana", Seat.RED), Player(2, "Bo", Seat.YELLOW)),
        opening=(((Seat.RED, 5), (Seat.YELLOW, 5)), ((Seat.RED, 2), (Seat.YELLOW, 6))),
        throws=4,
        state=initial(PARCHIS, (Seat.RED, Seat.YELLOW), Seat.YELLOW),
        expires_at=None,
    )
