"""Two players against each other over many games: who is stronger, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from bot.opponents import OPPONENTS
from bot.opponents.baselines import Greedy, Uniform
from bot.opponents.interface import Opponent
from bot.rules import Ruleset, Seat, State, apply, initial, seats_for

CONTENDERS = (*OPPONENTS, "greedy", "random")
"""The names that ``contender`` knows."""

Z_95 = 1.959964


@dataclass(frozen=True, slots=True)
class DuelResult:
    """Games that the first player won and lost; its share of wins lies in ``interval`` (95 %)."""

    wins: int
    losses: int
    games: int
    interval: tuple[float, float]
    fair: float
    """The share of wins of equal players."""

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games


def contender(name: str, seed: int = 0) -> Opponent:
    """A fresh player by name, the baselines included; ``seed`` is for the one that plays by chance.

    Raises:
        ValueError: there is no such player; the message names those there are.
    """
    match name:
        case "random":
            return Uniform(Random(seed))  # noqa: S311 - play, not secrets
        case "greedy":
            return Greedy()
        case _ if name in OPPONENTS:
            return OPPONENTS[name]
        case _:
            raise ValueError(f"{name!r} is no player: {', '.join(CONTENDERS)}")


def duel(
    a: Opponent, b: Opponent, rules: Ruleset, games: int, seed: int = 0, seats: int = 2
) -> DuelResult:
    """How often ``a`` beats ``b``; the same figure for the same seed and fresh players.

    With two seats they sit opposite; in 2v2 each plays both seats of a team; with three or four
    ``a`` sits alone against several ``b``. Who sits where and who starts go round, so that after
    seats × seats games (2v2: eight) each has had every place as often.

    Raises:
        ValueError: no games, or not two to four seats.
    """
    if games < 1:
        raise ValueError(f"a duel has at least one game, not {games}")
    table = seats_for(rules.ring, (None,) * (4 if rules.teams else seats))
    wins = 0
    for number in range(games):
        turn, place = divmod(number, len(table))
        starter = table[(turn + place) % len(table)]
        own = table[place]
        side = {own, own.partner} if rules.teams else {own}
        players = [a if seat in side else b for seat in Seat]
        dice = Random(f"{seed}/{number}")  # noqa: S311 - play, not secrets
        over = play(initial(rules, table, starter), players, dice)
        wins += own in over.winners
    return DuelResult(
        wins, games - wins, games, wilson(wins, games), 0.5 if rules.teams else 1 / seats
    )


def play(state: State, players: Sequence[Opponent], dice: Random) -> State:
    """The end of a game: players by seat, the dice from a source of chance."""
    while not state.winners:
        if state.die or state.count:
            action = players[state.turn].choose(state)
        else:
            action = state.legal[dice.randrange(6)]
        state = apply(state, action).state
    return state


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson's score interval: sound near 0 and 1 too)."""
    rate = wins / games
    scale = 1 + Z_95**2 / games
    middle = rate + Z_95**2 / (2 * games)
    reach = Z_95 * sqrt(rate * (1 - rate) / games + (Z_95 / (2 * games)) ** 2)
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def report(result: DuelResult) -> str:
    """A duel in one line: ``1234 of 2000 won: 61.7 % (95 %: 59.5 to 63.8 %)``."""
    low, high = result.interval
    return (
        (f"{result.wins} of {result.games} won: {result.rate:.1%} (95 %: {low:.1%} to {high:.1%})")
        .replace("%", " %")
        .replace("95  %", "95 %")
    )
