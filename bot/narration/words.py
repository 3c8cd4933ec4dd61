"""Names, places and moves in words: what the other modules make their sentences of."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bot.i18n import listed, text
from bot.rules import YARD, Captured, Event, Move, Moved, Ring, Seat, State, Why, explain
from bot.rules.ruleset import Pair, PairWhere

Names = Mapping[Seat, str]

MARKS: Final[Mapping[Seat, str]] = {
    Seat.YELLOW: "🟡",
    Seat.BLUE: "🔵",
    Seat.RED: "🔴",
    Seat.GREEN: "🟢",
}
"""A seat's sign, which stands before the name of whoever sits there."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Who sat where when an action was played: seats change hands."""

    names: Names
    """Of every seat that the game began with."""
    stands_in: bool = False
    """Whether the computer decided for the person whose turn it was."""

    def shown(self, how: Callable[[str], str]) -> "Cast":
        """The same with each name as it is to appear."""
        return Cast({seat: how(name) for seat, name in self.names.items()}, self.stands_in)


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


def place_name(locale: str, ring: Ring, seat: Seat, place: int) -> str:
    """A place as its seat sees it: ``casa``, ``casilla 12``, ``pasillo 3``, ``meta``."""
    if place == YARD:
        return text(locale, "place.yard")
    if place >= ring.home:
        return text(locale, "place.home")
    kind = "square" if place < ring.loop else "lane"
    return text(locale, f"place.{kind}", number=number_of(ring, seat, place))


def number_of(ring: Ring, seat: Seat, place: int) -> int:
    """The number that stands on a place: of the ring's square, or counted along the lane."""
    return ring.squares[seat][place] if place < ring.loop else place - ring.loop + 1


def move_keys(ring: Ring, start: int, end: int) -> tuple[str, str]:
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


def ends_of(ring: Ring, seat: Seat, start: int, end: int) -> dict[str, int]:
    """The placeholders of a move: only the numbers that its text needs are real ones."""
    return {
        "start": start if start == YARD else number_of(ring, seat, start),
        "end": end if end == ring.home else number_of(ring, seat, end),
    }


def makes_blockade(state: State, seat: Seat, end: int) -> bool:
    """Whether a piece that comes to a place makes a blockade with one that stands there."""
    rules = state.rules
    return (
        rules.pair is Pair.WALL
        and end < rules.ring.loop
        and state.pieces[seat].count(end) == 1
        and (rules.pair_where is PairWhere.LOOP or rules.ring.is_safe(seat, end))
    )


def victims_of(events: Sequence[Event]) -> list[Seat]:
    """Whose pieces were captured: one entry a piece."""
    return [event.victim for event in events if isinstance(event, Captured)]


def victims_named(locale: str, victims: Sequence[Seat], names: Names) -> str:
    """Those whose pieces are captured: ``Luis (azules) y Íñigo (verdes, 2 fichas)``."""
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
    return listed(locale, found)


def move_sentence(
    locale: str, before: State, move: Moved | Move, victims: Sequence[Seat], names: Names
) -> str:
    """``de la 12 a la 18 y come a Luis (rojas)``."""
    rules, seat = before.rules, before.turn
    key, _ = move_keys(rules.ring, move.start, move.end)
    told = text(locale, key, **ends_of(rules.ring, seat, move.start, move.end))
    if before.die and (opened := explain(before).forced) and opened.why is Why.MUST_OPEN:
        told = text(locale, "turn.opens", move=told, rule=opened.rule)
    if victims:
        found = victims_named(locale, victims, names)
        return text(locale, "turn.captured", move=told, victims=found)
    if makes_blockade(before, seat, move.end):
        return text(locale, "turn.blockade", move=told)
    return told
