"""What happened, turn by turn."""

from collections.abc import Sequence
from typing import Final, assert_never

from bot.i18n import listed, text, variant
from bot.narration.reasons import lost_count_reason, lost_roll_reason, rule_of_counts
from bot.narration.words import MARKS, Cast, Names, Played, move_sentence, number_of, victims_of
from bot.rules import (
    Captured,
    CountDeclined,
    CountEarned,
    CountLost,
    Event,
    Moved,
    Rolled,
    RollLost,
    RollsAgain,
    Seat,
    SentBack,
    Skipped,
    ThirdSixVoid,
    TurnPassed,
    Why,
    Withdrew,
    Won,
)
from bot.rules.moves import value_of

_JOINT: Final = " · "


def turn_lines(
    locale: str,
    story: Sequence[Played],
    names: Names,
    casts: Sequence[Cast] = (),
    *,
    winner: bool = True,
) -> list[str]:
    """What happened, a line for each seat's turn, in order; nothing for no actions.

    ``🟡 Ana: 🎲6 de la 12 a la 18 y come a Luis (rojas) · cuenta 20: de la 20 a la 40``

    A turn in which the seat changed hands has a line for each who sat there; a line in which the
    computer decided for somebody says so: ``🟡 Ana 🤖: …``.

    Args:
        locale: The language.
        story: Consecutive actions of one game, wherever they begin and end.
        names: Of every seat that the game began with, as they are now.
        casts: For each action who sat where then; without, all sat where they are now.
        winner: Whether it is told who wins, too: not where that stands already.
    """
    teller = _Teller(locale, names, winner=winner)
    for played, cast in zip(story, casts or [Cast(names)] * len(story), strict=True):
        teller.tell(played, cast)
    teller.end_line()
    return teller.lines


class _Teller:
    """Collects the clauses of a turn, and the lines."""

    def __init__(self, locale: str, names: Names, *, winner: bool) -> None:
        self.lines: list[str] = []
        self._tells_winner = winner
        self._locale = locale
        self._winners = names
        self._names = names
        """Of the line that is begun."""
        self._stood_in = False
        self._seat: Seat | None = None
        self._clauses: list[str] = []
        self._open = False
        """Whether the last clause only begins what the next event tells whole: a roll, a count."""

    def tell(self, played: Played, cast: Cast) -> None:
        turn = played.before.turn
        if self._seat is turn and cast.names[turn] != self._names[turn]:
            self.end_line()
        for event in played.events:
            if not isinstance(event, Won) and event.seat is not self._seat:
                self.end_line()
                self._seat = event.seat
            self._names = cast.names
            self._stood_in = self._stood_in or (cast.stands_in and self._seat is turn)
            self._event(event, played)

    def end_line(self) -> None:
        if self._seat is not None and self._clauses:
            clauses = _JOINT.join(self._clauses)
            self._line("turn.line", self._seat, clauses=clauses)
        self._seat = None
        self._stood_in = False
        self._clauses = []
        self._open = False

    def _line(self, key: str, seat: Seat, **params: object) -> None:
        name = self._names[seat]
        if self._stood_in:
            name = text(self._locale, "turn.stood_in", name=name)
        self.lines.append(text(self._locale, key, mark=MARKS[seat], name=name, **params))

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
                self._count_lost(count, played)
            case CountDeclined(_, count):
                self._say("turn.count_declined", count=count, rule=rule_of_counts(rules))
            case RollLost(_, face):
                reasons = lost_roll_reason(self._locale, played.before, face)
                self._say("turn.roll_lost", rolled=self._clauses[-1], reasons=reasons)
                if face == 6 and not rules.unplayable_six_rolls:
                    self._say(variant("turn.six_ends", rules))
            case ThirdSixVoid():
                rule = rules.citations[Why.THIRD_SIX]
                self._say("turn.third_six", rolled=self._clauses[-1], rule=rule)
            case SentBack(seat, place):
                back = number_of(rules.ring, seat, place)
                self._say(f"turn.sent_back.{rules.third_six}", place=back)
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
                if not self._tells_winner:
                    return
                names = [self._winners[seat] for seat in winners]
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

    def _count_lost(self, count: int, played: Played) -> None:
        earned = next(event for event in played.events if isinstance(event, Moved))
        reasons = lost_count_reason(self._locale, played.before, earned, count)
        self._say("turn.count_lost", count=count, reasons=reasons)

    def _moved(self, event: Moved, played: Played) -> None:
        before = played.before
        move = move_sentence(self._locale, before, event, victims_of(played.events), self._names)
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
