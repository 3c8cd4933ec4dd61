"""Where everything lies on the picture: squares, lanes, homes and yards, in pixels.

The boards are grids of rows and columns (section B of the rules). The three middle tracks of the
large grid are wider than the others, as printed boards have it: a square is then long enough for
two pieces side by side and its number. Only one quarter of a board is written down; the others
are turns of it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from bot.rules import RING_52, RING_68, YARD, Ring, Seat

SIZE: Final = 950
"""Width and height of a picture in pixels."""

Point = tuple[float, float]
Address = tuple[int, int]
"""Row and column; row 0 is the top, column 0 the left."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels; ``right`` and ``bottom`` lie just outside."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Pixels from left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Pixels from top to bottom."""
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        """The middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def inset(self, by: float) -> "Box":
        """The box made smaller by so many pixels on each side."""
        return Box(self.left + by, self.top + by, self.right - by, self.bottom - by)

    def holds(self, centre: Point, radius: float) -> bool:
        """Whether a disc lies wholly inside."""
        x, y = centre
        return (
            self.left <= x - radius
            and x + radius <= self.right
            and self.top <= y - radius
            and y + radius <= self.bottom
        )


@dataclass(frozen=True, slots=True)
class Slots:
    """Where so many pieces stand in one place, and how large they are drawn."""

    centres: tuple[Point, ...]
    radius: float


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of ring or lane: its address, its box, and the end that its number keeps."""

    address: Address
    box: Box
    number: Point
    """The middle of the number."""
    slots: tuple[Slots, Slots, Slots, Slots]
    """For one, two, three and four pieces (more are shown as one with a count)."""


@dataclass(frozen=True, slots=True)
class Yard:
    """The corner of a seat."""

    box: Box
    panel: Box
    """The coloured card."""
    name: Box
    """The strip of the card that carries mark and name."""
    mark: Point
    text: Point
    """The left end of the name, at half its height."""
    circle: Point
    circle_radius: float
    slots: Slots
    die: Point
    tally: Point
    """How many pieces are home: a small house to the left of this point, figures to the right."""
    door: Point
    """Inside the yard, beside the exit square: where the trace of an entering piece begins."""

    @property
    def tally_box(self) -> Box:
        """The box of house and figures."""
        x, y = self.tally
        return Box(x - 36, y - 13, x + 38, y + 13)


@dataclass(frozen=True, slots=True)
class Home:
    """The triangle of the centre in which a seat's pieces end."""

    corners: tuple[Point, Point, Point]
    """Two corners of the base, then the tip in the middle of the board."""
    axis: Point
    """From the base towards the tip: a unit vector."""
    radius: float

    @property
    def mark(self) -> Point:
        """Where the seat's mark is printed, clear of the pieces."""
        (ax, ay), (bx, by), (x, y) = self.corners
        return x + ((ax + bx) / 2 - x) * 0.44, y + ((ay + by) / 2 - y) * 0.44

    def slots(self, count: int) -> Slots:
        """Where ``count`` (0..4) pieces stand: a row along the base."""
        (ax, ay), (bx, by), _ = self.corners
        length = abs(bx - ax) + abs(by - ay)
        along = ((bx - ax) / length, (by - ay) / length)
        depth = self.radius + 5
        x = (ax + bx) / 2 + self.axis[0] * depth
        y = (ay + by) / 2 + self.axis[1] * depth
        step = 2 * self.radius + 2
        offsets = [(index - (count - 1) / 2) * step for index in range(count)]
        return Slots(tuple((x + along[0] * o, y + along[1] * o) for o in offsets), self.radius)


@dataclass(frozen=True, slots=True)
class Geometry:
    """One board laid out in pixels."""

    ring: Ring
    edges: tuple[int, ...]
    """Where the rows (and columns) begin, and where the last one ends."""
    squares: tuple[Cell, ...]
    """The ring's squares; square ``n`` is entry ``n - 1``."""
    lanes: tuple[tuple[Cell, ...], ...]
    """By seat, from the ring to the centre."""
    homes: tuple[Home, ...]
    """By seat."""
    yards: tuple[Yard, ...]
    """By seat."""
    number_size: int
    """Height of the type of the squares' numbers, in pixels."""
    stars: bool
    """Whether the safe squares are marked by stars, else by rings."""

    def cell(self, seat: Seat, place: int) -> Cell:
        """The cell of a place on ring or lane; KeyError for the yard and home."""
        if 0 <= place < self.ring.loop:
            return self.squares[self.ring.squares[seat][place] - 1]
        if self.ring.loop <= place < self.ring.home:
            return self.lanes[seat][place - self.ring.loop]
        raise KeyError(place)

    def path(self, seat: Seat, start: int, end: int) -> tuple[Point, ...]:
        """The way of a piece from place to place, from middle to middle of each place."""
        points: list[Point] = []
        if start == YARD:
            points.append(self.yards[seat].door)
            start = 0
        for place in range(start, end + 1):
            if place < self.ring.home:
                points.append(self.cell(seat, place).box.centre)
            else:
                points.append(self.homes[seat].slots(1).centres[0])
        return tuple(points)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What differs between the boards; addresses are those of the first quarter."""

    ring: Ring
    tracks: tuple[int, ...]
    """Pixels of each row, and of each column."""
    quarter: tuple[Address, ...]
    lane: tuple[Address, ...]
    yard: tuple[Address, Address]
    """The first and the last cell of the yard."""
    turn: Callable[[int, Address], Address]
    """The address a quarter further on, in a grid of so many rows."""
    radii: tuple[float, float, float]
    """Of one piece in a square, of two, of three or four."""
    home: float
    """Radius of a piece that is home."""
    number_size: int
    stars: bool
    tally: int
    """How far below a yard's name its tally lies, out of the way of the entering trace."""


def _anticlockwise(grid: int, address: Address) -> Address:
    row, column = address
    return grid - 1 - column, row


def _clockwise(grid: int, address: Address) -> Address:
    row, column = address
    return column, grid - 1 - row


_PLANS = (
    _Plan(
        ring=RING_68,
        tracks=(*[40] * 8, *[92] * 3, *[40] * 8),
        quarter=(
            *((row, 10) for row in range(18, 10, -1)),
            *((10, column) for column in range(11, 19)),
            (9, 18),
        ),
        lane=tuple((row, 9) for row in range(17, 10, -1)),
        yard=((11, 11), (18, 18)),
        turn=_anticlockwise,
        radii=(17.5, 17.0, 9.0),
        home=17.5,
        number_size=13,
        stars=False,
        tally=26,
    ),
    _Plan(
        ring=RING_52,
        tracks=(60,) * 15,
        quarter=(
            *((6, column) for column in range(1, 6)),
            *((row, 6) for row in range(5, -1, -1)),
            (0, 7),
            (0, 8),
        ),
        lane=tuple((7, column) for column in range(1, 6)),
        yard=((0, 0), (5, 5)),
        turn=_clockwise,
        radii=(19.5, 14.5, 11.5),
        home=13.5,
        number_size=12,
        stars=True,
        tally=110,
    ),
)


def _turned(plan: _Plan, address: Address, times: int) -> Address:
    for _ in range(times):
        address = plan.turn(len(plan.tracks), address)
    return address


def _long_slots(box: Box, towards: Point, radii: tuple[float, float, float]) -> tuple[Slots, ...]:
    """Slots of an oblong square whose number sits at the end that ``towards`` points to."""
    x, y = box.centre
    single, pair, small = radii
    dx, dy = towards
    half = max(box.width, box.height) / 2
    # From the end without the number: one pixel of air at the line, one between the pieces.
    far, near = half - pair - 2, half - 3 * pair - 3
    two = ((x - dx * far, y - dy * far), (x - dx * near, y - dy * near))
    middle = (far + near) / 2
    step = small + 0.5
    four = tuple(
        (x - dx * middle + sx * step, y - dy * middle + sy * step)
        for sy in (-1, 1)
        for sx in (-1, 1)
    )
    return (
        Slots((box.centre,), single),
        Slots(tuple(sorted(two)), pair),
        Slots(four[:3], small),
        Slots(four, small),
    )


def _square_slots(box: Box, radii: tuple[float, float, float]) -> tuple[Slots, ...]:
    """Slots of a square as high as wide, whose number sits in the upper left corner."""
    x, y = box.centre
    single, pair, small = radii
    low = y + 5.5
    step = small + 0.5
    four = tuple((x + sx * step, low + sy * step) for sy in (-1, 1) for sx in (-1, 1))
    return (
        Slots((box.centre,), single),
        # On the diagonal that leaves the number its corner there is most room; the bar of a pair
        # needs two pixels more on each side.
        Slots(((x - 12.5, y + 12.5), (x + 12.5, y - 12.5)), pair),
        Slots(four[1:], small),
        Slots(four, small),
    )


def _cell(plan: _Plan, edges: tuple[int, ...], address: Address) -> Cell:
    row, column = address
    box = Box(edges[column], edges[row], edges[column + 1], edges[row + 1])
    x, y = box.centre
    middle = len(plan.tracks) // 2
    if box.width == box.height:
        slots = _square_slots(box, plan.radii)
        number = (box.left + 10.5, box.top + 9.5)
    elif box.width > box.height:
        side = 1 if column > middle else -1
        slots = _long_slots(box, (side, 0), plan.radii)
        number = (x + side * (box.width / 2 - 10), y)
    else:
        side = 1 if row > middle else -1
        slots = _long_slots(box, (0, side), plan.radii)
        number = (x, y + side * (box.height / 2 - 10))
    one, two, three, four = slots
    return Cell(address, box, number, (one, two, three, four))


def _yard(plan: _Plan, edges: tuple[int, ...], quarter: int, door: Cell) -> Yard:
    corners = [_turned(plan, corner, quarter) for corner in plan.yard]
    rows = [row for row, _ in corners]
    columns = [column for _, column in corners]
    box = Box(edges[min(columns)], edges[min(rows)], edges[max(columns) + 1], edges[max(rows) + 1])
    panel = box.inset(6)
    # Outwards: the name along the picture's edge, the circle in the corner; the die inwards.
    right = 1 if box.left > SIZE / 2 else -1
    down = 1 if box.top > SIZE / 2 else -1
    x, y = panel.centre
    half = panel.width / 2
    strip = 52
    name_y = y + down * (half - strip / 2)
    radius = (panel.height - strip) / 2 - 24
    circle = (x + right * (half - radius - 12), y + down * (half - strip - radius - 4))
    inner = x - right * (half - (panel.width - 2 * radius - 12) / 2)
    step = radius * 0.4
    slots = Slots(
        tuple((circle[0] + sx * step, circle[1] + sy * step) for sy in (-1, 1) for sx in (-1, 1)),
        round(radius * 0.245),
    )
    exit_x, exit_y = door.box.centre
    beside = (
        (x - right * (half - 34), exit_y)
        if box.top < exit_y < box.bottom
        else (exit_x, y - down * (half - 34))
    )
    return Yard(
        box=box,
        panel=panel,
        name=Box(panel.left, name_y - strip / 2, panel.right, name_y + strip / 2),
        mark=(panel.left + 32, name_y),
        text=(panel.left + 54, name_y),
        circle=circle,
        circle_radius=radius,
        slots=slots,
        die=(inner, y - down * (half - 52)),
        tally=(inner, y + down * (half - strip - plan.tally)),
        door=beside,
    )


def _homes(plan: _Plan, edges: tuple[int, ...]) -> Iterable[Home]:
    """One home a quarter."""
    middle = len(plan.tracks) // 2
    box = Box(edges[middle - 1], edges[middle - 1], edges[middle + 2], edges[middle + 2])
    x, y = box.centre
    half = box.width / 2
    for quarter in range(4):
        row, column = _turned(plan, plan.lane[0], quarter)
        # From the lane's first cell to the middle.
        ax = (column < middle) - (column > middle)
        ay = (row < middle) - (row > middle)
        base = (x - ax * half, y - ay * half)
        a = (base[0] - abs(ay) * half, base[1] - abs(ax) * half)
        b = (base[0] + abs(ay) * half, base[1] + abs(ax) * half)
        yield Home((a, b, (x, y)), (ax, ay), plan.home)


def _lay_out(plan: _Plan) -> Geometry:
    margin = (SIZE - sum(plan.tracks)) // 2
    edges = tuple(margin + sum(plan.tracks[:index]) for index in range(len(plan.tracks) + 1))
    squares = tuple(
        _cell(plan, edges, _turned(plan, address, quarter))
        for quarter in range(4)
        for address in plan.quarter
    )
    # The quarters follow the exits round the ring.
    quarters = {seat: (plan.ring.exits[seat] - 1) * 4 // plan.ring.size for seat in Seat}
    homes = tuple(_homes(plan, edges))
    return Geometry(
        ring=plan.ring,
        edges=edges,
        squares=squares,
        lanes=tuple(
            tuple(
                _cell(plan, edges, _turned(plan, address, quarters[seat])) for address in plan.lane
            )
            for seat in Seat
        ),
        homes=tuple(homes[quarters[seat]] for seat in Seat),
        yards=tuple(
            _yard(plan, edges, quarters[seat], squares[plan.ring.exits[seat] - 1]) for seat in Seat
        ),
        number_size=plan.number_size,
        stars=plan.stars,
    )


_GEOMETRIES = {plan.ring.size: _lay_out(plan) for plan in _PLANS}


def geometry(ring: Ring) -> Geometry:
    """The layout of a ring's board; KeyError for a ring of another size than 68 or 52."""
    return _GEOMETRIES[ring.size]
