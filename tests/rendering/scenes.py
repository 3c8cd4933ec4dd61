"""Scenes of real games: positions of random play with everything that a picture may show."""

import random
from collections.abc import Iterator

from bot.rules import (
    PARCHIS,
    Captured,
    Chance,
    Move,
    Moved,
    Roll,
    Rolled,
    Ruleset,
    Seat,
    apply,
    initial,
    legal_actions,
    to_act,
)
from rendering.board import Scene, Trail

NAMES = ("Beatriz Núñez", "xX_DragonSlayer_Xx", "Íñigo", "Zoë van der Berg")
COLOURS = ("amarillo", "azul", "rojo", "verde")


def scenes(seed: int, rules: Ruleset = PARCHIS) -> Iterator[Scene]:
    """Every decision of one random game as its player would see it, and the end."""
    rng = random.Random(seed)
    seats = [(Seat.YELLOW, Seat.RED), tuple(Seat)[:3], tuple(Seat)][seed % 3]
    state = initial(rules, seats, starter=seats[0])
    names = tuple(NAMES[seat] if seat in seats else "" for seat in Seat)
    trails: list[tuple[Seat, Trail]] = []
    die: int | None = None
    thrower: Seat | None = None
    while True:
        asked = to_act(state)
        options: tuple[Move, ...] = ()
        if isinstance(asked, Seat):
            options = tuple(a for a in legal_actions(state) if isinstance(a, Move))
            trails = [entry for entry in trails if entry[0] != asked]
        if not isinstance(asked, Chance):
            yield Scene(
                state=state,
                names=(names[0], names[1], names[2], names[3]),
                turn=asked,
                die=die,
                die_seat=thrower,
                trail=tuple(trail for _, trail in trails[-4:]),
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
        state, events = apply(state, action)
        for event in events:
            match event:
                case Rolled(seat, face):
                    die, thrower = face, seat
                case Moved(seat, start, end):
                    trails.append((seat, Trail(seat, start, end)))
                case Captured(seat, victim):
                    last = trails[-1][1]
                    trails[-1] = (
                        seat,
                        Trail(seat, last.start, last.end, (*last.captured, victim)),
                    )
                case _:
                    pass


def sample(count: int, seed: int, rules: Ruleset = PARCHIS) -> list[Scene]:
    """So many scenes from all stages of several games."""
    rng = random.Random(seed)
    pool = [scene for game in range(6) for scene in scenes(seed + game, rules)]
    return rng.sample(pool, count)
