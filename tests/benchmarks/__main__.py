"""Runs the benchmarks and prints a line of JSON each: ``python -m tests.benchmarks [name ...]``.

A benchmark is a module of this package with ``run() -> list[dict]``: name, value, unit, and where
there are any peer, peer_value, ratio, target and ok. Ends with 1 if a target is missed.
"""

import importlib
import json
import pkgutil
import sys
from collections.abc import Sequence
from typing import Any

import tests.benchmarks

OURS = ("bot", "cogs", "rendering", "tests")


def names() -> list[str]:
    """The modules of this package that hold benchmarks."""
    found = pkgutil.iter_modules(tests.benchmarks.__path__)
    return [each.name for each in found if not each.name.startswith(("_", "test_"))]


def figures(name: str) -> list[dict[str, Any]]:
    """The figures of a module; a single one that says what to install if a peer is not there."""
    try:
        return importlib.import_module(f"tests.benchmarks.{name}").run()
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] in OURS:
            raise
        needs = f"{error.name} is not installed: pip install -e '.[bench]'"
        return [{"name": f"all of {name}", "skipped": needs}]


def main(wanted: Sequence[str]) -> int:
    """Runs the benchmarks named, or all; the number of targets missed."""
    unknown = set(wanted) - set(names())
    if unknown:
        sys.exit(f"no such benchmark: {', '.join(sorted(unknown))}; there are {', '.join(names())}")
    missed = 0
    for name in wanted or names():
        for figure in figures(name):
            sys.stdout.write(json.dumps({"benchmark": name, **figure}, ensure_ascii=False) + "\n")
            sys.stdout.flush()
            missed += figure.get("ok") is False
    return missed


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
