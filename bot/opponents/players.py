"""The two computer players that people meet."""

from hashlib import blake2b

from bot.opponents.evaluation import Weights, evaluate
from bot.opponents.interface import best, options
from bot.rules import Action, Decline, Move, Seat, State, apply
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


class Easy:
    """A friendly beginner: takes what it sees, sees no danger, and is whimsical about the rest.

    The whim comes from a hash of the position as its seat sees it, so that the same position, from
    whichever seat, has the same answer and nothing needs a source of chance.
    """

    def choose(self, state: State) -> Action:
        """A capture, a piece home, an entry or the lane if there is one; else any piece."""
        actions = options(state)
        whims = dict(zip(actions, _whims(state), strict=False))
        return best(actions, lambda action: _appeal(state, action) + whims[action])


_CAPTURE, _HOME, _ENTER, _SAFE, _DECLINE = 50.0, 40.0, 30.0, 5.0, -50.0
_WHIM = 20.0


def _appeal(state: State, action: Action) -> float:
    """How much a beginner likes an action for what it plainly does."""
    if isinstance(action, Decline):
        return _DECLINE
    assert isinstance(action, Move)  # noqa: S101 - a decision has no other actions
    rules, seat = state.rules, state.turn
    ring = rules.ring
    if board.captured(rules, state.pieces, seat, action, state.newest[seat]):
        return _CAPTURE
    if action.end == ring.home:
        return _HOME
    if action.enters:
        return _ENTER
    return _SAFE if ring.is_safe(seat, action.end) else 0.0


def _whims(state: State) -> list[float]:
    """A number from 0 to ``_WHIM`` for each of at most eight actions, from the position alone."""
    around = state.pieces[state.turn :] + state.pieces[: state.turn]
    text = f"{around} {state.die} {state.count}"
    return [_WHIM * byte / 256 for byte in blake2b(text.encode(), digest_size=8).digest()]
