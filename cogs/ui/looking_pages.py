"""Private messages that show a game: since one's turn, as text, animated, step by step."""

from collections.abc import Sequence
from typing import Any, Final

from discord import ui

from bot.games.model import Game, Played
from bot.games.naming import casts, names, names_after
from bot.i18n import text
from bot.narration import alt_text, opening_line, position_lines, question, shorten, turn_lines
from bot.rules import State
from cogs.ui.ids import press_id
from cogs.ui.named import opening_names, shown_casts, shown_names
from cogs.ui.parts import ACCENTS, button, escaped, message, picture
from cogs.ui.standstill import standstill

OPEN: Final = "open"
WAYS: Final = ("first", "back", "forward", "last")
"""Where the buttons of a step-through lead: the codes, and the ends of their labels' keys."""

_STORY: Final = 1500
"""Characters of what happened."""


def since_page(
    locale: str,
    game: Game,
    state: State,
    story: Sequence[Played],
    user_id: int,
    filename: str,
) -> ui.LayoutView:
    """What somebody has missed: the picture with all of it traced, and the same in words."""
    raw, told = names(locale, game), casts(locale, game, story)
    player = game.player(user_id)
    key = "since.round" if player is None or player.left else "since.title"
    happened = _told(locale, game, story) or [text(locale, "since.nothing")]
    still = standstill(locale, game)
    asks = question(locale, state, shown_names(locale, game), story) if still is None else still
    return message(
        ui.Container(
            ui.TextDisplay(f"### {text(locale, key, code=game.code)}"),
            picture(filename, alt_text(locale, state, raw, story, casts=told, instead=still)),
            ui.TextDisplay("\n".join(shorten(locale, happened, _STORY))),
            ui.TextDisplay(f"-# {asks}"),
            accent_colour=ACCENTS[state.winners[0] if state.winners else state.turn],
        )
    )


def text_page(locale: str, game: Game, state: State, story: Sequence[Played]) -> ui.LayoutView:
    """The position as text: a line each for whose turn it is, the options, every seat's pieces."""
    still = standstill(locale, game)
    lines = [escaped(line) for line in position_lines(locale, state, names(locale, game), still)]
    happened = _told(locale, game, story) if game.ply else [_opening(locale, game)]
    if happened:
        lines += ["", *shorten(locale, happened, _STORY)]
    title = text(locale, "text.title", code=game.code)
    return message(ui.TextDisplay("\n".join([f"### {title}", *lines])))


def film_page(locale: str, game: Game, since: int, filename: str) -> ui.LayoutView:
    """An animation, and the way to its single pictures."""
    title = text(locale, "film.title", code=game.code)
    return message(
        ui.Container(
            ui.TextDisplay(f"### {title}"),
            picture(filename, text(locale, "film.alt", code=game.code, count=game.ply - since)),
            ui.ActionRow(
                button(press_id("step", game.id, since, OPEN), text(locale, "button.steps"))
            ),
        )
    )


def step_page(
    locale: str,
    game: Game,
    state: State,
    turn: Sequence[Played],
    plies: Sequence[int],
    at: int,
    filename: str,
) -> ui.LayoutView:
    """One picture of a game, and the buttons to the others.

    Args:
        locale: The reader's language.
        game: The game.
        state: The position shown.
        turn: What was played of the turn that led to it.
        plies: Of all pictures of the game, how many plies lie before them.
        at: Which of these is shown.
        filename: The picture.
    """
    happened = _told(locale, game, turn) or [_opening(locale, game)]
    title = text(locale, "step.title", code=game.code, number=at + 1, count=len(plies))
    last = len(plies) - 1
    raw, told = names_after(locale, game, plies[at]), casts(locale, game, turn)
    still = standstill(locale, game) if at == last else None
    targets = (0, max(at - 1, 0), min(at + 1, last), last)
    return message(
        ui.Container(
            ui.TextDisplay(f"### {title}"),
            picture(filename, alt_text(locale, state, raw, turn, casts=told, instead=still)),
            ui.TextDisplay("\n".join(shorten(locale, happened, _STORY))),
            ui.ActionRow(*_ways(locale, game, plies, at, targets)),
        )
    )


def _ways(
    locale: str, game: Game, plies: Sequence[int], at: int, targets: Sequence[int]
) -> list[ui.Button[Any]]:
    return [
        button(
            press_id("step", game.id, plies[target], way),
            text(locale, f"step.{way}"),
            disabled=target == at,
        )
        for way, target in zip(WAYS, targets, strict=True)
    ]


def _told(locale: str, game: Game, story: Sequence[Played]) -> list[str]:
    now = shown_names(locale, game)
    return turn_lines(locale, story, now, shown_casts(locale, game, story))


def _opening(locale: str, game: Game) -> str:
    return opening_line(locale, game.opening, opening_names(locale, game))
