"""Plies a second of random play through the public API, beside python-chess and ludopy.

A ply of ours is a roll or a decision: ``legal_actions``, one of them at random, ``apply`` with its
events. One of chess is ``list(board.legal_moves)``, one of them at random, ``push``. One of ludopy
is a roll, or a decision if a piece can move. All take turns in short slices of processor time, so
that whatever else the machine does slows them alike.
"""

import cProfile
import importlib.util
import pstats
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import chess

from bot.rules import RULESETS, Roll, Ruleset, apply, initial, legal_actions, seats_for

SLICE = 0.1
ROUNDS = 12
TARGET = 2.0
BATCH = 200

Player = Iterator[None]
"""Each ``next`` plays one ply, for ever."""


def parchis_plies(rules: Ruleset) -> Player:
    """Plies of random games of four seats."""
    random = Random(1)
    seats = seats_for(rules.ring, (None,) * 4)
    while True:
        state = initial(rules, seats, seats[0])
        while legal := legal_actions(state):
            state, _ = apply(state, random.choice(legal))
            yield


def chess_plies() -> Player:
    """Plies of random games of chess; a game of 300 plies is given up."""
    random = Random(1)
    while True:
        board = chess.Board()
        for _ in range(300):
            if not (moves := list(board.legal_moves)):
                break
            board.push(random.choice(moves))
            yield


def ludopy_plies() -> Player:
    """Plies of random games of ludopy with four players."""
    import ludopy
    import numpy

    random = Random(1)
    numpy.random.seed(1)
    while True:
        game = ludopy.Game()
        won = False
        while not won:
            (_, movable, _, _, _, won), _ = game.get_observation()
            yield
            choice = random.choice(list(movable)) if len(movable) else -1
            *_, won = game.answer_observation(choice)
            if choice >= 0:
                yield


def plies_per_second(players: dict[str, Player]) -> dict[str, float]:
    """By player, measured by turns."""
    plies = dict.fromkeys(players, 0)
    seconds = dict.fromkeys(players, 0.0)
    for player in players.values():
        for _ in range(BATCH):  # warm up
            next(player)
    for _ in range(ROUNDS):
        for name, player in players.items():
            began = process_time()
            while (spent := process_time() - began) < SLICE:
                for _ in range(BATCH):
                    next(player)
                plies[name] += BATCH
            seconds[name] += spent
    return {name: plies[name] / seconds[name] for name in players}


def where_the_time_goes(rules: Ruleset) -> dict[str, Any]:
    """The share of the rolls among the plies and in the time, and the costliest functions."""
    random = Random(1)
    seats = seats_for(rules.ring, (None,) * 4)
    spent = {True: 0.0, False: 0.0}
    plies = {True: 0, False: 0}
    for _ in range(10):
        state = initial(rules, seats, seats[0])
        while legal := legal_actions(state):
            action = random.choice(legal)
            began = process_time()
            state, _ = apply(state, action)
            spent[isinstance(action, Roll)] += process_time() - began
            plies[isinstance(action, Roll)] += 1
    return {
        "rolls, share of plies": round(plies[True] / sum(plies.values()), 2),
        "rolls, share of time": round(spent[True] / sum(spent.values()), 2),
        "own time of functions": dict(_profile(lambda: _batch(parchis_plies(rules), 20_000))),
    }


def _batch(player: Player, plies: int) -> None:
    for _ in range(plies):
        next(player)


def _profile(work: Callable[[], None]) -> Iterator[tuple[str, float]]:
    """The eight functions with the greatest own time, as shares of the whole."""
    profile = cProfile.Profile()
    profile.runcall(work)
    stats: dict[Any, Any] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    own = Counter[str]()
    for (file, _, function), (_, _, seconds, _, _) in stats.items():
        own[f"{Path(file).stem}.{function}"] += seconds
    for function, seconds in own.most_common(8):
        yield function, round(seconds / own.total(), 2)


def run() -> list[dict[str, Any]]:
    """A row for each rule set and peer; a peer that is not installed is said to be skipped."""
    players = {name: parchis_plies(rules) for name, rules in RULESETS.items()}
    peers = {"python-chess": chess_plies()}
    rows: list[dict[str, Any]] = []
    if importlib.util.find_spec("ludopy") is None:
        rows.append({"name": "plies beside ludopy", "skipped": "ludopy is not installed"})
    else:
        peers["ludopy"] = ludopy_plies()
    speed = plies_per_second(players | peers)
    for name, rules in RULESETS.items():
        for peer in peers:
            ratio = speed[name] / speed[peer]
            rows.append(
                {
                    "name": f"random play, {name}",
                    "value": round(speed[name]),
                    "unit": "plies/s",
                    "peer": peer,
                    "peer_value": round(speed[peer]),
                    "ratio": round(ratio, 2),
                    "target": TARGET,
                    "ok": ratio >= TARGET,
                }
            )
        rows[-1] |= where_the_time_goes(rules)
    return rows
