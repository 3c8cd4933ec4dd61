"""How long a computer player thinks about a decision that is one.

Processor time, so that a neighbour on the machine is not measured with it: deciding waits for
nothing.
"""

from collections.abc import Iterator
from random import Random
from time import thread_time
from typing import Any

from bot.opponents import OPPONENTS
from bot.opponents.duel import contender, play
from bot.rules import Action, State, initial, parse_rules, seats_for

RULES = ("parchis", "parchis/teams", "ludo/walls", "classic", "stars")
GAMES = 20
LIMIT_MS = 5.0


class _Timed:
    """Plays as another player does and keeps how long it took, with more than one action."""

    def __init__(self, name: str) -> None:
        self.player = contender(name)
        self.times: list[float] = []

    def choose(self, state: State) -> Action:
        began = thread_time()
        action = self.player.choose(state)
        if len(state.legal) > 1:
            self.times.append(1000 * (thread_time() - began))
        return action


def run(games: int = GAMES) -> list[dict[str, Any]]:
    """For each player and rule set, with four seats: median and 99th percentile in ms."""
    return [row for name in OPPONENTS for rules in RULES for row in _measure(name, rules, games)]


def _measure(name: str, rules_text: str, games: int) -> Iterator[dict[str, Any]]:
    rules = parse_rules(rules_text)
    table = seats_for(rules.ring, (None,) * 4)
    player = _Timed(name)
    for number in range(games):
        start = initial(rules, table, starter=table[number % 4])
        play(start, [player] * 4, Random(number))
    times = sorted(player.times)
    for label, share, target in (("p50", 0.5, None), ("p99", 0.99, LIMIT_MS)):
        value = times[int(share * (len(times) - 1))]
        yield {
            "name": f"decision of {name}, {rules_text}, {label} of {len(times)}",
            "value": round(value, 3),
            "unit": "ms",
            "target": target,
            "ok": target is None or value < target,
        }
