"""The record of a game that is stored here."""

from collections.abc import Sequence

from bot.games.errors import UserError
from bot.games.model import Game, Played
from bot.games.naming import everybody
from bot.rules.record import Record


def record_of(locale: str, game: Game, story: Sequence[Played]) -> Record:
    """The record of a game so far, with its code and the day on which it was opened.

    A seat that changed hands bears the names of all who sat there: ``Ana → Computer (medium)``.

    Args:
        locale: The language in which computers are named.
        game: The game.
        story: All that was played in it, from its first ply on.

    Raises:
        UserError: ``not_started``: there is nothing to record yet.
    """
    if game.state is None:
        raise UserError("not_started")
    return Record(
        rules=game.rules,
        names=tuple((seat, " → ".join(them)) for seat, them in everybody(locale, game).items()),
        opening=game.opening,
        actions=tuple(played.entry.action for played in story),
        headers=(("game", game.code), ("date", game.created_at.date().isoformat())),
    )
