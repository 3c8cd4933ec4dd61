"""The numbering of the rings, and who sits where (G2 to G6)."""

from itertools import pairwise

import pytest

from bot.rules import (
    PARCHIS,
    RING_52,
    RING_68,
    RULESETS,
    YARD,
    Ring,
    Seat,
    highest,
    initial,
    parse_rules,
    play_order,
    seats_for,
)
from bot.rules.state import ROLLS

Y, B, R, G = Seat


@pytest.mark.parametrize(
    ("ring", "seat", "exit_square", "last_square"),
    [
        (RING_68, Y, 5, 68),
        (RING_68, B, 22, 17),
        (RING_68, R, 39, 34),
        (RING_68, G, 56, 51),
        (RING_52, R, 1, 51),
        (RING_52, G, 14, 12),
        (RING_52, Y, 27, 25),
        (RING_52, B, 40, 38),
    ],
)
def test_a_loop_begins_at_the_exit_and_ends_before_the_lane(
    ring: Ring, seat: Seat, exit_square: int, last_square: int
) -> None:
    assert ring.square(seat, 0) == exit_square
    assert ring.square(seat, ring.loop - 1) == last_square
    walk = [ring.square(seat, place) for place in range(ring.loop)]
    for before, after in pairwise(walk):
        assert after == (1 if before == ring.size else (before or 0) + 1)
    assert ring.square(seat, ring.loop) is None
    assert ring.square(seat, YARD) is None


@pytest.mark.parametrize(
    ("ring", "size", "loop", "lane", "home"),
    [(RING_68, 68, 64, 7, 71), (RING_52, 52, 51, 5, 56)],
)
def test_measures(ring: Ring, size: int, loop: int, lane: int, home: int) -> None:
    assert (ring.size, ring.loop, ring.lane, ring.home) == (size, loop, lane, home)


def test_safe_squares() -> None:
    assert sorted(RING_68.safe) == [5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63, 68]
    assert sorted(RING_52.safe) == [1, 9, 14, 22, 27, 35, 40, 48]
    for seat in Seat:
        assert RING_52.square(seat, 8) in RING_52.safe
        for ring in (RING_68, RING_52):
            assert ring.is_safe(seat, 0)
            assert not ring.is_safe(seat, 1)
            assert ring.is_safe(seat, ring.loop)
            assert ring.is_safe(seat, ring.home)


def test_places_are_the_squares_backwards() -> None:
    for ring in (RING_68, RING_52):
        for seat in Seat:
            never = set(range(1, ring.size + 1)) - set(ring.squares[seat])
            assert len(never) == ring.size - ring.loop
            for square in range(1, ring.size + 1):
                place = ring.places[seat][square]
                assert (place < 0) == (square in never)
                assert place < 0 or ring.square(seat, place) == square


def test_which_rule_set_is_played_where() -> None:
    assert {name: rules.ring.size for name, rules in RULESETS.items()} == {
        "parchis": 68,
        "classic": 68,
        "ludo": 52,
        "stars": 52,
    }


@pytest.mark.parametrize(
    ("wishes", "on_68", "on_52"),
    [
        ((None, None), (Y, R), (R, Y)),
        ((None, None, None), (Y, R, B), (R, Y, G)),
        ((None, None, None, None), (Y, R, B, G), (R, Y, G, B)),
        ((B, None), (B, G), (B, G)),
        ((None, B), (G, B), (G, B)),
        ((Y, B), (Y, R), (Y, R)),
        ((G, Y), (G, B), (G, B)),
        ((R, Y), (R, Y), (R, Y)),
        ((None, G, None), (Y, G, R), (R, G, Y)),
        ((B, G, None), (B, G, Y), (B, G, R)),
        ((None, None, Y, R), (B, G, Y, R), (G, B, Y, R)),
    ],
)
def test_seats(
    wishes: tuple[Seat | None, ...], on_68: tuple[Seat, ...], on_52: tuple[Seat, ...]
) -> None:
    assert seats_for(RING_68, wishes) == on_68
    assert seats_for(RING_52, wishes) == on_52


@pytest.mark.parametrize("wishes", [(), (Y,), (Y, Y), (None, R, R), (None,) * 5])
def test_no_seating(wishes: tuple[Seat | None, ...]) -> None:
    with pytest.raises(ValueError, match="no seating"):
        seats_for(RING_68, wishes)


def test_partners_sit_opposite() -> None:
    assert [seat.partner for seat in Seat] == [R, G, Y, B]
    for ring in (RING_68, RING_52):
        for seat in Seat:
            assert abs(ring.exits[seat] - ring.exits[seat.partner]) == ring.size // 2


@pytest.mark.parametrize(
    ("rules", "starter", "order"),
    [
        ("parchis", Y, (Y, B, R, G)),
        ("ludo", R, (R, G, Y, B)),
        ("classic", Y, (Y, G, R, B)),
        ("stars", B, (B, R, G, Y)),
    ],
)
def test_order_of_turns(rules: str, starter: Seat, order: tuple[Seat, ...]) -> None:
    direction = parse_rules(rules).order
    assert play_order(tuple(Seat), starter, direction) == order
    without_last = tuple(seat for seat in Seat if seat != order[-1])
    assert play_order(without_last, starter, direction) == order[:-1]


@pytest.mark.parametrize(
    ("throws", "best"),
    [
        ({Y: 3, R: 5}, (R,)),
        ({Y: 6, B: 6, R: 1, G: 6}, (Y, B, G)),
        ({B: 1, G: 1}, (B, G)),
        ({Y: 2, B: 2, R: 4}, (R,)),
    ],
)
def test_highest_throw(throws: dict[Seat, int], best: tuple[Seat, ...]) -> None:
    assert highest(throws) == best


def test_the_first_position() -> None:
    state = initial(PARCHIS, (R, Y), starter=R)
    assert state.pieces == ((YARD,) * 4, (), (YARD,) * 4, ())
    assert (state.turn, state.legal, state.seats) == (R, ROLLS, (Y, R))
    quick = initial(parse_rules("ludo/quick"), (Y, B, G), starter=G)
    assert quick.pieces == ((YARD, YARD, YARD, 0),) * 2 + ((), (YARD, YARD, YARD, 0))


@pytest.mark.parametrize(
    ("rules", "seats", "starter"),
    [
        ("parchis", (Y,), Y),
        ("parchis", (Y, Y), Y),
        ("parchis", (), Y),
        ("parchis", (Y, R), B),
        ("parchis/teams", (Y, R), Y),
        ("ludo/teams", (Y, B, R), Y),
    ],
)
def test_no_first_position(rules: str, seats: tuple[Seat, ...], starter: Seat) -> None:
    with pytest.raises(ValueError, match="seats"):
        initial(parse_rules(rules), seats, starter)
