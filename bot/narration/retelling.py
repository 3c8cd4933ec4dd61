"""A recorded game told from its first throw to its end."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.i18n import text
from bot.i18n.names import plain_name
from bot.i18n.rulebook import option_names, ruleset_name
from bot.narration.turns import opening_line, turn_lines
from bot.narration.words import MARKS
from bot.rules import Event, State, rules_text
from bot.rules.record import Record


@dataclass(frozen=True, slots=True)
class _Replayed:
    before: State
    events: tuple[Event, ...]


def record_lines(locale: str, record: Record) -> Iterator[str]:
    """A game in words: its rule set, who sits where, who starts, then turn by turn.

    ``12. 🟡 Ana: 🎲6 de la 12 a la 18 · 🎲2 de la 18 a la 20``: the numbers are those of the
    record's turns. What happens to others in a turn has a line of its own under the same number.
    ``plain_name`` is applied to the names. A game that is not over ends with what is there.

    Raises:
        ValueError: The seats or the opening throws make no game.
        IllegalAction: At the first action that the position before it does not allow.
    """
    state = record.start  # damaged headers are found before a line is told
    names = {seat: plain_name(name) for seat, name in record.names}
    yield _title(locale, record)
    for seat, name in names.items():
        yield text(locale, "replay.seat", mark=MARKS[seat], name=name, seat=seat)
    yield opening_line(locale, record.opening, names)
    number = 1
    turn: list[_Replayed] = []
    for before, _, (state, events) in record.steps():
        turn.append(_Replayed(before, events))
        if state.turn != before.turn or state.winners:
            for told in turn_lines(locale, turn, names):
                yield text(locale, "replay.turn", turn=number, told=told)
            number += 1
            turn.clear()
    for told in turn_lines(locale, turn, names):
        yield text(locale, "replay.turn", turn=number, told=told)


def _title(locale: str, record: Record) -> str:
    """``Parchís · rápida · capture_count=10``: rule set, options, and house rules in notation."""
    rules = record.rules
    changed = [part for part in rules_text(rules).split("/") if "=" in part]
    return " · ".join([ruleset_name(locale, rules), *option_names(locale, rules), *changed])
