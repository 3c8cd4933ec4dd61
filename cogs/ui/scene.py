"""What the picture of a game is to show."""

from collections.abc import Sequence

from bot.games.model import Game, Played
from bot.i18n import seat_name
from bot.i18n.names import plain_name
from bot.rules import (
    SEATS,
    YARD,
    Captured,
    Move,
    Moved,
    Rolled,
    SentBack,
    State,
    legal_actions,
)
from rendering.board import Scene, Trail

TRACED = 12
"""Moves that are traced at most, the newest: with more the lines would hide the board."""


def scene(game: Game, state: State, story: Sequence[Played]) -> Scene:
    """The position with what is asked, the die, and the moves of the story."""
    names = {player.seat: plain_name(player.name) for player in game.players}
    rolled = next(
        (
            event
            for played in reversed(story)
            for event in played.events
            if isinstance(event, Rolled)
        ),
        None,
    )
    options = tuple(action for action in legal_actions(state) if isinstance(action, Move))
    yellow, blue, red, green = SEATS
    return Scene(
        state,
        names=(
            names.get(yellow, ""),
            names.get(blue, ""),
            names.get(red, ""),
            names.get(green, ""),
        ),
        turn=None if game.waits_for is None else state.turn,
        die=rolled.face if rolled else None,
        die_seat=rolled.seat if rolled else None,
        trail=_trail(story),
        options=options if game.waits_for is not None else (),
        winners=state.winners,
        theme=game.theme or "classic",
        seat_names=(
            seat_name(game.locale, yellow),
            seat_name(game.locale, blue),
            seat_name(game.locale, red),
            seat_name(game.locale, green),
        ),
    )


def _trail(story: Sequence[Played]) -> tuple[Trail, ...]:
    """The newest moves, oldest first, and the pieces that a third six sent back."""
    trail: list[Trail] = []
    for played in story:
        victims = tuple(event.victim for event in played.events if isinstance(event, Captured))
        for event in played.events:
            match event:
                case Moved(seat, start, end):
                    counted = played.before.count > 0
                    trail.append(Trail(seat, start, end, victims, count=counted))
                case SentBack(seat, place):
                    trail.append(Trail(seat, place, YARD))
                case _:
                    pass
    return tuple(trail[-TRACED:])
