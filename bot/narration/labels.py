"""What stands on the buttons of a decision."""

from typing import Final, assert_never

from bot.i18n import text
from bot.narration.words import ends_of, makes_blockade, move_keys, victims_of
from bot.rules import Action, Decline, Move, Ring, Roll, Seat, State, Withdraw, apply

LABEL_LIMIT: Final = 24
"""Characters of a button's label that a phone shows whole."""


def action_label(locale: str, state: State, action: Action, number: int) -> str:
    """The label of a decision's button: ``1 · 12→18 ⚔ roja``, at most 24 characters.

    Args:
        locale: The language.
        state: The position in which the action is legal.
        action: A move, or a count declined.
        number: The number that the picture gives the action; it begins the label.

    Raises:
        ValueError: A roll or a withdrawal, which are asked otherwise.
    """
    match action:
        case Decline():
            return text(locale, "label.decline", number=number, count=state.count)
        case Move():
            pass
        case Roll() | Withdraw():
            raise ValueError(f"{action!r} is no decision about a piece")
        case _:
            assert_never(action)
    label = move_label(locale, state.rules.ring, state.turn, action, number)
    victims = victims_of(apply(state, action).events)
    if len(victims) == 1:
        piece = text(locale, f"piece.{victims[0].name.lower()}")
        return text(locale, "label.capture", move=label, piece=piece)
    if victims:
        return text(locale, "label.captures", move=label, count=len(victims))
    if makes_blockade(state, state.turn, action.end):
        return text(locale, "label.blockade", move=label)
    return label


def move_label(locale: str, ring: Ring, seat: Seat, move: Move, number: int) -> str:
    """A move of a seat's piece without its effects: ``1 · 12→18``."""
    _, key = move_keys(ring, move.start, move.end)
    return text(locale, key, number=number, **ends_of(ring, seat, move.start, move.end))
