"""Scenes of real games: positions of random play with everything that a picture may show."""

import random
from collections.abc import Iterator

from bot.rules import (
    PARCHIS,
    Chance,
    Move,
    Roll,
    Rolled,
    Ruleset,
    Seat,
    apply,
    initial,
    legal_actions,
    to_act,
)
from rendering.replay import Played, trails_of
from rendering.scene import Scene, Trail

NAMES = ("Beatriz Núñez", "xX_DragonSlayer_Xx", "Íñigo", "Zoë van der Berg")
COLOURS = ("amarillo", "azul", "rojo", "verde")


def trails_since(steps: list[Played], seat: Seat) -> tuple[Trail, ...]:
    """The moves since a seat's last one; when nobody else has moved since, those of its turn."""
    trails = trails_of(steps)
    own = [index for index, trail in enumerate(trails) if trail.seat is seat]
    if own and own[-1] + 1 < len(trails):
        return trails[own[-1] + 1 :]
    first = len(trails)
    while own and first and trails[first - 1].seat is seat:
        first -= 1
    return trails[first if own else 0 :]


def scenes(seed: int, rules: Ruleset = PARCHIS) -> Iterator[Scene]:
    """Every decision of one random game as its player would see it, and the end."""
    rng = random.Random(seed)
    seats = [(Seat.YELLOW, Seat.RED), tuple(Seat)[:3], tuple(Seat)][seed % 3]
    state = initial(rules, seats, starter=seats[0])
    names = tuple(NAMES[seat] if seat in seats else "" for seat in Seat)
    steps: list[Played] = []
    die: int | None = None
    thrower: Seat | None = None
    while True:
        asked = to_act(state)
        options: tuple[Move, ...] = ()
        if isinstance(asked, Seat):
            options = tuple(a for a in legal_actions(state) if isinstance(a, Move))
        if not isinstance(asked, Chance):
            yield Scene(
                state=state,
                names=(names[0], names[1], names[2], names[3]),
                turn=asked,
                die=die,
                die_seat=thrower,
                trail=trails_since(steps, state.turn),
                options=options,
                winners=state.winners,
                seat_names=COLOURS,
            )
        if asked is None:
            return
        if isinstance(asked, Chance):
            action = Roll(rng.randint(1, 6))
        else:
            action = rng.choice(legal_actions(state))
        before = state
        state, events = apply(state, action)
        steps.append((before, events))
        for event in events:
            if isinstance(event, Rolled):
                die, thrower = event.face, event.seat


def sample(count: int, seed: int, rules: Ruleset = PARCHIS) -> list[Scene]:
    """So many scenes from all stages of several games."""
    rng = random.Random(seed)
    pool = [scene for game in range(3) for scene in scenes(seed + game, rules)]
    return rng.sample(pool, count)
