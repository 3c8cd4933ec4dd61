"""Names as they stand in a message: in the reader's language, and as text only."""

from collections.abc import Sequence

from bot.games import naming
from bot.games.model import Game, Played, Player
from bot.narration import Cast, Names
from bot.rules import Seat
from cogs.ui.parts import shown_name


def shown_player(locale: str, game: Game, player: Player | None) -> str:
    """Somebody's name; "" for nobody."""
    return "" if player is None else shown_name(naming.told(locale, naming.name_of(game, player)))


def shown_names(locale: str, game: Game) -> dict[Seat, str]:
    """The names by seat, as they are now."""
    return _shown(naming.names(locale, game))


def opening_names(locale: str, game: Game) -> dict[Seat, str]:
    """The names by seat of those who threw for the start."""
    return _shown(naming.names_at(locale, game, naming.OPENING))


def shown_casts(locale: str, game: Game, story: Sequence[Played]) -> list[Cast]:
    """For each action of a story who sat where then."""
    return [cast.shown(shown_name) for cast in naming.casts(locale, game, story)]


def _shown(names: Names) -> dict[Seat, str]:
    return {seat: shown_name(name) for seat, name in names.items()}
