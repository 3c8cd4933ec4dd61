"""Dice that do as a test says, and the log of errors, in which there may be none."""

import logging
import random
from collections import deque
from collections.abc import Sequence
from typing import Any

from bot.rules import Move, Roll, State, apply, legal_actions


class Dice:
    """Throws what a test has laid out, then fair ones that repeat from run to run."""

    def __init__(self) -> None:
        self.faces: deque[int] = deque()
        self.thrown: list[tuple[int, int, int]] = []
        self._random = random.Random(7)

    def throw(self, game_id: int, number: int) -> int:
        face = self.faces.popleft() if self.faces else self._random.randint(1, 6)
        self.thrown.append((game_id, number, face))
        return face

    def draw(self, game_id: int, items: Sequence[Any]) -> list[Any]:
        return list(items)


def lucky(state: State) -> int:
    """A face that brings the seat to move on: home, out of the yard, or far."""
    home = state.rules.ring.home
    best, gain = 4, -1
    for face in range(1, 7):
        if face == 6 and state.sixes == 2:
            continue
        after = apply(state, Roll(face)).state
        for action in legal_actions(after) if after.die else ():
            if isinstance(action, Move):
                value = 100 if action.end == home else 50 if action.enters else face
                if value > gain:
                    best, gain = face, value
    return best


class Errors(logging.Handler):
    """Collects what is logged as an error: nothing may be, unless a test expects it."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))
