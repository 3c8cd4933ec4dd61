"""Where chance comes from when people play."""

import secrets
from collections.abc import Sequence
from typing import TypeVar

from bot.games.model import Dice

T = TypeVar("T")


class SecureDice(Dice):
    """The operating system's generator: nobody can foresee a throw, its makers included."""

    def throw(self, game_id: int, number: int) -> int:
        """A face, 1..6, each as likely. The number does not matter: a throw is stored once."""
        return secrets.randbelow(6) + 1

    def draw(self, game_id: int, items: Sequence[T]) -> list[T]:
        """The items in a random order, each as likely."""
        drawn = list(items)
        secrets.SystemRandom().shuffle(drawn)
        return drawn
