"""Positions to ask computer players about: from random games of every kind of rules."""

from collections.abc import Iterator
from functools import cache
from random import Random

from bot.opponents.baselines import Uniform
from bot.rules import (
    SEATS,
    Ruleset,
    State,
    apply,
    initial,
    parse_position,
    parse_rules,
    seats_for,
    withdraw,
)
from bot.rules.moves import due

RULES = (
    "parchis",
    "parchis/quick",
    "parchis/teams",
    "parchis/quick/teams",
    "ludo",
    "ludo/walls",
    "ludo/quick",
    "ludo/teams/walls",
    "classic",
    "classic/quick",
    "classic/teams",
    "stars",
    "stars/quick",
    "stars/quick/teams",
    # house rules
    "parchis/home_count=5/capture_count=6",
    "parchis/reward=roll",
    "parchis/exit=share/capacity=any",
    "parchis/counts_optional=yes",
    "parchis/enter_faces=5+6/third_six=void",
    "classic/third_six=last_moved_back/safe=share",
    "ludo/capacity=2/exit=bars",
    "ludo/reward=counts/capture_count=10/home_count=5",
    "stars/pair=wall/must_open=yes/enter_compulsory=yes",
)

RARE = (  # what random games hardly show
    "parchis Y:0,10,24,60 B:0,5,30,0 R:0,0,5,27 >Y=3 new=5R",
    "parchis Y:0,5,30,60 B:0,5,36,44 R:0,0,39,54 G:0,0,39,51 >B=4",
    "parchis/teams Y:0,22,30,60 B:0,0,0,44 R:0,0,39,54 G:0,0,22,51 >G=4",
)


def tables(rules: Ruleset) -> list[int]:
    """How many may sit down."""
    return [4] if rules.teams else [2, 3, 4]


def decisions(rules: Ruleset, seats: int, seed: int) -> Iterator[State]:
    """The decisions of a random game; with four seats one of them withdraws on the way."""
    chance = Random(f"{seed} {seats}")
    player = Uniform(chance)
    table = seats_for(rules.ring, (None,) * seats)
    state = initial(rules, table, starter=chance.choice(table))
    ply = 0
    while not state.winners:
        ply += 1
        if state.die or state.count:
            yield state
            action = player.choose(state)
        else:
            action = chance.choice(state.legal)
        state = apply(state, action).state
        if seats == 4 and ply == 250 and not state.winners:
            state = withdraw(state, chance.choice(state.seats)).state


@cache
def sample(text: str) -> tuple[State, ...]:
    """Decisions with a choice in games of one kind of rules, for every number of seats."""
    rules = parse_rules(text)
    found = [state for state in map(parse_position, RARE) if state.rules == rules]
    for seats in tables(rules):
        choices = [state for state in decisions(rules, seats, 5) if len(state.legal) > 1]
        found += choices[:: max(1, len(choices) // 40)]
    return tuple(found)


def turned(state: State) -> State:
    """The same position with everybody one seat further on."""
    turn = SEATS[(state.turn + 1) % 4]
    pieces = (state.pieces[-1], *state.pieces[:-1])
    newest = [None if who is None else SEATS[(who + 1) % 4] for who in state.newest]
    return State(
        state.rules,
        pieces,
        turn,
        due(state.rules, pieces, turn, state.die, state.count),
        state.die,
        state.count,
        state.sixes,
        state.tracked,
        (newest[-1], *newest[:-1]),
    )
