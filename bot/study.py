"""Verbs of the command that study games and positions: replay a record, count by perft."""

import sys
from collections.abc import Iterator
from pathlib import Path

from bot.i18n import seat_name
from bot.i18n.names import plain_name
from bot.narration import record_lines
from bot.rules import SEATS, State, action_text, initial, parse_position, parse_rules
from bot.rules.analysis import divide, perft
from bot.rules.record import RecordError, parse_record
from rendering.animation import animate
from rendering.replay import scenes_of
from rendering.scene import by_seat


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


def film(source: str, locale: str, theme: str, since: int) -> tuple[bytes, Damaged | None]:
    """A recorded game as a GIF, however large.

    Of a damaged record, what is good of it, and where it stops making sense.

    Args:
        source: A file, or ``-`` for standard input.
        locale: The language of the colours, which stand for names that cannot be drawn.
        theme: A key of ``rendering.theme.THEMES``.
        since: From which ply on.

    Raises:
        OSError: The file cannot be read.
        Damaged: Nothing of it can be drawn.
        ValueError: The game does not come to that ply; in a sentence.
    """
    damage = None
    try:
        record = parse_record(_read(source))
    except RecordError as error:
        damage = Damaged(str(error))
        if error.good is None:
            raise damage from None
        record = error.good
    played = [(before, step) for before, _, step in record.steps()]
    if not 0 <= since <= len(played):
        raise ValueError(f"the game has plies 0 to {len(played)}, not {since}")
    scenes = scenes_of(
        [(before, step.events) for before, step in played],
        played[-1][1].state if played else record.start,
        by_seat({seat: plain_name(name) for seat, name in record.names}),
        by_seat({seat: seat_name(locale, seat) for seat in SEATS}),
        since=since,
        theme=theme,
    )
    return animate(scenes, sys.maxsize), damage


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
