"""Who beats whom, in as many games as the figures need."""

from typing import Any

from bot.opponents.duel import contender, duel
from bot.rules import RULESETS, parse_rules

GAMES = 2000
SEED = 2024

TARGETS = (
    # the first player, the second, rules, seats, the least and the greatest share of wins
    ("medium", "random", "parchis", 2, 0.95, 1.0),
    ("medium", "greedy", "parchis", 2, 0.58, 1.0),
    ("easy", "medium", "parchis", 2, 0.0, 0.35),
    ("easy", "random", "parchis", 2, 0.85, 1.0),
    *(("medium", "random", name, 2, 0.85, 1.0) for name in RULESETS if name != "parchis"),
    *(("medium", "greedy", name, 2, 0.55, 1.0) for name in RULESETS if name != "parchis"),
    *(("easy", "random", name, 2, 0.75, 1.0) for name in RULESETS if name != "parchis"),
    *(("easy", "medium", name, 2, 0.0, 0.45) for name in RULESETS if name != "parchis"),
    ("medium", "random", "parchis/quick", 2, 0.85, 1.0),
    ("medium", "greedy", "ludo/walls", 2, 0.55, 1.0),
    ("medium", "greedy", "parchis", 4, 0.30, 1.0),
    ("medium", "greedy", "parchis/teams", 4, 0.58, 1.0),
    ("medium", "greedy", "ludo/teams", 4, 0.55, 1.0),
)


def run(games: int = GAMES) -> dict[str, Any]:
    """By duel: the share of wins, its 95 % interval and the target.

    Raises:
        AssertionError: a target is missed; the message has all that are.
    """
    figures: dict[str, Any] = {}
    for first, second, rules, seats, least, most in TARGETS:
        result = duel(
            contender(first, 1), contender(second, 2), parse_rules(rules), games, SEED, seats
        )
        figures[f"{first} against {second}, {rules}, {seats} seats"] = {
            "rate": round(result.rate, 4),
            "interval": [round(bound, 4) for bound in result.interval],
            "games": result.games,
            "fair": result.fair,
            "target": [least, most],
            "ok": least <= result.rate <= most,
        }
    missed = {name: figure for name, figure in figures.items() if not figure["ok"]}
    assert not missed, missed
    return figures
