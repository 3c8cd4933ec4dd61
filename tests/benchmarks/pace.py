"""How much of a game asks anybody: clicks, and handovers from one person to another.

Four people play at random. Naively each roll and each move is a click; with the usual autopilot in
a game of days the die falls by itself and what is forced is played.
"""

import random
from collections.abc import Callable
from datetime import UTC, datetime
from statistics import mean
from typing import Any

from bot.games.model import Autopilot, Game, Pace, Player
from bot.games.turns import by_itself
from bot.rules import RULESETS, SEATS, Chance, Ruleset, State, apply, initial, legal_actions, to_act
from tests.storage.samples import lobby

GAMES = 200
# For parchis; what the project's plan for such games counts on.
EXPECTED = {
    "naive clicks": 620,
    "naive handovers": 287,
    "forced clicks": 227,
    "forced handovers": 179,
}
TOLERANCE = 0.1

Asks = Callable[[State], bool]


def naive(_state: State) -> bool:
    """Every roll and every move is somebody's click."""
    return True


def table(rules: Ruleset) -> Game:
    """Four people at a game of days."""
    players = tuple(Player(seat + 1, seat.name, seat) for seat in SEATS)
    return lobby(rules=rules, players=players, pace=Pace.DAY)


def played(rules: Ruleset, rng: random.Random) -> dict[str, int]:
    """One game played at random: by each way of playing, the clicks and the handovers."""
    game, now = table(rules), datetime.now(UTC)
    assert all(player.autopilot is Autopilot.FORCED for player in game.players)
    ways: dict[str, Asks] = {"naive": naive, "forced": lambda s: not by_itself(game, s, now)}
    counts = {f"{way} {what}": 0 for way in ways for what in ("clicks", "handovers")}
    last: dict[str, Any] = dict.fromkeys(ways)
    state = initial(rules, SEATS, rng.choice(SEATS))
    while to_act(state) is not None:
        for way, asks in ways.items():
            if asks(state):
                counts[f"{way} clicks"] += 1
                counts[f"{way} handovers"] += last[way] not in (None, state.turn)
                last[way] = state.turn
        state = apply(state, rng.choice(legal_actions(state))).state
    assert to_act(state) is not Chance.DIE
    return counts


def run(games: int = GAMES) -> list[dict[str, Any]]:
    """Means per game for every rule set; for parchis beside what is expected."""
    figures: list[dict[str, Any]] = []
    for name, rules in RULESETS.items():
        rng = random.Random(f"pace/{name}")
        results = [played(rules, rng) for _ in range(games)]
        for what in results[0]:
            value = round(mean(result[what] for result in results), 1)
            figure: dict[str, Any] = {
                "name": f"{what} per four-person game of {name}",
                "value": value,
                "unit": "per game",
            }
            if name == "parchis":
                target = EXPECTED[what]
                close = abs(value - target) <= TOLERANCE * target
                figure |= {"target": f"about {target}", "ok": close}
            figures.append(figure)
    return figures
