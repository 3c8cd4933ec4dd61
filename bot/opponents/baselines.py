"""Players to measure others by: uniformly random and plain greedy. Nobody plays against them."""

from random import Random

from bot.opponents.interface import best, options
from bot.rules import Action, Move, State
from bot.rules import moves as board


class Uniform:
    """Any legal action with equal chance, from a source of chance that is handed in."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def choose(self, state: State) -> Action:
        """One of the legal actions; the next one of the source of chance."""
        return self._chance.choice(options(state))


class Greedy:
    """Capture before home before entering or a safe square before the rest; the furthest piece."""

    def choose(self, state: State) -> Action:
        """The legal action of the highest class, of several the one with the furthest piece."""
        return best(options(state), lambda action: _rank(state, action))


def _rank(state: State, action: Action) -> float:
    if not isinstance(action, Move):
        return -1
    rules, seat = state.rules, state.turn
    ring = rules.ring
    if board.captured(rules, state.pieces, seat, action, state.newest[seat]):
        kind = 3
    elif action.end == ring.home:
        kind = 2
    else:
        kind = int(action.enters or (action.end < ring.loop and ring.is_safe(seat, action.end)))
    return kind * 100 + action.start
