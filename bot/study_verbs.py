"""The verbs ``replay``, ``perft`` and ``duel``: their options, and what they print.

Quick to import: what they do is in ``bot.study`` and ``bot.opponents``, imported when it is asked.
"""

import argparse
import sys
from pathlib import Path

from bot.command import Refusal, add_locale


def add_studies(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Give the command the verbs that study games and positions."""
    replay = verbs.add_parser(
        "replay",
        help="tell a recorded game move by move, or draw it",
        description="Tell a recorded game move by move; with --gif, draw it as an animation "
        "instead. Of a damaged record, what is good is told or drawn, then the first wrong line is "
        "named; the exit code is 2.",
    )
    replay.add_argument("file", metavar="FILE", help="the record; - is standard input")
    add_locale(replay, "the language of the words")
    replay.add_argument("--gif", type=Path, metavar="OUT", help="draw the game into this file")
    replay.add_argument(
        "--theme",
        choices=("classic", "night", "contrast"),
        help="the look of the board, with --gif (default: classic)",
    )
    replay.add_argument(
        "--since",
        type=int,
        metavar="PLY",
        help="draw only what was played from it on, with --gif",
    )
    replay.set_defaults(verb=_replay)

    perft = verbs.add_parser(
        "perft",
        help="count the sequences of plies that a position allows",
        description="Count the sequences of so many plies that a position allows. A ply is one "
        "face of the die or one decision; equal moves count once.",
    )
    perft.add_argument(
        "position",
        metavar="POSITION|RULESET",
        help='a position in one line, like "parchis Y:0,0,0,0 R:0,0,0,0 >Y", or a rule set',
    )
    perft.add_argument("--depth", type=int, default=3, help="in plies (default: %(default)s)")
    perft.add_argument(
        "--divide", action="store_true", help="say how many begin with each first ply"
    )
    perft.set_defaults(verb=_perft)

    duel = verbs.add_parser(
        "duel",
        help="let two computer players play many games",
        description="Let two computer players play many games and say how often the first one "
        "won, with a 95 % interval. Players: easy, medium, greedy, random.",
    )
    duel.add_argument("first", metavar="A")
    duel.add_argument("second", metavar="B")
    duel.add_argument("--games", type=int, default=2000, help="how many (default: %(default)s)")
    duel.add_argument(
        "--rules", default="parchis", help="a rule set, like ludo/teams (default: %(default)s)"
    )
    duel.add_argument("--seats", type=int, default=2, help="2 to 4 (default: %(default)s)")
    duel.add_argument("--seed", type=int, default=0, help="the dice's (default: %(default)s)")
    duel.set_defaults(verb=_duel)


def _replay(options: argparse.Namespace) -> int:
    from bot.study import Damaged, replay

    try:
        if options.gif is not None:
            return _draw(options)
        if options.since is not None or options.theme is not None:
            raise Refusal("--since and --theme are about a drawing: add --gif OUT.")
        for line in replay(options.file, options.locale):
            print(line)
    except OSError as error:
        raise Refusal(
            f"The record cannot be read ({error}): name a file, or - for input."
        ) from None
    except Damaged as damage:
        sys.stdout.flush()  # so that the sentence comes after what was good
        raise Refusal(f"The record is damaged in {damage}") from None
    return 0


def _draw(options: argparse.Namespace) -> int:
    from bot.study import film

    out: Path = options.gif
    # Without an ending it may be a pipe.
    if out.suffix.lower() not in ("", ".gif"):
        raise Refusal(
            f"The animation is a GIF, and {out.name} is none by its name: let the name after --gif "
            "end in .gif."
        )
    damage = None
    try:
        gif, damage = film(
            options.file, options.locale, options.theme or "classic", options.since or 0
        )
    except ValueError as error:
        raise Refusal(f"This cannot be drawn: {error}.") from None
    try:
        out.write_bytes(gif)
    except OSError as error:
        raise Refusal(
            f"The animation cannot be written ({error}): name another file with --gif."
        ) from None
    if damage is not None:
        raise damage
    return 0


def _perft(options: argparse.Namespace) -> int:
    from bot.study import count

    try:
        lines = count(options.position, options.depth, divided=options.divide)
    except ValueError as error:
        raise Refusal(f"This cannot be counted: {error}.") from None
    print(*lines, sep="\n")
    return 0


def _duel(options: argparse.Namespace) -> int:
    from bot.opponents.duel import main_line

    try:
        told = main_line(
            options.first, options.second, options.rules, options.games, options.seed, options.seats
        )
    except ValueError as error:
        raise Refusal(f"There is no such duel: {error}.") from None
    print(told)
    return 0
