"""Every node count of ``tests/perft`` by the engine and by the naive generator."""

from typing import Any

from tests.perft.suite import complaint, suite


def run() -> dict[str, Any]:
    """How many positions and nodes were counted.

    Raises:
        AssertionError: a count differs; the message is a divide.
    """
    nodes = 0
    entries = suite()
    for entry in entries:
        for depth, count in enumerate(entry.counts, 1):
            for by_naive in (False, True):
                problem = complaint(entry, depth, by_naive=by_naive)
                assert not problem, problem
            nodes += count
    depth = max(len(entry.counts) for entry in entries)
    return {"positions": len(entries), "depth": depth, "nodes": nodes}
