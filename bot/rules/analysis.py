"""What can be made of the engine without changing it: replay."""

from collections.abc import Iterable

from bot.rules.engine import Step, apply
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
