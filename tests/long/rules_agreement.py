"""The engine and the naive implementation agree on very many positions of every kind of game."""

from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from random import Random
from typing import Any

from tests.rules.agreement import disagreement, positions
from tests.rules.positions import HEADS

POSITIONS = 20_000


def compare(head: str, count: int) -> tuple[str, int, str]:
    """The rule set, how many of its positions were compared, and the first disagreement."""
    for number, line in enumerate(islice(positions(head, Random(f"{head} long")), count)):
        problem = disagreement(line)
        if problem:
            return head, number, problem
    return head, count, ""


def run(count: int = POSITIONS) -> dict[str, Any]:
    """By rule set and options: how many positions agreed.

    Raises:
        AssertionError: two results differ; the message has the position and both.
    """
    figures: dict[str, Any] = {}
    with ProcessPoolExecutor() as pool:
        for head, compared, problem in pool.map(compare, HEADS, [count] * len(HEADS)):
            assert not problem, problem
            figures[head] = compared
    return {"positions": sum(figures.values()), "by rules": figures}
