"""What the verbs of the command share: how one is refused, and whose language it speaks."""

import argparse
import os

REFUSED = 2
"""The exit code when something is wrong that the operator can set right."""


class Refusal(Exception):
    """Why the command cannot do its work, in one sentence that says what to do."""


def add_locale(verb: argparse.ArgumentParser, of: str) -> None:
    """Give a verb the option ``--locale``; ``of`` says what it is the language of."""
    verb.add_argument(
        "--locale",
        choices=("es", "en"),
        default=_spoken(),
        help=f"{of} (default: %(default)s, by LANG)",
    )


def _spoken() -> str:
    """The language of whoever sits at this machine, as POSIX finds it: ``es`` or ``en``."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    spoken = next((value for name in names if (value := os.environ.get(name))), "")
    return "es" if spoken.startswith("es") else "en"
