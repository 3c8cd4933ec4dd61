"""What the rest of the program sees of a stored game: frozen values."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from bot.rules import Ruleset, Seat, State


class Status(StrEnum):
    """Where a game is in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    PAUSED = "paused"
    """Nobody is left at the board: it goes on when somebody is back."""
    OVER = "over"
    """Won, or everybody but one side left."""
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    """Nobody started it in seven days."""
    ABANDONED = "abandoned"
    """Paused for fourteen days, or no person plays it any more."""
    ENDED = "ended"
    """Without a winner: all agreed to, or a moderator ended it."""


OPEN = (Status.LOBBY, Status.PLAYING, Status.PAUSED)
"""The statuses in which something can still happen."""

RUNNING = (Status.PLAYING, Status.PAUSED)
"""Started and not over."""


class Pace(StrEnum):
    """How fast a game is meant to be played."""

    LIVE = "live"
    """Everybody is here: press to roll, a limit of minutes."""
    DAY = "day"
    """The die falls by itself, a day for each question."""
    SLOW = "slow"
    """The same with three days."""


class Autopilot(StrEnum):
    """What is played for a person without asking."""

    OFF = "off"
    """Nothing: every roll and every move by hand."""
    FORCED = "forced"
    """What the rules force; the die too, unless the pace is live."""
    ALL = "all"
    """Everything: the computer decides."""


class Leaving(StrEnum):
    """What becomes of the seat of somebody who leaves a running game."""

    COMPUTER = "computer"
    WITHDRAW = "withdraw"
    """The pieces are taken off (G15)."""


class Actor(StrEnum):
    """By whom, or why without anybody, an action was played."""

    PERSON = "person"
    FORCED = "forced"
    """The rules left one action."""
    DIE = "die"
    """A throw for which nobody pressed."""
    COMPUTER = "computer"
    """A computer's seat decided."""
    DEADLINE = "deadline"
    """The time was up: the computer played this one question."""
    AUTOPILOT = "autopilot"
    """The computer decided for somebody who is away."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who acts: a Discord user's id and the name shown, raw (escape it where it is shown)."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sat at a seat before somebody else took it over."""

    id: int
    name: str
    computer: str | None
    """As of a player."""
    until: int
    """The first ply that was no longer theirs; -1 if that is not known, and then no name is."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person in a game. In the lobby ``seat`` is the colour asked for, if any."""

    id: int
    name: str
    """Raw; of a computer in the game's language: ``naming`` tells it in the reader's."""
    seat: Seat | None
    invited: bool = False
    """Invited and not yet joined: the place is kept (lobby only)."""
    left: bool = False
    """Withdrew from the running game (G15)."""
    computer: str | None = None
    """The name of the opponent that plays; None for a person. Computers have ids below zero."""
    sitters: tuple[Sitter, ...] = ()
    """Who sat here before, the first one first."""
    autopilot: Autopilot = Autopilot.FORCED
    misses: int = 0
    """Questions in a row that this person let pass."""
    away: bool = False
    """Let too many pass: the seat plays by itself until its owner is back."""
    away_until: datetime | None = None
    """Said to be away until then: as ``away``, but only so long."""
    away_spent: timedelta = timedelta(0)
    """How long this person has been, or said to be, away in this game: there is a limit."""
    muted_ply: int | None = None
    """The ply of the question about which no more reminders are wanted."""
    acted_at: datetime | None = None
    """When this person last rolled or moved in this game, or came back to it."""
    wants_end: bool = False
    """Agrees to end the game without a winner."""
    wanted_by: Person | None = None
    """Who has asked to take this computer's seat."""
    settings: "UserSettings | None" = field(default=None, compare=False)
    """What this person had set when the game was read, or when they sat down since."""

    @property
    def is_person(self) -> bool:
        """A person who plays or waits: no computer, and not withdrawn."""
        return self.computer is None and not self.left

    def plays_itself(self, now: datetime) -> bool:
        """Whether the computer decides for this seat at that time."""
        return (
            self.computer is not None
            or self.away
            or self.autopilot is Autopilot.ALL
            or (self.away_until is not None and now < self.away_until)
        )


@dataclass(frozen=True, slots=True)
class Logged:
    """One row of the log: an action in notation, which its position turns into a value."""

    ply: int
    actor: int | None
    """Who pressed the button; None when nobody did: ``by`` tells why."""
    text: str
    position: str | None = None
    """The position before it, at every ``CHECKPOINT``-th ply: a reader need not replay it all."""
    by: Actor = Actor.PERSON


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
    """When the lobby or the paused game closes; else None."""
    ended_at: datetime | None
    # What is shown. Written by the publisher only.
    message_id: int | None
    """The board's message; None before the first."""
    message_at: datetime | None
    """When that message was sent."""
    shown_ply: int
    """The ply that the message shows; -1 when it has to be drawn afresh."""
    asked_id: int | None
    """The person whom the message asks (and has mentioned); None also if they are to be, 0 if it
    asks nobody any more."""
    sending: str | None
    """The nonce of a message that was about to be sent; not None only if that was cut short."""
    sends: int
    """Messages sent so far: the last part of the nonce."""
    throws: int = 0
    """Throws of the die so far, opening throws included: the number of the next one."""
    pace: Pace = Pace.LIVE
    limit: timedelta = timedelta(minutes=3)
    """The time for each question."""
    on_leave: Leaving = Leaving.WITHDRAW
    thread: bool = False
    """The game lives in a thread of its own."""
    theme: str | None = None
    """The board's look; None is the usual one."""
    # The open question: None, all of them, when nobody is asked.
    waits_for: int | None = None
    """The person whose roll or decision is due."""
    asked_at: datetime | None = None
    deadline: datetime | None = None
    """When the computer plays for whoever is asked. Set without anybody asked: play goes on."""
    remind_at: datetime | None = None
    """When the next reminder is due."""
    ping_at: datetime | None = None
    """Whoever is asked seemed to be here and was not pinged; then they are."""
    suspended_at: datetime | None = None
    """Since when the bot cannot be in the game's server: its clock stands still."""
    call_at: datetime | None = None
    """When the host is to be called about a request for a seat; None: not later than now."""
    called_at: datetime | None = None
    """When a board last called the host about requests; None also if one is to. The publisher's."""

    @property
    def asks(self) -> Player | None:
        """The player whose roll or decision is due; None unless playing."""
        if self.status is not Status.PLAYING or self.state is None:
            return None
        return self.player_at(self.state.turn)

    @property
    def requests(self) -> tuple[Player, ...]:
        """The computers whose seats somebody has asked for, as long as that can be granted."""
        if self.status not in RUNNING:
            return ()
        return tuple(player for player in self.players if player.wanted_by is not None)

    @property
    def calls_host(self) -> bool:
        """Whether the host is now to be called about a request: once, by a message that is sent."""
        return bool(self.requests) and self.call_at is None and self.called_at is None

    @property
    def votes(self) -> tuple[int, ...]:
        """The ids of those who agree to end the game."""
        return tuple(player.id for player in self.players if player.wants_end)

    @property
    def people(self) -> tuple[Player, ...]:
        """The people who play or wait, invitations apart, in order of joining."""
        return tuple(each for each in self.players if each.is_person and not each.invited)

    @property
    def due_at(self) -> datetime | None:
        """When the clock has something to do in this running game, reminders apart."""
        ends = [player.away_until for player in self.people]
        back_at = min((end for end in ends if end is not None), default=None)
        return _due_at(self, back_at)

    def with_player(self, player: Player) -> "Game":
        """The game with the player of the same id replaced by this one."""
        return replace(
            self, players=tuple(player if each.id == player.id else each for each in self.players)
        )

    def player_at(self, seat: Seat) -> Player | None:
        """Who sits at a seat."""
        return next((player for player in self.players if player.seat is seat), None)

    def settings_of(self, user_id: int) -> "UserSettings":
        """What a player had set when the game was read; the defaults for who is none."""
        player = self.player(user_id)
        settings = None if player is None else player.settings
        return UserSettings(user_id) if settings is None else settings

    def player(self, user_id: int) -> Player | None:
        """The player with that user id, invited and departed ones included."""
        return next((player for player in self.players if player.id == user_id), None)


@dataclass(frozen=True, slots=True)
class Times:
    """All that is time in an open game, and no more: the clock changes it for thousands at once."""

    id: int
    version: int
    status: Status
    limit: timedelta
    shown_ply: int
    waits_for: int | None
    asked_at: datetime | None
    deadline: datetime | None
    remind_at: datetime | None
    ping_at: datetime | None
    expires_at: datetime | None
    suspended_at: datetime | None
    call_at: datetime | None
    back_at: datetime | None
    """When the first of those who are away until some time is back."""
    credited_at: datetime | None
    """Up to then all time in which nothing ran has been credited."""
    shown_until: datetime | None
    """When, by what the board shows, the question ends or the paused game closes."""

    @property
    def ends_at(self) -> datetime | None:
        """When the question ends or the paused game closes: that is what a board shows."""
        return self.expires_at if self.deadline is None else self.deadline

    @property
    def due_at(self) -> datetime | None:
        """As a game's."""
        return _due_at(self, self.back_at)


def _due_at(game: Game | Times, back_at: datetime | None) -> datetime | None:
    if game.suspended_at is not None:
        return None
    match game.status:
        case Status.PLAYING:
            times = [game.deadline, game.ping_at, game.call_at, back_at]
        case Status.PAUSED:
            times = [game.expires_at, game.call_at, back_at]
        case _:
            times = []
    return min((time for time in times if time is not None), default=None)


@dataclass(frozen=True, slots=True)
class UserSettings:
    """What is a person's own, in all games. The defaults are those of somebody who set nothing."""

    id: int
    time_zone: str | None = None
    """The IANA name; None is UTC."""
    quiet_from: int | None = None
    """The minute of the local day at which no reminder may come any more; None: no quiet hours."""
    quiet_to: int | None = None
    """The minute of the local day at which reminders may come again."""
    reminders: bool = True
    reminder_every: timedelta = timedelta(hours=1)
    """The least time between two reminders, whatever the games."""
    autopilot: Autopilot = Autopilot.FORCED
    """What a new game begins with."""
    last_reminded_at: datetime | None = None
    """Written when a reminder is claimed; what is saved here does not count."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process: which servers' games it looks after."""

    ids: tuple[int, ...]
    count: int
