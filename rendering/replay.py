"""From what was played to what is to be shown: traces of steps, and the pictures of a replay."""

from collections.abc import Iterable, Sequence

from bot.rules import (
    YARD,
    Captured,
    Event,
    Moved,
    Rolled,
    Seat,
    SentBack,
    State,
    Withdrew,
    Won,
)
from rendering.scene import Four, Scene, Trail

Played = tuple[State, Sequence[Event]]
"""The position before an action, and what the action did."""


def trails_of(steps: Iterable[Played]) -> tuple[Trail, ...]:
    """The moves of some steps as traces, oldest first: moves, captures, pieces sent back."""
    trails: list[Trail] = []
    for before, events in steps:
        victims = tuple(event.victim for event in events if isinstance(event, Captured))
        for event in events:
            match event:
                case Moved(seat, start, end):
                    trails.append(Trail(seat, start, end, victims, before.count > 0))
                case SentBack(seat, place):
                    trails.append(Trail(seat, place, YARD))
                case _:
                    pass
    return tuple(trails)


def scenes_of(
    steps: Sequence[Played],
    last: State,
    names: Four,
    seat_names: Four,
    *,
    since: int = 0,
    theme: str = "classic",
) -> list[Scene]:
    """The pictures of a replay; see ``timeline``."""
    return [
        scene for _, scene in timeline(steps, last, names, seat_names, since=since, theme=theme)
    ]


def timeline(
    steps: Sequence[Played],
    last: State,
    names: Four,
    seat_names: Four,
    *,
    since: int = 0,
    theme: str = "classic",
) -> list[tuple[int, Scene]]:
    """The pictures of a replay, each with the plies played before it.

    The position before ply ``since``, then one for each change.
    ``steps`` are those of the whole game and ``last`` is the position after them; a ply is an index
    into ``steps``. Changes are moves, pieces sent back and seats that leave: a throw is shown by
    the die of the move that it made. Whose turn it was is marked, and that turn's moves are traced.
    The last picture is always the last position.
    """

    def scene(state: State, turn: Seat | None, trail: tuple[Trail, ...]) -> Scene:
        return Scene(
            state=state,
            names=names,
            turn=turn,
            die=die,
            die_seat=thrower,
            trail=trail,
            winners=state.winners,
            theme=theme,
            seat_names=seat_names,
        )

    die: int | None = None
    thrower: Seat | None = None
    trail: tuple[Trail, ...] = ()
    turn: Seat | None = None
    pictures: list[tuple[int, Scene]] = []
    for ply, (before, events) in enumerate(steps):
        if ply == since:
            pictures.append((ply, scene(before, before.turn, trail)))
        if turn is not before.turn:
            turn, trail = before.turn, ()
        for event in events:
            if isinstance(event, Rolled):
                die, thrower = event.face, event.seat
        trail += trails_of([(before, events)])
        if ply >= since and any(
            isinstance(event, Moved | SentBack | Withdrew | Won) for event in events
        ):
            after = steps[ply + 1][0] if ply + 1 < len(steps) else last
            pictures.append((ply + 1, scene(after, None if after.winners else turn, trail)))
    if not pictures or pictures[-1][1].state != last:
        pictures.append((len(steps), scene(last, None if last.winners else last.turn, trail)))
    return pictures
