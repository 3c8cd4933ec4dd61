"""Where a piece may go and whom it captures there: the rules of the board, for one piece at a time.

Everything is asked of ``pieces`` (by seat, ascending places), so that a position need not be valid
or complete to be asked about. A *stop* is a pair ``(Why, number)``: what keeps a piece from moving,
and at which of its places (for an overshoot: the steps too many).
"""

from functools import cache

from bot.rules.board import SEATS, YARD, Ring, Seat
from bot.rules.ruleset import Exit, Pair, PairBinds, PairWhere, Ruleset, Safe, Why
from bot.rules.state import ROLLS, Action, Decline, Move

Pieces = tuple[tuple[int, ...], ...]
Stop = tuple[Why, int]

ENTER = Move(YARD, 0)


@cache
def step(start: int, steps: int) -> Move:
    """The move of one piece by so many steps; one object for each, so that equal is quick."""
    return Move(start, start + steps)


@cache
def _rivals(teams: bool, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in SEATS if other != seat and not (teams and other == seat ^ 2))


def rivals(rules: Ruleset, seat: Seat) -> tuple[Seat, ...]:
    """The seats whose pieces ``seat`` may capture: all others but a partner (G11)."""
    return _rivals(rules.teams, seat)


def standing(ring: Ring, pieces: Pieces, square: int) -> int:
    """How many pieces, of any colours, stand on a square of the ring."""
    number = 0
    for places, own in zip(ring.places, pieces, strict=True):
        number += own.count(places[square])
    return number


def pairs_of(rules: Ruleset, pieces: Pieces, seat: Seat) -> list[int]:
    """The places where a seat has a pair that is one (``pair_where``); each once."""
    found: list[int] = []
    if rules.pair is Pair.NONE:
        return found
    ring = rules.ring
    last = YARD
    for place in pieces[seat]:
        if place != last:
            last = place
        elif (
            YARD < place < ring.loop
            and place not in found
            and (rules.pair_where is PairWhere.LOOP or ring.squares[seat][place] in ring.safe)
        ):
            found.append(place)
    return found


def pairs_binding(rules: Ruleset, pieces: Pieces, seat: Seat) -> list[int]:
    """The squares of all pairs that stop ``seat`` in some way (P8, L3, L4, C3)."""
    if rules.pair is Pair.NONE:
        return []
    owners = SEATS if rules.pair_binds is PairBinds.ALL else rivals(rules, seat)
    return [
        rules.ring.squares[owner][place]
        for owner in owners
        for place in pairs_of(rules, pieces, owner)
    ]


def stop(
    rules: Ruleset, pieces: Pieces, seat: Seat, start: int, steps: int, pairs: list[int]
) -> Stop | None:
    """What keeps a piece that is out of the yard from going so many steps; None if it may."""
    ring = rules.ring
    end = start + steps
    if end > ring.home:
        return Why.OVERSHOOTS, end - ring.home
    walk = ring.squares[seat]
    if pairs and rules.pair is Pair.WALL:
        for place, square in enumerate(walk[start + 1 : end], start + 1):
            if square in pairs:
                return Why.WALL, place
    if end >= ring.loop:
        if end < ring.home and rules.capacity and pieces[seat].count(end) >= rules.capacity:
            return Why.FULL, end
        return None
    square = walk[end]
    if square in pairs and (rules.pair_binds is PairBinds.ALL or square not in ring.safe):
        return (Why.WALL if rules.pair is Pair.WALL else Why.PAIR), end
    if rules.capacity and standing(ring, pieces, square) >= rules.capacity:
        return Why.FULL, end
    if (
        rules.safe is Safe.EXCLUDE
        and square in ring.safe
        and standing(ring, pieces, square) > pieces[seat].count(end)
    ):
        return Why.SAFE_TAKEN, end
    return None


def entry_stop(rules: Ruleset, pieces: Pieces, seat: Seat) -> Stop | None:
    """What keeps a piece of ``seat`` in the yard although the face would bring it out."""
    square = rules.ring.exits[seat]
    here = standing(rules.ring, pieces, square)
    own = pieces[seat].count(0)
    if rules.exit is Exit.CAPTURES_WHEN_FULL:
        full = here >= 2 and not rivals_on(rules, pieces, seat, square)
        return (Why.EXIT_FULL, 0) if full else None
    if rules.exit is Exit.BARS and (here > own or (rules.pair is Pair.WALL and own >= 2)):
        return Why.EXIT_BARRED, 0
    return (Why.EXIT_FULL, 0) if rules.capacity and here >= rules.capacity else None


def rivals_on(rules: Ruleset, pieces: Pieces, seat: Seat, square: int) -> list[Seat]:
    """The rivals of ``seat`` on a square: one entry a piece."""
    places = rules.ring.places
    found: list[Seat] = []
    for rival in rivals(rules, seat):
        number = pieces[rival].count(places[rival][square])
        if number:
            found += [rival] * number
    return found


def differing_rivals(rules: Ruleset, pieces: Pieces, owner: Seat) -> tuple[Seat, Seat] | None:
    """Two different rivals of a seat in the game that share its exit square: P2 asks who was last.

    None also where the rule set does not ask.
    """
    if rules.exit is not Exit.CAPTURES_WHEN_FULL or not pieces[owner]:
        return None
    there = rivals_on(rules, pieces, owner, rules.ring.exits[owner])
    return (there[0], there[1]) if len(there) == 2 and there[0] != there[1] else None


def captured(
    rules: Ruleset, pieces: Pieces, seat: Seat, move: Move, newest: Seat | None
) -> list[Seat]:
    """Whose pieces the move sends home, one entry a piece (P2, P10, L5, C5, S3).

    ``newest`` is the rival that arrived last on the seat's own exit square, if two differ there.
    """
    ring = rules.ring
    if move.end >= ring.loop:
        return []
    square = ring.squares[seat][move.end]
    if move.start == YARD:
        if (
            rules.exit is not Exit.CAPTURES_WHEN_FULL
            or standing(ring, pieces, square) < 2
            or not (there := rivals_on(rules, pieces, seat, square))
        ):
            return []
        return [there[0] if newest is None else newest]
    if square in ring.safe:
        return []
    return rivals_on(rules, pieces, seat, square)


def value_of(rules: Ruleset, pieces: Pieces, seat: Seat, face: int) -> int:
    """How many squares a face counts for a seat: a six may count 7 (P5, C7)."""
    return rules.value_of_six if face == 6 and pieces[seat][0] != YARD else face


def by_steps(rules: Ruleset, pieces: Pieces, seat: Seat, steps: int) -> tuple[Action, ...]:
    """The moves of exactly so many steps with a piece out of the yard, equal ones once (G13)."""
    pairs = pairs_binding(rules, pieces, seat)
    home = rules.ring.home
    moves: list[Action] = []
    last = YARD
    for place in pieces[seat]:
        if place != last and place < home:
            last = place
            if stop(rules, pieces, seat, place, steps, pairs) is None:
                moves.append(step(place, steps))
    return tuple(moves)


def by_count(rules: Ruleset, pieces: Pieces, seat: Seat, count: int) -> tuple[Action, ...]:
    """The legal actions with a count of 20 or 10; none if nothing can use it (P11, C6)."""
    moves = by_steps(rules, pieces, seat, count) if count else ()
    return (*moves, Decline()) if moves and rules.counts_optional else moves


def due(rules: Ruleset, pieces: Pieces, seat: Seat, die: int, count: int) -> tuple[Action, ...]:
    """The legal actions of a position that is not over: of its die, its count, or the rolls."""
    if die:
        return by_face(rules, pieces, seat, die)
    return by_count(rules, pieces, seat, count) if count else ROLLS


def by_face(rules: Ruleset, pieces: Pieces, seat: Seat, face: int) -> tuple[Action, ...]:
    """The legal actions after a roll that is not void; none if nothing can move."""
    enters = (
        face in rules.enter_faces
        and pieces[seat][0] == YARD
        and entry_stop(rules, pieces, seat) is None
    )
    if enters and rules.enter_compulsory:
        return (ENTER,)
    moves = by_steps(rules, pieces, seat, value_of(rules, pieces, seat, face))
    if face == 6 and rules.must_open and moves:
        walls = pairs_of(rules, pieces, seat)
        if walls:
            opening = tuple(m for m in moves if isinstance(m, Move) and m.start in walls)
            moves = opening or moves
    return (ENTER, *moves) if enters else moves
