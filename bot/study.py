"""Verbs of the command that study games and positions: replay a record, count by perft."""

import sys
from collections.abc import Iterator
from pathlib import Path

from bot.narration import record_lines
from bot.rules import State, action_text, initial, parse_position, parse_rules
from bot.rules.analysis import divide, perft
from bot.rules.record import RecordError, parse_record


class Damaged(Exception):
    """Where a record stops making sense, in one sentence."""


def replay(source: str, locale: str) -> Iterator[str]:
    """A recorded game in words, move by move.

    Args:
        source: A file, or ``-`` for standard input.
        locale: The language of the words.

    Raises:
        OSError: The file cannot be read.
        Damaged: After what could be told: the line of the first wrong action, and what is wrong.
    """
    try:
        record = parse_record(_read(source))
    except RecordError as error:
        if error.good is not None:
            yield from record_lines(locale, error.good)
        raise Damaged(str(error)) from None
    yield from record_lines(locale, record)


def _read(source: str) -> str:
    if source == "-":
        return sys.stdin.read()
    # A byte that is no text is a fault of its line, not of the whole file.
    return Path(source).read_text("utf-8", errors="replace")


def count(position: str, depth: int, *, divided: bool) -> list[str]:
    """How many sequences of ``depth`` plies there are; with ``divided`` by the first one too.

    Args:
        position: A position, or a rule set: the start of its game with two.
        depth: In plies, at least 1.
        divided: Whether to tell each first ply's share.

    Raises:
        ValueError: What was given is no position, no rule set or no depth; in a sentence.
    """
    if depth < 1:
        raise ValueError(f"a depth is at least 1, not {depth}")
    state = _state(position)
    if not divided:
        return [str(perft(state, depth))]
    shares = divide(state, depth)
    lines = [f"{action_text(action, state)}: {share}" for action, share in shares.items()]
    return [*lines, f"in all: {sum(shares.values())}"]


def _state(position: str) -> State:
    if " " in position.strip():
        return parse_position(position)
    rules = parse_rules(position.strip())
    order = rules.ring.choice
    seats = order if rules.teams else order[:2]
    return initial(rules, seats, seats[0])
