"""The record of a whole game as text, which replays exactly and which a person can read.

::

    [rules parchis/quick]
    [yellow Ana]
    [red Luis]
    [opening Y5 R5]
    [opening Y2 R4]
    [result Y]

    1. R r3 39-42
    2. Y r5 0-5
    3. R r6 42-48 r6 48-54 r2

Headers first: the rule set, who sits where, the opening throws by rounds, the result (``*`` while
it runs), and any others, kept as they are. Then a line for each turn: its number, whose it is, and
its actions in notation. Blank lines and what follows a ``;`` say nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.rules.board import SEATS, Seat
from bot.rules.engine import Step, apply, initial
from bot.rules.notation import LETTERS, NotationError, action_text, parse_action, parse_rules
from bot.rules.notation import rules_text as _rules_text
from bot.rules.ruleset import Ruleset
from bot.rules.seating import highest
from bot.rules.state import Action, IllegalAction, State

Round = tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A game: what was agreed, what was thrown for the start, and every action."""

    rules: Ruleset
    names: tuple[tuple[Seat, str], ...]
    opening: tuple[Round, ...]
    """The opening throws (G6): rounds of (seat, face), ties again in the next round."""
    actions: tuple[Action, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    """Others, such as a date: kept in order, no part of the game."""

    @property
    def start(self) -> State:
        """The position before the first roll.

        Raises:
            ValueError: the seats or the opening throws make no game.
        """
        seats = tuple(seat for seat, _ in self.names)
        if not self.opening:
            raise ValueError("a record has opening throws")
        leaders = seats
        for throws in self.opening:
            if {seat for seat, _ in throws} != set(leaders):
                raise ValueError(f"the opening throws are those of {leaders!r}, not {throws!r}")
            leaders = highest(dict(throws))
        if len(leaders) != 1:
            raise ValueError("the opening throws leave nobody to start")
        return initial(self.rules, seats, leaders[0])

    def steps(self) -> Iterator[tuple[State, Action, Step]]:
        """The game played again: position before, action, what it led to.

        Raises:
            IllegalAction: at the first action that the position before it does not allow.
        """
        state = self.start
        for action in self.actions:
            step = apply(state, action)
            yield state, action, step
            state = step.state


class RecordError(ValueError):
    """A record that is damaged: where, and what was read before that."""

    def __init__(self, line: int, message: str, good: Record | None) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        """Counted from 1."""
        self.good = good
        """The record up to the first wrong action; None if the headers make no game."""


def record_text(record: Record) -> str:
    """The record as text, ending in a line feed.

    Raises:
        IllegalAction: the actions are no game.
    """
    lines = [f"[rules {_rules_text(record.rules)}]"]
    lines += [f"[{seat.name.lower()} {_one_line(name)}]" for seat, name in record.names]
    for throws in record.opening:
        lines.append(
            f"[opening {' '.join(f'{seat.letter}{face}' for seat, face in throws)}]"
        )  # fmt: skip
    lines += [f"[{key} {_one_line(value)}]" for key, value in record.headers]
    body: list[str] = []
    words: list[str] = []
    state = record.start
    for before, action, step in record.steps():
        words.append(action_text(action, before))
        state = step.state
        if state.turn != before.turn or state.winners:
            body.append(_turn_line(len(body) + 1, before.turn, words))
            words = []
    if words:
        body.append(_turn_line(len(body) + 1, state.turn, words))
    winners = "".join(seat.letter for seat in state.winners)
    lines.append(f"[result {winners or '*'}]")
    return "\n".join([*lines, "", *body]) + "\n"


def parse_record(text: str) -> Record:
    """The record of a text.

    Raises:
        RecordError: at the first line that cannot be read or action that cannot be played.
    """
    reader = _Reader()
    number = 0
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split(";", 1)[0].strip() if not raw.startswith("[") else raw.strip()
        if line:
            reader.read(number, line)
    return reader.finish(number)


_HEADER = re.compile(r"\[(\S+) +(.*)\]")
_TURN = re.compile(r"(\d+)\. +([YBRG])((?: +\S+)+)")


@dataclass(slots=True)
class _Reader:
    """What has been read so far; the first turn closes the headers."""

    rules: Ruleset | None = None
    names: list[tuple[Seat, str]] = field(default_factory=list[tuple[Seat, str]])
    opening: list[Round] = field(default_factory=list[Round])
    headers: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    actions: list[Action] = field(default_factory=list[Action])
    result: str = "*"
    turns: int = 0
    state: State | None = None

    def read(self, number: int, line: str) -> None:
        header = _HEADER.fullmatch(line)
        turn = _TURN.fullmatch(line)
        if header and self.state is None:
            try:
                self._header(header[1], header[2])
            except NotationError as error:
                raise RecordError(number, str(error), None) from None
        elif turn:
            self._start(number)
            self._turn(number, int(turn[1]), LETTERS[turn[2]], turn[3].split())
        else:
            raise RecordError(number, f"{line!r} is neither a header nor a turn", self._good())

    def finish(self, number: int) -> Record:
        state = self._start(number)
        played = "".join(seat.letter for seat in state.winners) or "*"
        if self.result != played:
            raise RecordError(
                number, f"the result is {played}, the header says {self.result}", self._good()
            )
        return self._record()

    def _header(self, key: str, value: str) -> None:
        seat = next((seat for seat in SEATS if seat.name.lower() == key), None)
        if seat is not None:
            self.names.append((seat, value))
        elif key == "rules":
            self.rules = parse_rules(value)
        elif key == "opening":
            self.opening.append(tuple(_throw(word) for word in value.split()))
        elif key == "result":
            self.result = value
        else:
            self.headers.append((key, value))

    def _start(self, number: int) -> State:
        if self.state is None:
            if self.rules is None:
                raise RecordError(number, "the header [rules …] is missing", None)
            try:
                self.state = self._record().start
            except ValueError as error:
                raise RecordError(number, str(error), None) from None
        return self.state

    def _turn(self, number: int, turn: int, seat: Seat, words: Sequence[str]) -> None:
        state = self._start(number)
        if turn != self.turns + 1 or seat != state.turn:
            message = f"here stands turn {self.turns + 1}, of {state.turn.name.lower()}"
            raise RecordError(number, message, self._good())
        self.turns = turn
        for word in words:
            if state.turn != seat:
                raise RecordError(number, f"the turn is over before {word!r}", self._good())
            try:
                action = parse_action(word, state)
            except IllegalAction as error:
                raise RecordError(number, str(error), self._good()) from None
            self.actions.append(action)
            self.state = state = apply(state, action).state

    def _record(self) -> Record:
        assert self.rules is not None  # noqa: S101 - both callers have seen to it
        return Record(
            self.rules,
            tuple(self.names),
            tuple(self.opening),
            tuple(self.actions),
            tuple(self.headers),
        )

    def _good(self) -> Record | None:
        return None if self.state is None else self._record()


def _turn_line(number: int, seat: Seat, words: Sequence[str]) -> str:
    return f"{number}. {seat.letter} {' '.join(words)}"


def _throw(word: str) -> tuple[Seat, int]:
    if len(word) == 2 and word[0] in LETTERS and word[1] in "123456":
        return LETTERS[word[0]], int(word[1])
    raise NotationError(f"{word!r} is no opening throw")


def _one_line(text: str) -> str:
    """A header's value on one line; nothing in it can end the header early."""
    return " ".join(text.split())
