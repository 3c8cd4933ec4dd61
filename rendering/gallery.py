"""The README's pictures: ``python -m rendering.gallery DIRECTORY``, or one: ``... OUT.png``."""

import argparse
from dataclasses import replace
from pathlib import Path

from bot.rules import (
    Chance,
    Move,
    Roll,
    Seat,
    State,
    apply,
    legal_actions,
    parse_position,
    to_act,
)
from rendering.animation import animate
from rendering.board import render
from rendering.replay import Played, scenes_of
from rendering.scene import Scene, Trail
from rendering.theme import THEMES

_POSITION = "parchis Y:8,20,35,35 B:0,24,50,H R:0,12,62,62 G:56,3,L4,H >Y"
_OTHER = "ludo/walls R:1,9,9,L3 Y:30,22,H,H G:14,14,20,H B:0,0,48,48 >R"
_NAMES = ("Beatriz", "Íñigo", "Rosa M.ª", "Zoë")
_COLOURS = ("amarillo", "azul", "rojo", "verde")
_FACES = (5, 4, 5, 3, 5, 6, 2, 5, 1, 4, 6, 5, 3, 2)
"""Thrown again and again in the replay: enough fives to get everybody going."""
_PLIES = 110
_MOST = 2_000_000
"""Bytes of the replay."""


def showpiece() -> Scene:
    """A scene that shows most of what a picture can: yellow has thrown a four and may choose."""
    state, _ = apply(parse_position(_POSITION), Roll(4))
    return _asked(
        state,
        4,
        (
            Trail(Seat.BLUE, 0, 2, (Seat.RED,)),
            Trail(Seat.BLUE, 8, 28, count=True),
            Trail(Seat.RED, 19, 23),
            Trail(Seat.GREEN, -1, 0),
        ),
    )


def other_board() -> Scene:
    """The same for the 52 ring: red has thrown a three, blue has lost a piece."""
    state, _ = apply(parse_position(_OTHER), Roll(3))
    return _asked(
        state,
        3,
        (
            Trail(Seat.YELLOW, 51, 56),
            Trail(Seat.YELLOW, 0, 3),
            Trail(Seat.BLUE, 4, 8),
            Trail(Seat.GREEN, 2, 6, (Seat.BLUE,)),
        ),
    )


def replay() -> list[Scene]:
    """The first plies of a game in which always the last of the legal moves is played."""
    state = parse_position("parchis Y:0,0,0,8 B:0,0,0,25 R:0,0,0,42 G:0,0,0,59 >Y")
    steps: list[Played] = []
    for ply in range(_PLIES):
        asked = to_act(state)
        if asked is None:
            break
        legal = legal_actions(state)
        action = Roll(_FACES[ply % len(_FACES)]) if asked is Chance.DIE else legal[-1]
        step = apply(state, action)
        steps.append((state, step.events))
        state = step.state
    return scenes_of(steps, state, _NAMES, _COLOURS)


def pictures() -> dict[str, bytes]:
    """All of them, by file name."""
    found = {"board.png": render(showpiece()), "board-52.png": render(other_board())}
    for theme in THEMES:
        if theme != "classic":
            found[f"board-{theme}.png"] = render(replace(showpiece(), theme=theme))
    found["replay.gif"] = animate(replay(), _MOST)
    return found


def _asked(state: State, face: int, trail: tuple[Trail, ...]) -> Scene:
    return Scene(
        state,
        names=_NAMES,
        turn=state.turn,
        die=face,
        die_seat=state.turn,
        trail=trail,
        options=tuple(action for action in legal_actions(state) if isinstance(action, Move)),
        seat_names=_COLOURS,
    )


def main() -> None:
    """Write the pictures into the directory, or the board to the file, of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m rendering.gallery", description="Draw the README's pictures."
    )
    parser.add_argument(
        "out", type=Path, help="a directory for all of them, or OUT.png for the first"
    )
    out: Path = parser.parse_args().out
    if out.suffix == ".png":
        out.write_bytes(render(showpiece()))
        return
    out.mkdir(parents=True, exist_ok=True)
    for name, data in pictures().items():
        (out / name).write_bytes(data)


if __name__ == "__main__":
    main()
