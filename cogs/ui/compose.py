"""Which message a game has, by where it is in its life."""

from collections.abc import Sequence

from bot.games.model import Game, Played, Status
from bot.i18n import text
from cogs.ui import board_message, lobby_message
from cogs.ui.parts import note
from cogs.ui.post import Post


def compose(game: Game, story: Sequence[Played], lacks: Sequence[str] = ()) -> Post:
    """The message that shows a game as it is.

    Args:
        game: The game.
        story: What there is to tell.
        lacks: Permissions that are missing in its channel.
    """
    if game.state is not None:
        return board_message.board(game, game.state, story, lacks)
    match game.status:
        case Status.CANCELLED:
            return _line(game, "lobby.cancelled")
        case Status.EXPIRED:
            return _line(game, "lobby.expired")
        case _:
            return lobby_message.lobby(game, lacks)


def _line(game: Game, key: str) -> Post:
    words = text(game.locale, key, code=game.code)
    return Post(lambda _picture, mark: note(words, mark))
