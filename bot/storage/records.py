"""What the rest of the program sees of a stored game: frozen values."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.rules import Ruleset, Seat, State


class Status(StrEnum):
    """Where a game is in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    """Won, or everybody but one side left."""
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    """Nobody started it in seven days."""


OPEN = (Status.LOBBY, Status.PLAYING)
"""The statuses in which something can still happen."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who acts: a Discord user's id and the name shown, raw (escape it where it is shown)."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Player:
    """A person in a game. In the lobby ``seat`` is the colour asked for, if any."""

    id: int
    name: str
    seat: Seat | None
    invited: bool = False
    """Invited and not yet joined: the place is kept (lobby only)."""
    left: bool = False
    """Withdrew from the running game (G15)."""


@dataclass(frozen=True, slots=True)
class Logged:
    """One row of the log: an action in notation, which its position turns into a value."""

    ply: int
    actor: int | None
    """Who pressed the button; None when the rules left one action and it was played at once."""
    text: str
    position: str | None = None
    """The position before it, at every ``CHECKPOINT``-th ply: a reader need not replay it all."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it is stored, whole but for its log."""

    id: int
    code: str
    """Four letters that tell the games of a channel apart."""
    guild_id: int
    channel_id: int
    host_id: int
    locale: str
    """The language of the shared board, ``es`` or ``en``."""
    status: Status
    rules: Ruleset
    max_players: int
    players: tuple[Player, ...]
    """In order of joining; once started also in it (find a seat with ``player_at``)."""
    opening: tuple[tuple[tuple[Seat, int], ...], ...]
    """The opening throws (G6): rounds of (seat, face); ties throw again in the next round."""
    state: State | None
    """The position; None in the lobby."""
    ply: int
    """Actions played so far; the next one gets this number."""
    version: int
    """Grows with every change of the row: the optimistic lock."""
    created_at: datetime
    expires_at: datetime | None
    """When the lobby closes; None once it is no lobby any more."""
    ended_at: datetime | None
    # What is shown. Written by the publisher only.
    message_id: int | None
    """The board's message; None before the first."""
    message_at: datetime | None
    """When that message was sent."""
    shown_ply: int
    """The ply that the message shows; -1 when it has to be drawn afresh."""
    asked_id: int | None
    """The person whom the message asks (and has mentioned)."""
    sending: str | None
    """The nonce of a message that was about to be sent; not None only if that was cut short."""
    sends: int
    """Messages sent so far: the last part of the nonce."""
    throws: int = 0
    """Throws of the die so far, opening throws included: the number of the next one."""

    @property
    def asks(self) -> Player | None:
        """The player whose roll or decision is due; None unless playing."""
        if self.status is not Status.PLAYING or self.state is None:
            return None
        return self.player_at(self.state.turn)

    def player_at(self, seat: Seat) -> Player | None:
        """Who sits at a seat."""
        return next((player for player in self.players if player.seat is seat), None)

    def player(self, user_id: int) -> Player | None:
        """The player with that user id, invited and departed ones included."""
        return next((player for player in self.players if player.id == user_id), None)
