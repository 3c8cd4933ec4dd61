"""What the picture of a game is to show."""

from collections.abc import Sequence
from dataclasses import replace

from bot.games.model import Game, Played
from bot.games.naming import names, names_after
from bot.i18n import seat_name
from bot.i18n.names import plain_name
from bot.narration import Names
from bot.rules import SEATS, Move, Rolled, State, legal_actions
from rendering.replay import timeline, trails_of
from rendering.scene import Four, Scene, by_seat
from rendering.theme import THEMES

TRACED = 12
"""Moves that are traced at most, the newest: with more the lines would hide the board."""
USUAL = "classic"
"""The theme of a game for which none was chosen."""


def scene(
    game: Game, state: State, story: Sequence[Played], *, locale: str, options: bool = True
) -> Scene:
    """The position with what is asked, the die, and the moves of the story traced.

    Args:
        game: The game.
        state: Its position.
        story: What is told beside the picture: the text and the traces are of the same plies.
        locale: The language of whoever looks.
        options: Whether the moves of whoever is asked are numbered in it.
    """
    rolled = next(
        (
            event
            for played in reversed(story)
            for event in played.events
            if isinstance(event, Rolled)
        ),
        None,
    )
    moves = tuple(action for action in legal_actions(state) if isinstance(action, Move))
    return Scene(
        state,
        names=_four(names(locale, game)),
        turn=None if game.waits_for is None else state.turn,
        die=rolled.face if rolled else None,
        die_seat=rolled.seat if rolled else None,
        trail=trails_of((played.before, played.events) for played in story)[-TRACED:],
        options=moves if options and game.waits_for is not None else (),
        winners=state.winners,
        theme=theme_of(game),
        seat_names=colours(locale),
    )


def pictures(
    game: Game, state: State, story: Sequence[Played], *, locale: str, since: int = 0
) -> list[tuple[int, Scene]]:
    """The pictures of a replay from ply ``since`` on, each with the plies played before it.

    ``story`` is all that was played up to ``state``.
    """
    found = timeline(
        [(played.before, played.events) for played in story],
        state,
        _four(names(locale, game)),
        colours(locale),
        since=since,
        theme=theme_of(game),
    )
    if not any(player.sitters for player in game.players):
        return found
    return [
        (ply, replace(drawn, names=_four(names_after(locale, game, ply)))) for ply, drawn in found
    ]


def theme_of(game: Game) -> str:
    """How the game looks: as was chosen, if that (still) exists."""
    theme = game.theme or USUAL
    return theme if theme in THEMES else USUAL


def _four(names: Names) -> Four:
    """The names that stand in the yards, "" in those where nobody sits."""
    return by_seat({seat: plain_name(name) for seat, name in names.items()})


def colours(locale: str) -> Four:
    """The names of the colours."""
    return by_seat({seat: seat_name(locale, seat) for seat in SEATS})
