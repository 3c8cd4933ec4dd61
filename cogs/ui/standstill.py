"""What is said where a question would stand, in a game in which nobody is asked."""

from bot.games.model import Game, Status
from bot.i18n import text

_KEYS = {
    Status.PAUSED: "error.game_paused",
    Status.ENDED: "board.ended",
    Status.ABANDONED: "board.abandoned",
}


def standstill(locale: str, game: Game) -> str | None:
    """Why nobody is asked, in a sentence without times; None in a game that is played, or won.

    The position alone does not tell: by it somebody is to move.
    """
    key = _KEYS.get(game.status)
    return None if key is None else text(locale, key)
