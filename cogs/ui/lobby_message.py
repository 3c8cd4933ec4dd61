"""The lobby's message: who is in, what is played, and the buttons to join and to start."""

from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot.games.model import Game, Player
from bot.i18n import listed, seat_name, text
from bot.i18n.rulebook import option_notes, ruleset_name, ruleset_special
from bot.narration import MARKS
from cogs.ui.ids import press_id
from cogs.ui.lengths import in_time, length
from cogs.ui.named import shown_player
from cogs.ui.parts import button, message, rows, warnings
from cogs.ui.post import Post

JOIN = "join"
LEAVE = "leave"
START = "start"
CANCEL = "cancel"
ADD = {"easy": "add_easy", "medium": "add_medium"}
"""The codes of the buttons that seat a computer, by its level."""
DROP = "no_computer"


def lobby(game: Game, lacks: Sequence[str] = ()) -> Post:
    """The message of a game that has not started; sent first, it calls those who are invited.

    ``lacks`` are permissions that are missing in the channel.
    """
    invited = tuple(player.id for player in game.players if player.invited)

    def view(_picture: str | None, mark: int | None) -> ui.LayoutView:
        call = [ui.TextDisplay(_invitation(game, invited))] if invited else []
        table = ui.Container(
            ui.TextDisplay("\n".join([*_table(game), *warnings(game.locale, lacks)])),
            *rows(_join_buttons(game)),
            *rows(_host_buttons(game)),
            *rows(_computer_buttons(game)),
        )
        return message(*call, table, mark=mark)

    return Post(view, told=invited, tells=game.message_id is None)


def _invitation(game: Game, invited: tuple[int, ...]) -> str:
    return text(
        game.locale,
        "lobby.invitation",
        names=listed(game.locale, [f"<@{user_id}>" for user_id in invited]),
        host=shown_player(game.locale, game, game.player(game.host_id)),
        count=len(invited),
    )


def _table(game: Game) -> list[str]:
    locale = game.locale
    host = shown_player(locale, game, game.player(game.host_id))
    rules = ruleset_name(locale, game.rules)
    lines = ["### " + text(locale, "lobby.title", rules=rules, code=game.code)]
    lines.append(text(locale, "lobby.host", name=host))
    lines += ["", ruleset_special(locale, game.rules), *option_notes(locale, game.rules)]
    limit = length(locale, game.limit)
    lines.append("-# " + text(locale, f"lobby.pace_{game.pace.value}", limit=limit))
    lines.append("-# " + text(locale, f"lobby.leaving_{game.on_leave.value}"))
    lines += ["", text(locale, "lobby.who"), *(_place(game, player) for player in game.players)]
    free = game.max_players - len(game.players)
    lines.append(text(locale, "lobby.free", count=free) if free else text(locale, "lobby.full"))
    if game.expires_at is not None:
        when = in_time(game.expires_at)
        lines += ["", "-# " + text(locale, "lobby.expires", when=when)]
    return lines


def _place(game: Game, player: Player) -> str:
    name = shown_player(game.locale, game, player)
    if player.invited:
        return "✉️ " + text(game.locale, "lobby.invited", name=name)
    if player.seat is not None:
        return f"{MARKS[player.seat]} " + text(
            game.locale, "lobby.seated", name=name, seat=player.seat
        )
    if player.computer is not None:
        return f"🤖 {name}"
    if game.rules.teams:
        return f"⚪ {name}"
    return "⚪ " + text(game.locale, "lobby.seated_any", name=name)


def _join_buttons(game: Game) -> list[ui.Button[ui.LayoutView]]:
    label = text(game.locale, "button.join")
    buttons = [button(press_id("lobby", game.id, 0, JOIN), label, style=ButtonStyle.primary)]
    if game.rules.teams:  # who sits where is drawn at the start (G4)
        return buttons
    buttons += [
        button(
            press_id("lobby", game.id, 0, f"{JOIN}-{seat.letter}"),
            seat_name(game.locale, seat).capitalize(),  # four emoji look alike to some eyes
            emoji=MARKS[seat],
            disabled=game.player_at(seat) is not None,
        )
        for seat in game.rules.ring.choice
    ]
    return buttons


def _host_buttons(game: Game) -> list[ui.Button[ui.LayoutView]]:
    here = sum(not player.invited for player in game.players)  # computers are never invited
    ready = here == 4 if game.rules.teams else here >= 2
    return [
        button(
            press_id("lobby", game.id, 0, START),
            text(game.locale, "button.start"),
            style=ButtonStyle.success,
            disabled=not ready,
        ),
        button(press_id("lobby", game.id, 0, LEAVE), text(game.locale, "button.leave")),
        button(
            press_id("lobby", game.id, 0, CANCEL),
            text(game.locale, "button.cancel"),
            style=ButtonStyle.danger,
        ),
    ]


def _computer_buttons(game: Game) -> list[ui.Button[ui.LayoutView]]:
    full = len(game.players) >= game.max_players
    none = all(player.computer is None for player in game.players)
    add = [
        button(
            press_id("lobby", game.id, 0, code),
            text(game.locale, f"button.{code}"),
            emoji="🤖",
            disabled=full,
        )
        for code in ADD.values()
    ]
    drop = press_id("lobby", game.id, 0, DROP)
    return [*add, button(drop, text(game.locale, f"button.{DROP}"), disabled=none)]
