"""Computer players: position in, action out. They know only the rules.

>>> from bot.rules import PARCHIS, Move, Roll, Seat, apply, initial
>>> state = initial(PARCHIS, (Seat.YELLOW, Seat.RED), starter=Seat.YELLOW)
>>> OPPONENTS["medium"].choose(apply(state, Roll(5)).state)
Move(start=-1, end=0)
"""

from collections.abc import Mapping
from types import MappingProxyType

from bot.opponents.interface import Opponent
from bot.opponents.players import Easy, Medium

OPPONENTS: Mapping[str, Opponent] = MappingProxyType({"easy": Easy(), "medium": Medium()})
"""The computer players that people meet, by name, the weakest first. They keep nothing."""

__all__ = ["OPPONENTS", "Easy", "Medium", "Opponent"]
