"""The two computer players that people meet."""

from dataclasses import dataclass
from hashlib import blake2b

from bot.opponents.evaluation import Weights, evaluate
from bot.opponents.interface import best, options
from bot.rules import Action, Move, Seat, State, apply
from bot.rules import moves as board


class Medium:
    """Weighs the position after each action, the counts it earns played out, at the next roll."""

    def __init__(self, weights: Weights | None = None, chain: int = 3) -> None:
        self._weights = Weights() if weights is None else weights
        self._chain = chain

    def choose(self, state: State) -> Action:
        """The legal action that leads to the best position; of equals the first of the rules."""
        seat = state.turn
        return best(options(state), lambda action: self._worth(apply(state, action).state, seat, 1))

    def _worth(self, state: State, seat: Seat, depth: int) -> float:
        """The worth of what an action led to: a count owed is played as well as can be.

        A chain of captures has no limit in the rules; beyond ``chain`` counts it has one here.
        """
        if state.count and depth <= self._chain:
            return max(
                self._worth(apply(state, action).state, seat, depth + 1) for action in state.legal
            )
        return evaluate(state, seat, self._weights)


@dataclass(frozen=True, slots=True)
class Likes:
    """How much a beginner likes an action for what it plainly does; a step further on counts 1."""

    win: float = 1000.0
    capture: float = 500.0
    home: float = 400.0
    enter: float = 300.0
    safe: float = 20.0
    """Landing on a safe square or in the lane."""
    decline: float = -500.0
    whim: float = 40.0
    """The most that a whim adds: enough to change its mind between quiet moves only."""


class Easy:
    """A friendly beginner: takes what it sees, sees no danger, and is whimsical about the rest.

    The whim comes from a hash of the position as its seat sees it: the same position, from
    whichever seat, has the same answer, and nothing needs a source of chance.
    """

    def __init__(self, likes: Likes | None = None) -> None:
        self._likes = Likes() if likes is None else likes

    def choose(self, state: State) -> Action:
        """A win, capture, piece home or entry, in this order; else often the furthest piece."""
        actions = options(state)
        whims = dict(zip(actions, _whims(state), strict=False))
        return best(
            actions,
            lambda action: self._appeal(state, action) + self._likes.whim * whims[action],
        )

    def _appeal(self, state: State, action: Action) -> float:
        likes, rules, seat = self._likes, state.rules, state.turn
        if not isinstance(action, Move):
            return likes.decline
        if board.captured(rules, state.pieces, seat, action, state.newest[seat]):
            return likes.capture
        if action.end == rules.ring.home:
            return likes.win if apply(state, action).state.winners else likes.home
        if action.enters:
            return likes.enter
        return action.start + likes.safe * rules.ring.is_safe(seat, action.end)


def _whims(state: State) -> list[float]:
    """A number from 0 to below 1 for each of at most eight actions, from the position alone."""
    around = state.pieces[state.turn :] + state.pieces[: state.turn]
    text = f"{around} {state.die} {state.count}"
    return [byte / 256 for byte in blake2b(text.encode(), digest_size=8).digest()]
