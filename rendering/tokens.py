"""Where the pieces of a scene stand: tokens on their spots, crowds as stacks, ghosts at targets."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.rules import YARD, Seat
from rendering.geometry import Address, Cell, Geometry, Point, Slots
from rendering.scene import Scene

BADGE: Final = 14.0
"""Radius of a ghost that lies upon a full square."""


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


def placed(scene: Scene, geo: Geometry) -> Iterator[Token]:
    """All pieces and ghosts, each on its spot."""
    state, turn = scene.state, scene.turn
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
        yield from _cell(cell, guests, turn, targets.get(address))


def _cell(
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
        yield from _seated([ghost], Slots((cell.box.centre,), BADGE))


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
