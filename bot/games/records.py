"""The record of a game that is stored here."""

from collections.abc import Sequence

from bot.games.errors import UserError
from bot.games.model import Game, Played
from bot.rules.record import Record


def record_of(game: Game, story: Sequence[Played]) -> Record:
    """The record of a game so far, with its code and the day on which it was opened.

    Args:
        game: The game.
        story: All that was played in it, from its first ply on.

    Raises:
        UserError: ``not_started``: there is nothing to record yet.
    """
    if game.state is None:
        raise UserError("not_started")
    return Record(
        rules=game.rules,
        names=tuple((each.seat, each.name) for each in game.players if each.seat is not None),
        opening=game.opening,
        actions=tuple(played.entry.action for played in story),
        headers=(("game", game.code), ("date", game.created_at.date().isoformat())),
    )
