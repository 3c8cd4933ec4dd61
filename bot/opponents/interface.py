"""What a computer player is: position in, action out."""

from collections.abc import Callable
from typing import Protocol

from bot.rules import Action, State


class Opponent(Protocol):
    """A computer player. It sees what a person at the table sees: the position, no dice to come."""

    def choose(self, state: State) -> Action:
        """One of the legal actions of a position in which a seat decides, for that seat.

        Raises:
            ValueError: no seat decides: the die is to fall, or the game is over.
        """
        ...


def options(state: State) -> tuple[Action, ...]:
    """The legal actions of a decision.

    Raises:
        ValueError: no seat decides: the die is to fall, or the game is over.
    """
    if state.winners or not (state.die or state.count):
        raise ValueError("no seat decides here: the die is to fall, or the game is over")
    return state.legal


def best(actions: tuple[Action, ...], value: Callable[[Action], float]) -> Action:
    """The action of the greatest value; of equal ones the first in the order of the rules.

    That order is entering, then the rearmost piece, a declined count last: it is the same from
    every seat.
    """
    return actions[0] if len(actions) == 1 else max(actions, key=value)
