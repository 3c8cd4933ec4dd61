"""One's own seat in a game, in private: what plays itself, absences, leaving; or to get a seat."""

from discord import ButtonStyle, ui

from bot.games.attendance import must_run
from bot.games.errors import NotYours
from bot.games.model import Autopilot, Game, Player
from bot.i18n import seat_name, text
from bot.narration import MARKS
from cogs.ui.ids import press_id
from cogs.ui.lengths import in_time
from cogs.ui.named import shown_player
from cogs.ui.parts import button, message, rows

AUTOPILOTS = {each.value: each for each in Autopilot}
AWAY = "away"
BACK = "back"
MUTE = "mute"
TAKE = "take"
UNASK = "unask"


def seat_panel(locale: str, game: Game, user_id: int) -> ui.LayoutView:
    """The panel of a person in a running game; for who does not play, the seats to ask for.

    Raises:
        NotYours: ``left_game``: withdrew from this very game, to which there is no way back.
        UserError: ``not_started``, ``game_over``.
    """
    must_run(game)
    player = game.player(user_id)
    if player is None:
        return _for_guest(locale, game, user_id)
    if player.left:
        raise NotYours("left_game")
    lines = ["### " + text(locale, "panel.title", code=game.code), state_of(locale, player)]
    asked = game.waits_for == user_id
    muted = asked and player.muted_ply == game.ply
    if muted:
        lines.append(text(locale, "panel.muted"))
    return message(
        ui.TextDisplay("\n".join(lines)),
        ui.ActionRow(*(_mode(locale, game, player, each) for each in Autopilot)),
        *rows(
            [
                *([_action(locale, game, BACK)] if is_absent(player) else []),
                _action(locale, game, AWAY),
                *([_action(locale, game, MUTE)] if asked and not muted else []),
                button(press_id("end", game.id, game.ply, "ask"), text(locale, "button.end_vote")),
                button(press_id("leave", game.id, game.ply, "ask"), text(locale, "button.leave")),
            ]
        ),
    )


def state_of(locale: str, player: Player) -> str:
    """What is played for somebody, in a sentence."""
    if player.away_until is not None:
        return text(locale, "panel.away_until", when=in_time(player.away_until))
    if player.away:
        return text(locale, "panel.away")
    return text(locale, f"panel.auto_{player.autopilot.value}")


def is_absent(player: Player) -> bool:
    """Whether this person has something to come back from."""
    return player.is_person and (
        player.away or player.away_until is not None or player.autopilot is Autopilot.ALL
    )


def _for_guest(locale: str, game: Game, user_id: int) -> ui.LayoutView:
    seats = {each.seat: each for each in game.players if each.computer and each.seat is not None}
    key = "panel.guest" if seats else "panel.no_seat"
    lines = [text(locale, key, code=game.code)]
    buttons = [
        button(
            press_id("seat", game.id, game.ply, f"{TAKE}-{seat.letter}"),
            seat_name(locale, seat).capitalize(),  # four emoji look alike to some eyes
            emoji=MARKS[seat],
            disabled=_is_wanted(computer, user_id),
        )
        for seat, computer in seats.items()
    ]
    asked = next((seat for seat, each in seats.items() if _is_wanted(each, user_id)), None)
    if asked is not None:
        host = shown_player(locale, game, game.player(game.host_id))
        lines.append(text(locale, "panel.asked", name=host, seat=asked))
        buttons.append(_action(locale, game, UNASK))
    return message(ui.TextDisplay("\n".join(lines)), *rows(buttons))


def _is_wanted(computer: Player, user_id: int) -> bool:
    return computer.wanted_by is not None and computer.wanted_by.id == user_id


def _mode(
    locale: str, game: Game, player: Player, autopilot: Autopilot
) -> ui.Button[ui.LayoutView]:
    # Somebody away can choose any: then they are back.
    away = player.away or player.away_until is not None
    chosen = player.autopilot is autopilot and not away
    return button(
        press_id("seat", game.id, game.ply, autopilot.value),
        text(locale, f"button.auto_{autopilot.value}"),
        style=ButtonStyle.primary if chosen else ButtonStyle.secondary,
        disabled=chosen,
    )


def _action(locale: str, game: Game, code: str) -> ui.Button[ui.LayoutView]:
    return button(press_id("seat", game.id, game.ply, code), text(locale, f"button.{code}"))
