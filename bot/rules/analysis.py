"""What can be made of the engine without changing it: replay, perft, divide."""

from collections.abc import Iterable

from bot.rules.engine import Step, apply, legal_actions
from bot.rules.state import Action, State


def replay(state: State, actions: Iterable[Action]) -> list[Step]:
    """The steps that the actions lead to from a position, in order.

    Raises:
        IllegalAction: at the first action that the position before it does not allow.
    """
    steps: list[Step] = []
    for action in actions:
        step = apply(state, action)
        steps.append(step)
        state = step.state
    return steps


def perft(state: State, depth: int) -> int:
    """How many sequences of exactly so many plies a position allows.

    A ply is one face of the die or one decision, equal moves once (G13); what ``apply`` resolves by
    itself is none. A game that ends before adds nothing.

    >>> from bot.rules.notation import parse_position
    >>> perft(parse_position("parchis Y:0,0,0,0 R:0,0,0,0 >Y"), 2)
    31
    """
    if depth == 0:
        return 1
    legal = legal_actions(state)
    if depth == 1:
        return len(legal)
    return sum(perft(apply(state, action).state, depth - 1) for action in legal)


def divide(state: State, depth: int) -> dict[Action, int]:
    """``perft`` by first action: where two programs differ, it shows which way to look.

    Raises:
        ValueError: the depth is not at least 1.
    """
    if depth < 1:
        raise ValueError(f"a division has a depth of at least 1, not {depth}")
    return {action: perft(apply(state, action).state, depth - 1) for action in legal_actions(state)}
