"""The picture of a position: a pure function that is told what to highlight."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from threading import Lock
from typing import Final

from bot.rules import YARD, Move, Ring, Seat, State
from bot.rules.ruleset import Pair, PairWhere
from rendering.assets import Weight, drawable
from rendering.geometry import Address, Cell, Point, Slots, geometry
from rendering.layers import Layers, Look
from rendering.palette import Palette, Sprite
from rendering.sprites import Sheet
from rendering.theme import CLASSIC, Theme

_CASING: Final = 9
_CORE: Final = 5
"""Widths of a trace's outline and of its colour, in pixels."""
_HEAD: Final = 18.0
"""Length of its arrow head."""
_BADGE: Final = 14.0
"""Radius of a ghost that lies upon a full square."""


@dataclass(frozen=True, slots=True)
class Trail:
    """One move to trace: a piece of ``seat`` went from place to place (-1 is the yard)."""

    seat: Seat
    start: int
    end: int
    captured: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a picture shows."""

    state: State
    names: tuple[str, str, str, str]
    """By seat; "" where nobody sits."""
    turn: Seat | None
    """Whom to mark as asked; None when it is over."""
    die: int | None
    """The face last thrown."""
    die_seat: Seat | None
    """Who threw it: the die lies in this yard."""
    trail: tuple[Trail, ...] = ()
    """Oldest first."""
    options: tuple[Move, ...] = ()
    """What ``turn`` may do, numbered from 1 as the buttons."""
    winners: tuple[Seat, ...] = ()
    seat_names: tuple[str, str, str, str] = field(kw_only=True)
    """By seat: the colour's name in the game's language, for a name that the font cannot draw."""


Stamp = tuple[Sprite, int, int]
"""A sprite and where it is put."""


def render(scene: Scene) -> bytes:
    """The scene as a PNG, ``geometry.SIZE`` pixels each way; equal scenes give equal bytes."""
    painter = _painter(scene.state.rules.ring, CLASSIC)
    canvas = painter.ground(scene)
    for sprite, x, y in painter.stamps(scene):
        sprite.draw(canvas, x, y)
    return painter.palette.png(canvas)


def prepare(ring: Ring) -> None:
    """Draw what all pictures of a board share, so that the first one is as quick as the others."""
    painter = _painter(ring, CLASSIC)
    for seat in Seat:
        for look in Look:
            painter.layers.yard(seat, look)


@cache
def _made(ring: Ring, theme: Theme) -> "Painter":
    return Painter(ring, theme)


def _painter(ring: Ring, theme: Theme) -> "Painter":
    """The painter of a board, made once even when two threads ask for the first one."""
    with _making:
        return _made(ring, theme)


_making = Lock()


@dataclass(frozen=True, slots=True)
class Guest:
    """A piece in a place, or several of a seat shown as one, or the ghost of one."""

    seat: Seat
    place: int
    count: int = 1
    label: str = ""
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """A guest on its spot."""

    guest: Guest
    centre: Point
    radius: float


class Painter:
    """Turns scenes of one board and theme into a ground and a list of sprites upon it."""

    def __init__(self, ring: Ring, theme: Theme) -> None:
        self.theme = theme
        self.palette = Palette(theme)
        self.layers = Layers(ring, theme, self.palette)
        self.sheet = Sheet(theme, self.palette)
        self.geometry = geometry(ring)

    def ground(self, scene: Scene) -> bytearray:
        """The board with its yards as the scene wants them: a fresh canvas."""
        return bytearray(self.layers.ground(tuple(look_of(scene, seat) for seat in Seat)))

    def stamps(self, scene: Scene) -> Iterator[Stamp]:
        """What lies upon the ground, lowest first."""
        tokens = list(self.tokens(scene))
        yield from self._cards(scene)
        for trail in scene.trail:
            yield from self._trail(trail, tokens)
        yield from self.bars(scene, tokens)
        # Pieces that may be chosen have a broader rim and lie above their neighbours.
        for token in sorted(tokens, key=lambda token: (token.guest.ghost, token.guest.label)):
            guest = token.guest
            make = self.sheet.ghost if guest.ghost else self.sheet.piece
            yield _at(make(guest.seat, token.radius, guest.label), token.centre)
            if guest.count > 1:
                yield self._count(token)

    def _count(self, token: Token) -> Stamp:
        """The number of a token's pieces, at the edge of the token that is off the others."""
        x, y = token.centre
        middle_x, middle_y = self.geometry.cell(token.guest.seat, token.guest.place).box.centre
        reach = 0.7 * token.radius
        shift = (reach if x >= middle_x else -reach, reach if y >= middle_y else -reach)
        badge = self.sheet.count(token.guest.count, max(8.0, 0.5 * token.radius))
        return _at(badge, (x + shift[0], y + shift[1]))

    def _cards(self, scene: Scene) -> Iterator[Stamp]:
        """Names, tallies and the die."""
        theme, sheet = self.theme, self.sheet
        for seat in Seat:
            yard = self.geometry.yards[seat]
            name = drawable(scene.names[seat])
            if scene.names[seat] and not name:
                name = drawable(scene.seat_names[seat])
            look = look_of(scene, seat)
            strong = look in (Look.ASKED, Look.WON)
            colour = theme.seats[seat].on_base if strong else theme.ink
            if name:
                x, y = yard.text
                width = int(yard.name.right - 18 - x)
                yield _at(sheet.text(name, Weight.BOLD, 28, width, colour), (x, y))
            if look is not Look.EMPTY:
                home = scene.state.pieces[seat].count(scene.state.rules.ring.home)
                tally = f"{home}/{scene.state.rules.pieces_to_win}"
                x, y = yard.tally
                yield _at(sheet.text(tally, Weight.BLACK, 22, 60, colour), (x - 7, y))
        if scene.die is not None and scene.die_seat is not None:
            yield _at(sheet.die(scene.die), self.geometry.yards[scene.die_seat].die)

    def tokens(self, scene: Scene) -> Iterator[Token]:
        """All pieces and ghosts, each on its spot."""
        geo, state, turn = self.geometry, scene.state, scene.turn
        home = state.rules.ring.home
        labels: dict[int, str] = {}
        ghosts: dict[int, str] = {}
        for number, move in enumerate(scene.options, 1):
            labels.setdefault(move.start, f"{number}")
            ghosts.setdefault(move.end, f"{number}")

        cells: dict[Address, tuple[Cell, list[Guest]]] = {}
        for seat in Seat:
            mine = seat == turn
            pieces = state.pieces[seat]
            here = _guests(seat, YARD, pieces.count(YARD), labels if mine else {})
            yield from _seated(here, geo.yards[seat].slots)
            here = _guests(seat, home, pieces.count(home), {})
            if mine and home in ghosts:
                here.append(Guest(seat, home, label=ghosts[home], ghost=True))
            yield from _seated(here, geo.homes[seat].slots(len(here)))
            for place in dict.fromkeys(pieces):
                if place not in (YARD, home):
                    cell = geo.cell(seat, place)
                    guests = _guests(seat, place, pieces.count(place), labels if mine else {})
                    cells.setdefault(cell.address, (cell, []))[1].extend(guests)
            if mine:
                for place in ghosts:
                    if place != home:
                        cell = geo.cell(seat, place)
                        cells.setdefault(cell.address, (cell, []))

        targets = {
            geo.cell(turn, place).address: (place, label)
            for place, label in ghosts.items()
            if turn is not None and place != home
        }
        for address, (cell, guests) in cells.items():
            yield from self._cell(cell, guests, turn, targets.get(address))

    def _cell(
        self,
        cell: Cell,
        guests: list[Guest],
        turn: Seat | None,
        target: tuple[int, str] | None,
    ) -> Iterator[Token]:
        """The tokens of one square; ``target`` is the place and label of the ghost upon it."""
        if len(guests) > 2:
            guests = _stacked(guests)
        room = 2 if cell.box.width != cell.box.height else 4
        if turn is None or target is None:
            yield from _seated(guests, cell.slots[len(guests) - 1])
            return
        place, label = target
        ghost = Guest(turn, place, label=label, ghost=True)
        if len(guests) < room:
            yield from _seated([*guests, ghost], cell.slots[len(guests)])
        else:
            yield from _seated(guests, cell.slots[len(guests) - 1])
            yield from _seated([ghost], Slots((cell.box.centre,), _BADGE))

    def bars(self, scene: Scene, tokens: list[Token]) -> Iterator[Stamp]:
        """The bars of the blockades."""
        rules = scene.state.rules
        if rules.pair is Pair.NONE:
            return
        walls: dict[tuple[Seat, int], list[Token]] = {}
        for token in tokens:
            guest = token.guest
            square = rules.ring.square(guest.seat, guest.place)
            if square is None or guest.ghost:
                continue
            safe = square in rules.ring.safe
            # A pair that only bars landing does nothing where rivals share the square.
            idle = safe and rules.pair is Pair.BARS_LANDING
            if (safe or rules.pair_where is PairWhere.LOOP) and not idle:
                walls.setdefault((guest.seat, guest.place), []).append(token)
        for (seat, _), pair in walls.items():
            if sum(token.guest.count for token in pair) > 1:
                x, y = _pixel(pair[0].centre)
                to_x, to_y = _pixel(pair[-1].centre)
                yield self.sheet.bar(seat, pair[0].radius, to_x - x, to_y - y), x, y

    def _trail(self, trail: Trail, tokens: list[Token]) -> Iterator[Stamp]:
        """The trace of one move: a line with an arrow, a star where it captured."""
        if trail.end <= trail.start:
            return
        sheet, colour = self.sheet, self.theme.seats[trail.seat].base
        points = list(self.geometry.path(trail.seat, trail.start, trail.end))
        # Of two on the square the nearer one: the arrow must not go through the other.
        arrived = min(
            (
                token
                for token in tokens
                if not token.guest.ghost
                and (token.guest.seat, token.guest.place) == (trail.seat, trail.end)
            ),
            key=lambda token: math.dist(token.centre, points[-2]),
            default=None,
        )
        if arrived is not None and trail.end != self.geometry.ring.home:
            points[-1] = arrived.centre
        before, last = points[-2], points[-1]
        length = math.dist(before, last)
        ux, uy = (last[0] - before[0]) / length, (last[1] - before[1]) / length
        gap = arrived.radius + 2 if arrived is not None else 0.0
        tip = (last[0] - ux * gap, last[1] - uy * gap)
        points[-1] = (tip[0] - ux * _HEAD * 0.7, tip[1] - uy * _HEAD * 0.7)
        degrees = round(math.degrees(math.atan2(uy, ux)))

        for victim in trail.captured:
            radius = arrived.radius if arrived is not None else _BADGE
            yield _at(sheet.burst(victim, radius), last)
        corners = [_pixel(point) for point in _straightened(points)]
        head = _at(sheet.head(trail.seat, degrees, _HEAD), tip)
        for width, tint in ((_CASING, self.theme.ink), (_CORE, colour)):
            for (x, y), (to_x, to_y) in pairwise(corners):
                yield sheet.stroke(to_x - x, to_y - y, width, tint), x, y
            if width == _CASING:
                yield head
        yield _at(sheet.dot(trail.seat), points[0])


def look_of(scene: Scene, seat: Seat) -> Look:
    """How a seat's yard is shown in a scene."""
    if seat in scene.winners:
        return Look.WON
    if not scene.state.pieces[seat]:
        return Look.EMPTY
    return Look.ASKED if seat == scene.turn else Look.WAITING


def _guests(seat: Seat, place: int, count: int, labels: dict[int, str]) -> list[Guest]:
    """So many pieces of a seat in one place, of which the first carries the place's label."""
    return [
        Guest(seat, place, label="" if index else labels.get(place, "")) for index in range(count)
    ]


def _stacked(guests: list[Guest]) -> list[Guest]:
    """One guest a seat, with a count."""
    stacks: dict[Seat, list[Guest]] = {}
    for guest in guests:
        stacks.setdefault(guest.seat, []).append(guest)
    return [replace(stack[0], count=len(stack)) for stack in stacks.values()]


def _seated(guests: list[Guest], slots: Slots) -> Iterator[Token]:
    for guest, centre in zip(guests, slots.centres, strict=False):
        yield Token(guest, centre, slots.radius)


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


def _pixel(point: Point) -> tuple[int, int]:
    """The pixel that a point lies in."""
    return math.floor(point[0]), math.floor(point[1])


def _at(sprite: Sprite, point: Point) -> Stamp:
    return sprite, *_pixel(point)
