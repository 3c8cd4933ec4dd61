"""Events, reasons and positions in words: what happened, what is asked, what the picture shows.

Pure functions, in a language of ``bot.i18n``. Names come in as they are to appear: whoever shows
a text escapes them for the place where it is shown.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Protocol, assert_never

from bot.i18n import listed, text
from bot.i18n.names import plain_name
from bot.rules import (
    YARD,
    Action,
    Captured,
    CountDeclined,
    CountEarned,
    CountLost,
    Decline,
    Event,
    Move,
    Moved,
    Ring,
    Roll,
    Rolled,
    RollLost,
    RollsAgain,
    Seat,
    SentBack,
    Skipped,
    State,
    ThirdSixVoid,
    TurnPassed,
    Why,
    Withdraw,
    Withdrew,
    Won,
    apply,
    legal_actions,
)
from bot.rules.moves import pairs_of, value_of
from bot.rules.reasons import Stop, explain
from bot.rules.ruleset import Pair, PairWhere

Names = Mapping[Seat, str]

MARKS: Final[Mapping[Seat, str]] = {
    Seat.YELLOW: "🟡",
    Seat.BLUE: "🔵",
    Seat.RED: "🔴",
    Seat.GREEN: "🟢",
}
"""A seat's sign, which stands before the name of whoever sits there."""

LABEL_LIMIT: Final = 24
"""Characters of a button's label that a phone shows whole."""
ALT_LIMIT: Final = 1024
"""Characters of an alternative text that Discord's API accepts."""

_JOINT: Final = " · "


class Played(Protocol):
    """An action as it was played: the position before it, and what it did."""

    @property
    def before(self) -> State:
        """The position before the action."""
        ...

    @property
    def events(self) -> tuple[Event, ...]:
        """What the action did."""
        ...


# -- places and names --------------------------------------------------------------------------


def place_name(locale: str, ring: Ring, seat: Seat, place: int) -> str:
    """A place as its seat sees it: ``casa``, ``casilla 12``, ``pasillo 3``, ``meta``."""
    if place == YARD:
        return text(locale, "place.yard")
    if place >= ring.home:
        return text(locale, "place.home")
    kind = "square" if place < ring.loop else "lane"
    return text(locale, f"place.{kind}", number=_number(ring, seat, place))


def _number(ring: Ring, seat: Seat, place: int) -> int:
    """The number that stands on a place: of the ring's square, or counted along the lane."""
    return ring.squares[seat][place] if place < ring.loop else place - ring.loop + 1


# -- moves -------------------------------------------------------------------------------------


def _move_keys(ring: Ring, start: int, end: int) -> tuple[str, str]:
    """The keys that tell a move in a sentence and on a button."""
    if start == YARD:
        return "turn.enter", "label.enter"
    if start < ring.loop:
        if end < ring.loop:
            return "turn.move", "label.move"
        if end < ring.home:
            return "turn.into_lane", "label.into_lane"
        return "turn.home", "label.home"
    if end < ring.home:
        return "turn.in_lane", "label.in_lane"
    return "turn.home_from_lane", "label.home_from_lane"


def _ends(ring: Ring, seat: Seat, start: int, end: int) -> dict[str, int]:
    """The placeholders of a move: only the numbers that its text needs are real ones."""
    return {
        "start": start if start == YARD else _number(ring, seat, start),
        "end": end if end == ring.home else _number(ring, seat, end),
    }


def _makes_blockade(state: State, seat: Seat, end: int) -> bool:
    """Whether a piece that comes to a place makes a blockade with one that stands there."""
    rules = state.rules
    return (
        rules.pair is Pair.WALL
        and end < rules.ring.loop
        and state.pieces[seat].count(end) == 1
        and (rules.pair_where is PairWhere.LOOP or rules.ring.is_safe(seat, end))
    )


def _victims(events: Sequence[Event]) -> list[Seat]:
    return [event.victim for event in events if isinstance(event, Captured)]


def _move_sentence(
    locale: str, before: State, move: Moved | Move, victims: Sequence[Seat], names: Names
) -> str:
    """``de la 12 a la 18 y come a Luis (rojas)``."""
    rules, seat = before.rules, before.turn
    key, _ = _move_keys(rules.ring, move.start, move.end)
    told = text(locale, key, **_ends(rules.ring, seat, move.start, move.end))
    if before.die and (opened := explain(before).forced) and opened.why is Why.MUST_OPEN:
        told = text(locale, "turn.opens", move=told, rule=opened.rule)
    if victims:
        found = [
            text(
                locale,
                "turn.victim" if count == 1 else "turn.victim_pieces",
                name=names[victim],
                seat=victim,
                count=count,
            )
            for victim, count in Counter(victims).items()
        ]
        return text(locale, "turn.captured", move=told, victims=listed(locale, found))
    if _makes_blockade(before, seat, move.end):
        return text(locale, "turn.blockade", move=told)
    return told


def action_label(locale: str, state: State, action: Action, number: int) -> str:
    """The label of a decision's button: ``1 · 12→18 ⚔ roja``, at most 24 characters.

    Args:
        locale: The language.
        state: The position in which the action is legal.
        action: A move, or a count declined.
        number: The number that the picture gives the action; it begins the label.

    Raises:
        ValueError: A roll or a withdrawal, which are asked otherwise.
    """
    match action:
        case Decline():
            return text(locale, "label.decline", number=number, count=state.count)
        case Move():
            pass
        case Roll() | Withdraw():
            raise ValueError(f"{action!r} is no decision about a piece")
        case _:
            assert_never(action)
    label = move_label(locale, state.rules.ring, state.turn, action, number)
    victims = _victims(apply(state, action).events)
    if len(victims) == 1:
        piece = text(locale, f"piece.{victims[0].name.lower()}")
        return text(locale, "label.capture", move=label, piece=piece)
    if victims:
        return text(locale, "label.captures", move=label, count=len(victims))
    if _makes_blockade(state, state.turn, action.end):
        return text(locale, "label.blockade", move=label)
    return label


def move_label(locale: str, ring: Ring, seat: Seat, move: Move, number: int) -> str:
    """A move of a seat's piece without its effects: ``1 · 12→18``."""
    _, key = _move_keys(ring, move.start, move.end)
    return text(locale, key, number=number, **_ends(ring, seat, move.start, move.end))


# -- reasons -----------------------------------------------------------------------------------


def reason_text(locale: str, state: State, stop: Stop) -> str:
    """What keeps a piece of the seat to move from moving, with the rule: ``… (P8)``."""
    ring, seat, place = state.rules.ring, state.turn, stop.place
    lane = place is not None and place >= ring.loop
    why = text(
        locale,
        f"why.{stop.why}_lane" if lane else f"why.{stop.why}",
        place=None if place is None else _number(ring, seat, place),
        excess=stop.excess,
        faces=listed(locale, [str(face) for face in sorted(state.rules.enter_faces)], "or"),
    )
    return text(locale, "reason.cited", why=why, rule=stop.rule)


def lost_roll_reason(locale: str, before: State, face: int) -> str:
    """Why nothing can move by a face: each reason once, with the places where it holds.

    Args:
        locale: The language.
        before: The position in which the die was to fall.
        face: What fell, 1..6.
    """
    ring, seat = before.rules.ring, before.turn
    by_reason: dict[str, list[str]] = {}
    for piece in explain(before, face).pieces:
        if piece.stop is not None and piece.stop.why is not Why.AT_HOME:
            reason = reason_text(locale, before, piece.stop)
            by_reason.setdefault(reason, []).append(place_name(locale, ring, seat, piece.place))
    if len(by_reason) == 1:
        return next(iter(by_reason))
    return "; ".join(
        text(locale, "reason.piece", places=listed(locale, places), why=reason)
        for reason, places in by_reason.items()
    )


# -- what happened -----------------------------------------------------------------------------


def turn_lines(locale: str, story: Sequence[Played], names: Names) -> list[str]:
    """What happened, a line for each seat's turn, in order; nothing for no actions.

    ``🟡 Ana: 🎲6 de la 12 a la 18 y come a Luis (rojas) · cuenta 20: de la 20 a la 40``

    Args:
        locale: The language.
        story: Consecutive actions of one game, wherever they begin and end.
        names: Of every seat that the game began with.
    """
    teller = _Teller(locale, names)
    for played in story:
        teller.tell(played)
    teller.end_line()
    return teller.lines


class _Teller:
    """Collects the clauses of a turn, and the lines."""

    def __init__(self, locale: str, names: Names) -> None:
        self.lines: list[str] = []
        self._locale = locale
        self._names = names
        self._seat: Seat | None = None
        self._clauses: list[str] = []
        self._open = False
        """Whether the last clause only begins what the next event tells whole: a roll, a count."""

    def tell(self, played: Played) -> None:
        for event in played.events:
            if not isinstance(event, Won) and event.seat is not self._seat:
                self.end_line()
                self._seat = event.seat
            self._event(event, played)

    def end_line(self) -> None:
        if self._seat is not None and self._clauses:
            clauses = _JOINT.join(self._clauses)
            self._line("turn.line", self._seat, clauses=clauses)
        self._seat = None
        self._clauses = []
        self._open = False

    def _line(self, key: str, seat: Seat, **params: object) -> None:
        self.lines.append(
            text(self._locale, key, mark=MARKS[seat], name=self._names[seat], **params)
        )

    def _say(self, key: str, *, opens: bool = False, **params: object) -> None:
        if self._open:
            self._clauses.pop()
        self._clauses.append(text(self._locale, key, **params))
        self._open = opens

    def _event(self, event: Event, played: Played) -> None:
        rules = played.before.rules
        match event:
            case Rolled(_, face, value):
                self._say(_roll_key(face, value), opens=True, face=face, value=value)
            case Moved():
                self._moved(event, played)
            case Captured():
                pass  # told with the move
            case CountEarned(_, count):
                self._say("turn.count", opens=True, count=count)
            case CountLost(_, count):
                self._say("turn.count_lost", count=count)
            case CountDeclined(_, count):
                self._say("turn.count_declined", count=count)
            case RollLost(_, face):
                reasons = lost_roll_reason(self._locale, played.before, face)
                self._say("turn.roll_lost", rolled=self._clauses[-1], reasons=reasons)
            case ThirdSixVoid():
                rule = rules.citations[Why.THIRD_SIX]
                self._say("turn.third_six", rolled=self._clauses[-1], rule=rule)
            case SentBack(seat, place):
                self._say("turn.sent_back", place=_number(rules.ring, seat, place))
            case RollsAgain():
                self._say("turn.rolls_again", opens=True)
            case Skipped(seat):
                self._say("turn.skipped")
            case Withdrew(seat):
                self.end_line()
                self._line("turn.withdrew", seat)
            case TurnPassed():
                self.end_line()
            case Won(winners):
                self.end_line()
                names = [self._names[seat] for seat in winners]
                self.lines.append(
                    text(
                        self._locale,
                        "turn.won",
                        names=listed(self._locale, names),
                        count=len(names),
                    )
                )
            case _:
                assert_never(event)

    def _moved(self, event: Moved, played: Played) -> None:
        before = played.before
        move = _move_sentence(self._locale, before, event, _victims(played.events), self._names)
        if before.count:
            self._say("turn.counted", count=before.count, move=move)
            return
        value = value_of(before.rules, before.pieces, before.turn, before.die)
        rolled = text(self._locale, _roll_key(before.die, value), face=before.die, value=value)
        self._say("turn.rolled_move", rolled=rolled, move=move)


def _roll_key(face: int, value: int) -> str:
    return "turn.rolled" if face == value else "turn.rolled_counts"


def shorten(locale: str, lines: Sequence[str], limit: int) -> list[str]:
    """The newest lines that fit into ``limit`` characters, line breaks counted.

    What is left out is told by a first line, ``… (3 earlier turns)``. Of a single line that is too
    long by itself the beginning is kept.
    """
    if len("\n".join(lines)) <= limit:
        return list(lines)
    for left_out in range(1, len(lines)):
        kept = [text(locale, "board.earlier", count=left_out), *lines[left_out:]]
        if len("\n".join(kept)) <= limit:
            return kept
    # A backslash at the cut would have escaped what is no longer there.
    return [lines[-1][: limit - 1].rstrip("\\ ") + "…"]


def opening_line(locale: str, opening: Sequence[Sequence[tuple[Seat, int]]], names: Names) -> str:
    """The throws that decided who starts (G6), in one line.

    Args:
        locale: The language.
        opening: By round, who threw what; the highest of the last round starts.
        names: Of the seats.
    """
    rounds = [
        ", ".join(text(locale, "start.throw", name=names[seat], face=face) for seat, face in one)
        for one in opening
    ]
    throws = rounds[0]
    for again in rounds[1:]:
        throws = text(locale, "start.tie", first=throws, next=again)
    starter, _ = max(opening[-1], key=lambda throw: throw[1])
    return text(locale, "start.opening", throws=throws, name=names[starter], seat=starter)


# -- what is asked, and the picture ------------------------------------------------------------


def question(locale: str, state: State, names: Names) -> str:
    """What a position asks of whom, or who has won it, in one sentence."""
    if state.winners:
        won = [names[seat] for seat in state.winners]
        return text(locale, "question.won", names=listed(locale, won), count=len(won))
    name = names[state.turn]
    if state.count:
        return text(locale, "question.count", name=name, count=state.count)
    if not state.die:
        again = state.sixes > 0
        return text(locale, "question.roll_again" if again else "question.roll", name=name)
    forced = explain(state).forced
    if forced is not None and forced.why is Why.MUST_OPEN:
        return text(locale, "question.open", name=name, face=state.die, rule=forced.rule)
    value = value_of(state.rules, state.pieces, state.turn, state.die)
    key = "question.move" if value == state.die else "question.move_counts"
    return text(locale, key, name=name, face=state.die, value=value)


def alt_text(
    locale: str,
    state: State,
    names: Names,
    story: Sequence[Played] = (),
    limit: int = ALT_LIMIT,
) -> str:
    """The whole picture in words, plain text of at most ``limit`` characters.

    Whose turn it is and what is asked, the options with their numbers, each seat's pieces, the
    newest moves. If that is too long, moves are left out first, then pieces, then options.

    Args:
        locale: The language.
        state: The position shown; option 1 is its first legal action.
        names: Raw names of every seat that the game began with; ``plain_name`` is applied here.
        story: What is told beside the picture, oldest first.
        limit: In characters; the turn and the question stand even if it is less than they need.
    """
    names = {seat: plain_name(name) for seat, name in names.items()}
    parts = [text(locale, "alt.title")]
    if not state.winners:
        parts.append(text(locale, "question.turn", name=names[state.turn], seat=state.turn))
    parts.append(question(locale, state, names))
    options = [
        _option(locale, state, action, number, names)
        for number, action in enumerate(legal_actions(state), start=1)
        if not isinstance(action, Roll)
    ]
    pieces = [
        text(locale, "alt.pieces", name=names[seat], seat=seat, places=_places(locale, state, seat))
        for seat in state.seats
    ]
    lines = turn_lines(locale, story, names)
    while True:
        told = list(parts)
        if options:
            told.append(text(locale, "alt.options", options="; ".join(options)))
        told += pieces
        if lines:
            told.append(text(locale, "alt.last", lines=" / ".join(lines)))
        whole = " ".join(told)
        if len(whole) <= limit:
            return whole
        if lines:
            del lines[0]
        elif pieces:
            del pieces[-1]
        elif options:
            del options[-1]
        else:
            return whole


def _option(locale: str, state: State, action: Action, number: int, names: Names) -> str:
    if not isinstance(action, Move):
        return text(locale, "alt.decline", number=number, count=state.count)
    victims = _victims(apply(state, action).events)
    move = _move_sentence(locale, state, action, victims, names)
    return text(locale, "alt.option", number=number, move=move)


def _places(locale: str, state: State, seat: Seat) -> str:
    """Where a seat's pieces are: ``2 en casa, barrera en casilla 12``."""
    rules = state.rules
    walls = pairs_of(rules, state.pieces, seat) if rules.pair is Pair.WALL else []
    told: list[str] = []
    for place, count in Counter(state.pieces[seat]).items():
        name = place_name(locale, rules.ring, seat, place)
        if place in walls and count == 2:
            told.append(text(locale, "alt.blockade", place=name))
        elif place == YARD:
            told.append(text(locale, "alt.in_yard", count=count))
        elif place == rules.ring.home:
            told.append(text(locale, "alt.at_home", count=count))
        elif count > 1:
            told.append(text(locale, "alt.many", place=name, count=count))
        else:
            told.append(name)
    return ", ".join(told)
