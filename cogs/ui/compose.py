"""Which message a game has, by where it is in its life."""

from collections.abc import Sequence

from bot.games.model import Game, Played, Status
from bot.games.service import Games
from bot.i18n import text
from cogs.ui import board_message, lobby_message
from cogs.ui.parts import note
from cogs.ui.post import Post


async def compose(games: Games, game: Game, lacks: Sequence[str] = ()) -> Post:
    """The message that shows a game as it is; ``lacks`` are permissions that are missing there."""
    if game.state is not None:
        return board_message.board(game, game.state, await recent(games, game), lacks)
    match game.status:
        case Status.CANCELLED:
            return _line(game, "lobby.cancelled")
        case Status.EXPIRED:
            return _line(game, "lobby.expired")
        case _:
            return lobby_message.lobby(game, lacks)


async def recent(games: Games, game: Game) -> list[Played]:
    """What happened since the last decision of whoever is asked.

    Their own last press too, if it was in this very turn: what they rolled, or earned a count by.
    """
    since = await games.since(game)
    story = await games.story(game, since - 1)
    goes_on = all(played.before.turn is story[0].before.turn for played in story)
    if story and story[0].entry.ply < since and not (goes_on and _is_own(game, story[0])):
        del story[0]
    return story


def _is_own(game: Game, played: Played) -> bool:
    """Whether whoever is asked did it, and it is still their turn."""
    own = played.entry.actor is not None and played.entry.actor == game.waits_for
    return own and game.state is not None and game.state.turn is played.before.turn


def _line(game: Game, key: str) -> Post:
    words = text(game.locale, key, code=game.code)
    return Post(lambda _picture, mark: note(words, mark))
