"""Private messages with more than a sentence: my games, leaving one."""

from collections.abc import Container, Sequence

from discord import ButtonStyle, ui

from bot.games.model import Game, Leaving, Status
from bot.games.naming import name_of, told
from bot.i18n import text
from bot.i18n.names import plain_name
from cogs.ui.ids import press_id
from cogs.ui.lengths import in_time
from cogs.ui.named import shown_player
from cogs.ui.parts import button, link, message
from cogs.ui.place import command

YES = "yes"
NO = "no"

CHOICE = 100
"""Discord's limit of an offered value's name."""
LISTED = 20
"""Games in a list; nobody has more on their hands, and a message has its limit."""


def my_games(
    locale: str, user_id: int, games: Sequence[Game], gone: Container[int]
) -> ui.LayoutView:
    """The person's games: whose turn it is, and where; ``gone`` are those without a channel."""
    if not games:
        return message(ui.TextDisplay(text(locale, "games.none", command=command(locale))))
    lines = ["### " + text(locale, "games.title")]
    lines += [_game_line(locale, user_id, game, gone=game.id in gone) for game in games[:LISTED]]
    return message(ui.TextDisplay("\n".join(lines)))


def _game_line(locale: str, user_id: int, game: Game, *, gone: bool) -> str:
    where = link(game.guild_id, game.channel_id, game.message_id)
    if gone:
        where = text(locale, "games.gone", command=command(locale, "board"))
    asked = game.asks
    if game.status is Status.PAUSED:
        return text(locale, "games.paused", code=game.code, link=where)
    if asked is None:
        return text(locale, "games.lobby", code=game.code, link=where)
    if asked.id == user_id:
        line = text(locale, "games.your_turn", code=game.code, link=where)
    else:
        name = shown_player(locale, game, asked)
        line = text(locale, "games.waiting", code=game.code, name=name, link=where)
    if game.deadline is None:
        return line
    return text(locale, "games.until", line=line, when=in_time(game.deadline))


def in_short(locale: str, game: Game) -> str:
    """A game on one line of a list to choose from: its code, the day it ended, and who plays."""
    names = ", ".join(plain_name(told(locale, name_of(game, player))) for player in game.players)
    ended = [] if game.ended_at is None else [game.ended_at.date().isoformat()]
    return " · ".join([game.code, *ended, names])[:CHOICE]


def confirm_leaving(locale: str, game: Game) -> ui.LayoutView:
    """The question whether to leave a running game, with its two answers."""
    stays = game.on_leave is Leaving.COMPUTER
    key = "answer.confirm_leave_computer" if stays else "answer.confirm_leave"
    return message(
        ui.TextDisplay(text(locale, key, code=game.code)),
        ui.ActionRow(
            button(
                press_id("leave", game.id, game.ply, YES),
                text(locale, "button.confirm_leave"),
                style=ButtonStyle.danger,
            ),
            button(press_id("leave", game.id, game.ply, NO), text(locale, "button.stay")),
        ),
    )
