"""Asks the engine and the naive implementation the same, and says where they differ."""

from collections.abc import Iterator
from itertools import chain
from random import Random

from bot.rules import (
    Chance,
    action_text,
    apply,
    legal_actions,
    parse_action,
    parse_position,
    position_text,
    to_act,
)
from tests.rules.naive import successors
from tests.rules.positions import placed, played


def by_engine(line: str) -> dict[str, str]:
    """Each legal action of a position, and each withdrawal, with the position after it."""
    state = parse_position(line)
    actions = [action_text(action, state) for action in legal_actions(state)]
    if actions:
        actions += [f"out{seat.letter}" for seat in state.seats]
    assert len(set(actions)) == len(actions), f"{line}: offered twice"
    return {
        action: position_text(apply(state, parse_action(action, state)).state) for action in actions
    }


def disagreement(line: str) -> str:
    """What the two say differently of a position and of what its rolls lead to; '' if nothing."""
    ours = by_engine(line)
    theirs = successors(line)
    if ours != theirs:
        actions = sorted(set(ours) | set(theirs))
        return "\n".join(
            [line]
            + [
                f"  {action}: engine {ours.get(action)}\n  {' ' * len(action)}  naive  "
                f"{theirs.get(action)}"
                for action in actions
                if ours.get(action) != theirs.get(action)
            ]
        )
    if to_act(parse_position(line)) is Chance.DIE:
        for action, after in ours.items():
            if action[0] == "r" and "=" in after.partition(">")[2]:
                below = disagreement(after)
                if below:
                    return below
    return ""


def positions(head: str, random: Random) -> Iterator[str]:
    """Endlessly positions in notation, by turns from play and put down at random."""
    return chain.from_iterable(
        zip(
            (position_text(state) for state in played(head, random)),
            placed(head, random),
            strict=False,
        )
    )
