"""Two players against each other over many games: who is stronger, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from bot.opponents import OPPONENTS
from bot.opponents.baselines import Greedy, Uniform
from bot.opponents.interface import Opponent
from bot.rules import Ruleset, Seat, State, apply, initial, parse_rules, seats_for

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
    ``a`` sits alone against several ``b``. Seats and starter go round as ``places`` says.

    Raises:
        ValueError: no games, or not two to four seats.
    """
    if games < 1:
        raise ValueError(f"a duel has at least one game, not {games}")
    if not 2 <= seats <= 4:
        raise ValueError(f"no seating for {seats}: a duel has 2 to 4 seats")
    table = seats_for(rules.ring, (None,) * (4 if rules.teams else seats))
    wins = 0
    for number in range(games):
        own, starter = places(table, number)
        side = {own, own.partner} if rules.teams else {own}
        players = [a if seat in side else b for seat in Seat]
        dice = Random(f"{seed}/{number}")  # noqa: S311 - play, not secrets
        over = play(initial(rules, table, starter), players, dice)
        wins += own in over.winners
    fair = 0.5 if rules.teams else 1 / seats
    return DuelResult(wins, games - wins, games, wilson(wins, games), fair)


def places(table: Sequence[Seat], number: int) -> tuple[Seat, Seat]:
    """The seat of the first player and the seat that starts, in a game of that number.

    In seats × seats games in a row each pair comes up once.
    """
    turn, place = divmod(number, len(table))
    return table[place], table[(turn + place) % len(table)]


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
    """A duel in one line.

    >>> report(DuelResult(1234, 766, 2000, wilson(1234, 2000), fair=0.5))
    'won 1234 of 2000, 61.7 % (95 % interval 59.5 to 63.8; equal players 50)'
    """
    low, high = (100 * bound for bound in result.interval)
    return (
        f"won {result.wins} of {result.games}, {100 * result.rate:.1f} % "
        f"(95 % interval {low:.1f} to {high:.1f}; equal players {100 * result.fair:.3g})"
    )


def main_line(
    first: str,
    second: str,
    rules: str = "parchis",
    games: int = 2000,
    seed: int = 0,
    seats: int = 2,
) -> str:
    """What the command ``parchis duel`` prints: a duel of two players by name.

    ``rules`` is a rule set with its options as notation writes it, like ``ludo/teams/walls``.

    Raises:
        ValueError: an unknown player or rule set, no games, no such number of seats; in a sentence.
    """
    a, b = contender(first, 2 * seed), contender(second, 2 * seed + 1)
    result = duel(a, b, parse_rules(rules), games, seed, seats)
    return f"{first} against {second}, {rules}: {report(result)}"
