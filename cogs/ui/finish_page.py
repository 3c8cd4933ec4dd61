"""The question whether to end a game without a winner, in private."""

from discord import ButtonStyle, ui

from bot.games.attendance import must_run
from bot.games.model import Game
from bot.i18n import listed, text
from cogs.ui.ids import press_id
from cogs.ui.named import shown_player
from cogs.ui.parts import button, message

VOTE = "vote"
NOW = "now"


def finish_page(locale: str, game: Game, user_id: int, *, moderator: bool) -> ui.LayoutView:
    """Who agrees so far, with the buttons of those who may have a say.

    Raises:
        UserError: ``not_started``, ``game_over``.
    """
    must_run(game)
    lines = [text(locale, "finish.question", code=game.code)]
    agreed = [shown_player(locale, game, each) for each in game.people if each.wants_end]
    if agreed:
        lines.append(text(locale, "finish.votes", names=listed(locale, agreed)))
    buttons: list[ui.Button[ui.LayoutView]] = []
    player = game.player(user_id)
    if player is not None and player.is_person:
        label = "button.end_keep" if player.wants_end else "button.end_vote"
        buttons.append(button(press_id("end", game.id, game.ply, VOTE), text(locale, label)))
    if moderator:
        lines.append(text(locale, "finish.moderator"))
        end_now = press_id("end", game.id, game.ply, NOW)
        buttons.append(button(end_now, text(locale, "button.end_now"), style=ButtonStyle.danger))
    if not buttons:
        lines.append(text(locale, "finish.guest"))
    return message(ui.TextDisplay("\n".join(lines)), *([ui.ActionRow(*buttons)] if buttons else []))
