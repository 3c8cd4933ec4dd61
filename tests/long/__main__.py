"""Runs the long proofs and prints a line of JSON for each: ``python -m tests.long [name ...]``.

A proof is a module of this package with ``run() -> dict``: its figures, or an exception.
"""

import importlib
import json
import pkgutil
import sys
import time
from collections.abc import Sequence

import tests.long


def names() -> list[str]:
    """The modules of this package that may hold a proof."""
    return [
        module.name
        for module in pkgutil.iter_modules(tests.long.__path__)
        if not module.name.startswith(("_", "test_"))
    ]


def main(wanted: Sequence[str]) -> None:
    """Runs the proofs named, or all."""
    unknown = set(wanted) - set(names())
    if unknown:
        sys.exit(f"no such proof: {', '.join(sorted(unknown))}; there are: {', '.join(names())}")
    for name in wanted or names():
        run = getattr(importlib.import_module(f"tests.long.{name}"), "run", None)
        if run is None:
            continue
        begun = time.perf_counter()
        figures = run()
        seconds = round(time.perf_counter() - begun, 1)
        sys.stdout.write(json.dumps({"proof": name, **figures, "seconds": seconds}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
