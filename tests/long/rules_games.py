"""Random games of every rule set, option and seating end; how long the longest was."""

from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

from tests.rules.positions import HEADS, RULES, random_game, seatings

GAMES = 2_000


def play(head: str, games: int) -> tuple[str, int, dict[str, int]]:
    """The rule set, how many games ended, and by seats the plies of the longest."""
    longest: dict[str, int] = {}
    played = 0
    for seats in seatings(RULES[head]):
        name = "".join(seat.letter for seat in seats)
        random = Random(f"{head} {name}")
        for _ in range(games):
            plies = sum(1 for _ in random_game(RULES[head], seats, random)) - 1
            longest[name] = max(longest.get(name, 0), plies)
            played += 1
    return head, played, longest


def run(games: int = GAMES) -> dict[str, Any]:
    """How many games were played, and the plies of the longest by rule set and options."""
    figures: dict[str, Any] = {}
    total = 0
    with ProcessPoolExecutor() as pool:
        for head, played, longest in pool.map(play, HEADS, [games] * len(HEADS)):
            total += played
            seats = max(longest, key=longest.__getitem__)
            figures[head] = {"longest": longest[seats], "seats": seats}
    return {
        "games": total,
        "longest": max(each["longest"] for each in figures.values()),
        "by rules": figures,
    }
