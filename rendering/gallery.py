"""The README's picture of a board: ``python -m rendering.gallery OUT.png``."""

import argparse
from pathlib import Path

from bot.rules import Move, Roll, Seat, apply, legal_actions, parse_position
from rendering.board import Scene, Trail, render

_POSITION = "parchis Y:8,20,35,35 B:0,24,50,H R:0,12,62,62 G:56,3,L4,H >Y"


def showpiece() -> Scene:
    """A scene that shows most of what a picture can: yellow has thrown a four and may choose."""
    state, _ = apply(parse_position(_POSITION), Roll(4))
    return Scene(
        state,
        names=("Beatriz", "Íñigo", "Rosa M.ª", "Zoë"),
        turn=Seat.YELLOW,
        die=4,
        die_seat=Seat.YELLOW,
        trail=(
            Trail(Seat.BLUE, 0, 2, (Seat.RED,)),
            Trail(Seat.BLUE, 8, 28),
            Trail(Seat.RED, 19, 23),
            Trail(Seat.GREEN, -1, 0),
        ),
        options=tuple(action for action in legal_actions(state) if isinstance(action, Move)),
        seat_names=("amarillo", "azul", "rojo", "verde"),
    )


def main() -> None:
    """Write the picture to the file named on the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m rendering.gallery", description="Draw the README's picture of a board."
    )
    parser.add_argument("out", type=Path, metavar="OUT.png", help="the file to write")
    arguments = parser.parse_args()
    arguments.out.write_bytes(render(showpiece()))


if __name__ == "__main__":
    main()
