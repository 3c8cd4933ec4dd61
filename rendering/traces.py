"""What just happened, drawn upon the board: the ways of the pieces, captures, and the ways home."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from bot.rules import Seat
from rendering.geometry import Cell, Geometry, Point
from rendering.scene import Trail
from rendering.sprites import Sheet, Stamp, at, pixel
from rendering.theme import Theme
from rendering.tokens import BADGE, Token

_OFFSETS: Final = (0, 9, -9, 16, -16)
"""Pixels to the side of the squares' middle: moves over the same squares run next to each other."""


@dataclass(frozen=True, slots=True)
class _Stroke:
    """How a trace is drawn: the older, the finer."""

    casing: int
    """Width of the outline, in pixels."""
    core: int
    """Width of the colour."""
    head: float
    """Length of the arrow head."""
    dot: float
    """Radius of the dot at its start."""
    spacing: float
    """Pixels from dot to dot of a way home."""


_STROKES: Final = (
    _Stroke(casing=9, core=5, head=18.0, dot=9.0, spacing=18.0),
    _Stroke(casing=7, core=5, head=15.0, dot=7.5, spacing=22.0),
    _Stroke(casing=5, core=3, head=12.0, dot=6.5, spacing=26.0),
)
"""The last seat's moves, those of the seat before it, and all that are older."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A trail laid out in pixels."""

    trail: Trail
    stroke: _Stroke
    corners: tuple[Point, ...]
    """From the dot to where the line ends, below the arrow head."""
    tip: Point
    degrees: int
    spot: Point
    """Where the piece came to stand."""
    radius: float
    """How large it is drawn there."""


class Tracer:
    """Draws trails on one board in one theme."""

    def __init__(self, geometry: Geometry, theme: Theme, sheet: Sheet) -> None:
        self.geometry = geometry
        self.theme = theme
        self.sheet = sheet
        self.words = [
            box.inset(-7) for yard in geometry.yards for box in (yard.name, yard.tally_box)
        ]
        """Where names and tallies stand: no dot of a way home lies there."""

    def stamps(self, trail: Sequence[Trail], tokens: Iterable[Token]) -> Iterator[Stamp]:
        """The traces of moves, oldest first and so lowest; to lie below bars and ``tokens``."""
        standing = [token for token in tokens if not token.guest.ghost]
        strokes = _strokes(trail)
        moved = [
            (move, stroke)
            for move, stroke in zip(trail, strokes, strict=True)
            if move.end > move.start
        ]
        offsets = _offsets([move for move, _ in moved], self.geometry)
        ways = [
            self._way(move, stroke, offset, standing)
            for (move, stroke), offset in zip(moved, offsets, strict=True)
        ]
        for way in ways:
            yield from self._line(way)
        yield from self._plates(ways)
        # Above the lines: where pieces were lost, and where to.
        for way in ways:
            for victim in dict.fromkeys(way.trail.captured):
                yield from self._loss(victim, way.spot, way.radius, way.stroke)
        for move, stroke in zip(trail, strokes, strict=True):
            if move.back and move.start >= 0:
                spot = self.geometry.cell(move.seat, move.start).box.centre
                yield from self._loss(move.seat, spot, BADGE / 2, stroke)

    def _way(self, trail: Trail, stroke: _Stroke, offset: int, standing: Iterable[Token]) -> _Way:
        """Lay out a move, ``offset`` pixels beside the middle of its squares."""
        points = _beside(self.geometry.path(trail.seat, trail.start, trail.end), offset)
        # Of two on the square the nearer one: the arrow must not go through the other.
        arrived = min(
            (
                token
                for token in standing
                if (token.guest.seat, token.guest.place) == (trail.seat, trail.end)
            ),
            key=lambda token: math.dist(token.centre, points[-2]),
            default=None,
        )
        if arrived is not None and trail.end != self.geometry.ring.home:
            points[-1] = arrived.centre
        before, spot = points[-2], points[-1]
        ux, uy = _unit(before, spot)
        gap = arrived.radius + 2 if arrived is not None else 0.0
        tip = (spot[0] - ux * gap, spot[1] - uy * gap)
        points[-1] = (tip[0] - ux * stroke.head * 0.7, tip[1] - uy * stroke.head * 0.7)
        return _Way(
            trail=trail,
            stroke=stroke,
            corners=tuple(_straightened(points)),
            tip=tip,
            degrees=round(math.degrees(math.atan2(uy, ux))),
            spot=spot,
            radius=arrived.radius if arrived is not None else BADGE / 2,
        )

    def _line(self, way: _Way) -> Iterator[Stamp]:
        """The line with its arrow, dashed for a count."""
        sheet, stroke, seat = self.sheet, way.stroke, way.trail.seat
        colour = self.theme.seats[seat].base
        corners = [pixel(point) for point in way.corners]
        for width, tint in ((stroke.casing, self.theme.ink), (stroke.core, colour)):
            for (x, y), (to_x, to_y) in pairwise(corners):
                yield sheet.stroke(to_x - x, to_y - y, width, tint, way.trail.count), x, y
            if width == stroke.casing:
                yield at(sheet.head(seat, way.degrees, stroke.head), way.tip)
        yield at(sheet.dot(seat, stroke.dot, True), way.corners[0])

    def _plates(self, ways: Iterable[_Way]) -> Iterator[Stamp]:
        """The numbers that a line runs through or touches, once more above it."""
        geo, theme = self.geometry, self.theme
        crossed: dict[int, Cell] = {}
        for way in ways:
            reach = way.stroke.casing / 2 + 0.6 * geo.number_size
            for place in range(max(way.trail.start, 0), way.trail.end + 1):
                number = geo.ring.square(way.trail.seat, place)
                if number is None or number in crossed:
                    continue
                cell = geo.squares[number - 1]
                if any(_gap(cell.number, a, b) < reach for a, b in pairwise(way.corners)):
                    crossed[number] = cell
        exits = {geo.ring.exits[seat]: seat for seat in Seat}
        for number, cell in crossed.items():
            seat = exits.get(number)
            if seat is not None:
                fill, colour = theme.seats[seat].base, theme.seats[seat].on_base
            else:
                fill = theme.safe if number in geo.ring.safe else theme.paper
                colour = theme.ink
            yield at(self.sheet.plate(number, geo.number_size, fill, colour), cell.number)

    def _loss(self, seat: Seat, spot: Point, radius: float, stroke: _Stroke) -> Iterator[Stamp]:
        """A star where a piece of a seat was lost, and a dotted way from there to its yard."""
        sheet = self.sheet
        yard = self.geometry.yards[seat]
        ux, uy = _unit(spot, yard.circle)
        length = math.dist(spot, yard.circle) - yard.circle_radius + stroke.head
        tip = (spot[0] + ux * length, spot[1] + uy * length)
        dot = sheet.dot(seat, stroke.core / 2 + 2, False)
        reach = length - stroke.head - stroke.spacing / 2
        while reach > radius + 10:
            point = (spot[0] + ux * reach, spot[1] + uy * reach)
            if not any(box.holds(point, 0) for box in self.words):
                yield at(dot, point)
            reach -= stroke.spacing
        degrees = round(math.degrees(math.atan2(uy, ux)))
        yield at(sheet.head(seat, degrees, stroke.head), tip)
        yield at(sheet.burst(seat, radius), spot)


def _strokes(trail: Sequence[Trail]) -> list[_Stroke]:
    """For each move how it is drawn: by how many turns it is older than the last."""
    strokes: list[_Stroke] = []
    turns = [list(moves) for _, moves in groupby(reversed(trail), key=lambda move: move.seat)]
    for age, moves in enumerate(turns):
        strokes += [_STROKES[min(age, len(_STROKES) - 1)]] * len(moves)
    return strokes[::-1]


def _offsets(trail: Sequence[Trail], geometry: Geometry) -> list[int]:
    """For each move an offset at which it lies on none of the others, the newest in the middle."""
    taken: list[tuple[int, frozenset[tuple[Point, Point]]]] = []
    for move in reversed(trail):
        steps = frozenset(pairwise(geometry.path(move.seat, move.start, move.end)))
        used = {offset for offset, others in taken if not steps.isdisjoint(others)}
        free = next((offset for offset in _OFFSETS if offset not in used), _OFFSETS[0])
        taken.append((free, steps))
    return [offset for offset, _ in reversed(taken)]


def _unit(start: Point, end: Point) -> Point:
    """The direction from a point to another, of length 1 (to the right if they coincide)."""
    length = math.dist(start, end)
    if not length:
        return 1.0, 0.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _beside(points: Sequence[Point], offset: int) -> list[Point]:
    """A way moved so many pixels to its right-hand side, its corners mitred."""
    if not offset:
        return list(points)
    ways = [_unit(a, b) for a, b in pairwise(points)]
    moved: list[Point] = []
    for (x, y), before, after in zip(points, [ways[0], *ways], [*ways, ways[-1]], strict=True):
        share = offset / (1 + before[0] * after[0] + before[1] * after[1])
        moved.append((x - (before[1] + after[1]) * share, y + (before[0] + after[0]) * share))
    return moved


def _straightened(points: list[Point]) -> list[Point]:
    """The same way with its corners only."""
    kept = points[:1]
    for before, point, after in zip(points, points[1:], points[2:], strict=False):
        cross = (point[0] - before[0]) * (after[1] - point[1]) - (point[1] - before[1]) * (
            after[0] - point[0]
        )
        if abs(cross) > 1:
            kept.append(point)
    return [*kept, points[-1]]


def _gap(point: Point, start: Point, end: Point) -> float:
    """How far a point lies from a stretch of line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    squared = dx * dx + dy * dy
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / squared if squared else 0
    along = min(1.0, max(0.0, along))
    return math.dist(point, (start[0] + along * dx, start[1] + along * dy))
