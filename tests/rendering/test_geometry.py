"""Section B of the rules: where squares, lanes, homes and yards lie."""

import itertools
import math

import pytest

from bot.rules import RING_52, RING_68, Ring, Seat
from rendering.geometry import SIZE, Address, Box, Cell, geometry

Y, B, R, G = Seat

BOARDS = pytest.mark.parametrize("ring", [RING_68, RING_52], ids=["68", "52"])

# Row and column of named squares, as section B gives them.
SQUARES_68 = {
    1: (18, 10),
    5: (14, 10),
    8: (11, 10),
    9: (10, 11),
    16: (10, 18),
    17: (9, 18),
    18: (8, 18),
    22: (8, 14),
    25: (8, 11),
    26: (7, 10),
    33: (0, 10),
    34: (0, 9),
    35: (0, 8),
    39: (4, 8),
    42: (7, 8),
    43: (8, 7),
    50: (8, 0),
    51: (9, 0),
    52: (10, 0),
    56: (10, 4),
    59: (10, 7),
    60: (11, 8),
    67: (18, 8),
    68: (18, 9),
}
SQUARES_52 = {
    1: (6, 1),
    5: (6, 5),
    6: (5, 6),
    11: (0, 6),
    12: (0, 7),
    13: (0, 8),
    14: (1, 8),
    18: (5, 8),
    25: (7, 14),
    27: (8, 13),
    38: (14, 7),
    40: (13, 6),
    51: (7, 0),
    52: (6, 0),
}
# First and last lane cell, and a corner of the yard at the picture's edge.
LANES = {
    68: {
        Y: ((17, 9), (11, 9)),
        B: ((9, 17), (9, 11)),
        R: ((1, 9), (7, 9)),
        G: ((9, 1), (9, 7)),
    },
    52: {
        R: ((7, 1), (7, 5)),
        G: ((1, 7), (5, 7)),
        Y: ((7, 13), (7, 9)),
        B: ((13, 7), (9, 7)),
    },
}
CORNERS = {
    68: {Y: ("right", "bottom"), B: ("right", "top"), R: ("left", "top"), G: ("left", "bottom")},
    52: {R: ("left", "top"), G: ("right", "top"), Y: ("right", "bottom"), B: ("left", "bottom")},
}


@pytest.mark.parametrize(("ring", "table"), [(RING_68, SQUARES_68), (RING_52, SQUARES_52)])
def test_named_squares(ring: Ring, table: dict[int, Address]) -> None:
    geo = geometry(ring)
    assert {number: geo.squares[number - 1].address for number in table} == table


@BOARDS
def test_lanes_and_yards(ring: Ring) -> None:
    geo = geometry(ring)
    lanes = {seat: (geo.lanes[seat][0].address, geo.lanes[seat][-1].address) for seat in Seat}
    assert lanes == LANES[ring.size]
    assert {len(lane) for lane in geo.lanes} == {ring.lane}
    side = len(geo.edges) - 1
    yard = (side - 3) // 2
    for seat in Seat:
        box = geo.yards[seat].box
        across, down = CORNERS[ring.size][seat]
        columns = (0, yard) if across == "left" else (side - yard, side)
        rows = (0, yard) if down == "top" else (side - yard, side)
        assert (box.left, box.right) == tuple(geo.edges[column] for column in columns)
        assert (box.top, box.bottom) == tuple(geo.edges[row] for row in rows)


@BOARDS
def test_a_seat_s_exit_lies_beside_its_yard(ring: Ring) -> None:
    geo = geometry(ring)
    for seat in Seat:
        assert _touch(geo.cell(seat, 0).box, geo.yards[seat].box) == "edge"


@BOARDS
def test_all_cells_are_different_and_on_the_picture(ring: Ring) -> None:
    cells = _all_cells(ring)
    assert len({cell.address for cell in cells}) == ring.size + 4 * ring.lane
    for one, other in itertools.combinations(cells, 2):
        assert _touch(one.box, other.box) in ("edge", "corner", None)
    assert all(Box(0, 0, SIZE, SIZE).holds(cell.box.centre, 10) for cell in cells)


@pytest.mark.parametrize(
    ("ring", "by_corner"),
    [(RING_68, {8, 25, 42, 59}), (RING_52, {5, 18, 31, 44})],
    ids=["68", "52"],
)
def test_consecutive_squares_touch(ring: Ring, by_corner: set[int]) -> None:
    squares = geometry(ring).squares
    for number in range(1, ring.size + 1):
        following = squares[number % ring.size]
        expected = "corner" if number in by_corner else "edge"
        assert _touch(squares[number - 1].box, following.box) == expected, number


@BOARDS
def test_a_lane_goes_on_from_its_last_square_into_its_home(ring: Ring) -> None:
    geo = geometry(ring)
    for seat in Seat:
        way = [geo.cell(seat, place).box for place in range(ring.loop - 1, ring.home)]
        assert {_touch(one, other) for one, other in itertools.pairwise(way)} == {"edge"}
        base, other, _ = geo.homes[seat].corners
        middle = ((base[0] + other[0]) / 2, (base[1] + other[1]) / 2)
        last = way[-1]
        assert math.dist(middle, last.centre) == min(last.width, last.height) / 2


@BOARDS
def test_the_board_is_the_same_from_all_four_sides(ring: Ring) -> None:
    geo = geometry(ring)
    quarter = ring.size // 4
    edge = len(geo.edges) - 2
    clockwise = ring is RING_52
    for number in range(1, ring.size + 1):
        row, column = geo.squares[number - 1].address
        turned = geo.squares[(number - 1 + quarter) % ring.size].address
        assert turned == ((column, edge - row) if clockwise else (edge - column, row))
    assert [a + b for a, b in zip(geo.edges, reversed(geo.edges), strict=True)] == [SIZE] * (
        edge + 2
    )


@BOARDS
def test_pieces_stay_inside_their_square_and_off_each_other(ring: Ring) -> None:
    for cell in _all_cells(ring):
        for count, slots in enumerate(cell.slots, 1):
            assert len(slots.centres) == count
            assert all(cell.box.holds(centre, slots.radius) for centre in slots.centres)
            for one, other in itertools.combinations(slots.centres, 2):
                assert math.dist(one, other) >= 2 * slots.radius


@BOARDS
def test_two_pieces_leave_the_number_free(ring: Ring) -> None:
    geo = geometry(ring)
    reach = geo.number_size * 0.45
    for cell in geo.squares:
        assert cell.box.holds(cell.number, reach)
        for slots in cell.slots[:2]:
            for centre in slots.centres:
                assert math.dist(centre, cell.number) > slots.radius + reach


@BOARDS
def test_pieces_at_home_stay_inside_their_triangle(ring: Ring) -> None:
    for home in geometry(ring).homes:
        for count in range(5):
            slots = home.slots(count)
            assert len(slots.centres) == count
            for centre in slots.centres:
                for one, other in itertools.combinations(home.corners, 2):
                    assert _distance(centre, one, other) >= slots.radius


@BOARDS
def test_yards_hold_their_contents(ring: Ring) -> None:
    for yard in geometry(ring).yards:
        slots = yard.slots
        assert yard.panel.holds(yard.circle, yard.circle_radius)
        assert yard.panel.holds(yard.die, 38)
        assert yard.panel.holds(yard.door, 9)
        assert math.dist(yard.circle, yard.die) > yard.circle_radius + 25
        for centre in slots.centres:
            assert math.dist(yard.circle, centre) + slots.radius < yard.circle_radius
        for one, other in itertools.combinations(slots.centres, 2):
            assert math.dist(one, other) > 2 * slots.radius


@BOARDS
def test_paths_go_square_by_square(ring: Ring) -> None:
    geo = geometry(ring)
    for seat in Seat:
        whole = geo.path(seat, -1, ring.home)
        assert len(whole) == ring.home + 2
        assert whole[0] == geo.yards[seat].door
        assert whole[1] == geo.cell(seat, 0).box.centre
        assert geo.path(seat, 3, 5) == whole[4:7]


def _all_cells(ring: Ring) -> list[Cell]:
    geo = geometry(ring)
    return [*geo.squares, *itertools.chain.from_iterable(geo.lanes)]


def _touch(one: Box, other: Box) -> str | None:
    """How two boxes meet: by an "edge", a "corner", "over" each other or not at all."""
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    if across < 0 or down < 0:
        return None
    if across > 0 and down > 0:
        return "over"
    return "corner" if across == down == 0 else "edge"


def _distance(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """From a point to the line through two others."""
    cross = (b[0] - a[0]) * (a[1] - point[1]) - (a[0] - point[0]) * (b[1] - a[1])
    return abs(cross) / math.dist(a, b)
