"""Positions to test with: from random play, and pieces put down at random where rules allow it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from bot.rules import (
    RULESETS,
    SEATS,
    Ruleset,
    Seat,
    State,
    apply,
    initial,
    legal_actions,
    parse_rules,
    withdraw,
)
from tests.rules.naive import Table

OPTIONS = ("", "/quick", "/teams", "/quick/teams")
HEADS: tuple[str, ...] = tuple(
    name + options + walls
    for name in RULESETS
    for options in OPTIONS
    for walls in (("", "/walls") if name == "ludo" else ("",))
)
"""Every rule set with every combination of its options, in notation."""

RULES: dict[str, Ruleset] = {head: parse_rules(head) for head in HEADS}


def seatings(rules: Ruleset) -> list[tuple[Seat, ...]]:
    """Every choice of seats that a game may have."""
    sizes = (4,) if rules.teams else (2, 3, 4)
    return [seats for size in sizes for seats in combinations(SEATS, size)]


def random_game(rules: Ruleset, seats: Sequence[Seat], random: Random) -> Iterator[State]:
    """The positions of a game of random moves, from the first to the last."""
    state = initial(rules, seats, random.choice(seats))
    yield state
    while legal := legal_actions(state):
        state = apply(state, random.choice(legal)).state
        yield state


def played(head: str, random: Random) -> Iterator[State]:
    """Endlessly positions from random games of all seatings, some seats of which withdraw."""
    rules = RULES[head]
    for seats in _for_ever(seatings(rules)):
        leaves = random.randrange(0, 300)
        for ply, state in enumerate(random_game(rules, seats, random)):
            if state.winners:
                break
            if ply == leaves and len(state.seats) > 2:
                yield apply_withdrawal(state, random)
            elif random.random() < 0.15:
                yield state


def apply_withdrawal(state: State, random: Random) -> State:
    """The position after one seat, any, has left; the same one if that would end the game."""
    after = withdraw(state, random.choice(state.seats)).state
    return state if after.winners else after


def placed(head: str, random: Random) -> Iterator[str]:
    """Endlessly positions in notation whose pieces were put down at random, often in a crowd."""
    rules = RULES[head]
    while True:
        line = _placed(head, rules, random)
        if line is not None:
            yield line


_GONE = [(seat,) for seat in SEATS] + [
    (one, other) for one, other in combinations(SEATS, 2) if one.partner != other
]


def _placed(head: str, rules: Ruleset, random: Random) -> str | None:
    table = Table(head)
    seats = random.choice(seatings(rules))
    if rules.teams and random.random() < 0.3:  # one has withdrawn, or one of each side
        gone = random.choice(_GONE)
        seats = tuple(seat for seat in seats if seat not in gone)
    colours = [seat.letter for seat in seats]
    need = 2 if rules.quick else 4
    window = random.choice((8, 14, 25, table.squares))
    first = random.randrange(table.squares)
    weights = random.choice(((1, 8, 1, 1), (3, 5, 2, 1), (1, 3, 5, 3), (0, 9, 1, 1)))
    for colour in colours:
        for _ in range(4):
            for _ in range(30):
                zone = random.choices(("yard", "ring", "lane", "home"), weights)[0]
                number = 0
                if zone == "ring":
                    number = (first + random.randrange(window)) % table.squares + 1
                elif zone == "lane":
                    number = random.randrange(table.lane) + 1
                piece = table.piece(
                    colour, {"yard": "0", "home": "H", "lane": f"L{number}"}.get(zone, str(number))
                )
                if _may_stand(table, piece, need):
                    break
            else:
                return None
            table.clock += 1
            piece.arrived = table.clock
            table.pieces.append(piece)
    if any(table.side_is_home(colour) for colour in colours):
        return None
    table.turn = random.choice(colours)
    if all(piece.zone == "home" for piece in table.of(table.turn)):
        return None
    return _with_phase(table, random).line()


def _may_stand(table: Table, piece, need: int) -> bool:
    """Whether rules let a piece stand where it is beside those that stand already."""
    if piece.zone == "home":
        home = [other for other in table.of(piece.colour) if other.zone == "home"]
        return "teams" in table.options or len(home) < need - 1
    if piece.zone == "lane":
        same = [p for p in table.of(piece.colour) if (p.zone, p.number) == ("lane", piece.number)]
        return table.name != "parchis" or len(same) < 2
    if piece.zone == "yard":
        return True
    try:
        table.way_gone(piece)
    except KeyError:
        return False
    here = table.on(piece.number)
    if table.name == "parchis" and len(here) >= 2:
        return False
    if piece.number not in table.safe:
        return not any(table.rivals(piece.colour, other.colour) for other in here)
    if table.name == "classic":
        return len(here) < 2 and all(other.colour == piece.colour for other in here)
    return True


def _with_phase(table: Table, random: Random) -> Table:
    """The table with a run of sixes and, where that can be, a face to play or a count owed."""
    own = table.of(table.turn)
    phase = random.choice(("chance", "chance", "die", "count"))
    table.sixes = random.choice((0, 1, 2))
    if phase == "die":
        face = random.randrange(1, 7)
        table.sixes = random.choice((1, 2)) if face == 6 else 0
        if table.by_die(face):
            table.die = face
    elif phase == "count" and table.name in ("parchis", "classic"):
        count = random.choice((10, 20))
        if table.by_count(count):
            table.count = count
    out = [piece for piece in own if piece.zone != "yard"]
    waits_for_first = table.die and (table.sixes < 2 or table.name == "classic")
    if out and not waits_for_first and random.random() < 0.8:
        table.last = random.choice(out)
    return table


def rotated(state: State, by: int) -> State:
    """The same position with every seat moved on: colours change, places do not."""

    def turned(row):
        return tuple(row[(seat - by) % 4] for seat in range(4))

    def seat(old: Seat | None) -> Seat | None:
        return None if old is None else SEATS[(old + by) % 4]

    winners = tuple(sorted(SEATS[(each + by) % 4] for each in state.winners))
    return replace(
        state,
        pieces=turned(state.pieces),
        turn=winners[0] if winners else SEATS[(state.turn + by) % 4],
        newest=tuple(seat(who) for who in turned(state.newest)),
        winners=winners,
    )


def _for_ever(items):
    while True:
        yield from items
