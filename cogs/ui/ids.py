"""Custom ids: plain text that says everything about a press, so that no view has to be remembered.

>>> press_id("play", 7, 12, "roll")
'play:7:12:roll'
>>> parse("play:7:12:roll")
Press(kind='play', game=7, ply=12, code='roll')
"""

from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal[
    "play",  # a roll or an action on the board
    "lobby",
    "leave",  # the answer whether to leave
    "rules",  # another page of rules in place of this one
    "rule",  # a page of rules
    "why",
    "since",  # what one has missed
    "step",  # a picture of a game played again
    "back",  # on the board: I am here again
    "mute",  # on a reminder: no more about this question
    "panel",  # shows one's own seat
    "seat",  # a change of one's own seat, in the private panel
    "let",  # whether somebody may have a computer's seat
    "end",  # a game without a winner
    "me",  # one's own settings
]
KINDS: frozenset[str] = frozenset(get_args(Kind))
MAX_LENGTH = 100
"""Discord's limit of a custom id."""


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed button, or a form that was sent: what it belongs to and what it asks for."""

    kind: Kind
    game: int
    """The game's id; 0 where a button belongs to none."""
    ply: int
    """The ply that the message showed; 0 in a lobby."""
    code: str


def press_id(kind: Kind, game: int, ply: int, code: str) -> str:
    """The custom id of a button. ValueError when it is longer than Discord takes."""
    custom_id = f"{kind}:{game}:{ply}:{code}"
    if len(custom_id) > MAX_LENGTH:
        raise ValueError(f"custom id of {len(custom_id)} characters: {custom_id!r}")
    return custom_id


def parse(custom_id: str) -> Press | None:
    """The press of a custom id; None for one that this bot (or this version) does not make."""
    kind, _, rest = custom_id.partition(":")
    numbers = rest.split(":", 2)
    if kind not in KINDS or len(numbers) != 3:
        return None
    game, ply, code = numbers
    if not (game.isdecimal() and game.isascii() and ply.isdecimal() and ply.isascii() and code):
        return None
    return Press(kind, int(game), int(ply), code)  # pyright: ignore[reportArgumentType]
