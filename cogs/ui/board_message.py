"""The board's message: whose turn and what is asked, the picture, what happened, the buttons."""

from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot.games.model import Game, Played
from bot.games.service import Games
from bot.games.turns import ROLL
from bot.i18n import listed, text
from bot.i18n.rulebook import ruleset_name
from bot.narration import (
    MARKS,
    action_label,
    alt_text,
    opening_line,
    question,
    shorten,
    turn_lines,
)
from bot.rules import Chance, Seat, State, action_text, legal_actions, to_act
from cogs.ui.ids import press_id
from cogs.ui.parts import ACCENTS, button, escaped, message, picture, rows, shown_name
from cogs.ui.post import Post
from cogs.ui.scene import scene
from cogs.ui.why import lost_roll

STORY_LIMIT = 1500
"""Characters of what happened: the newest is what people look for, and 4000 are all there are."""

LOOK_BACK = 48
"""Plies read for what happened; a turn with more would not fit into the message anyway."""


async def recent(games: Games, game: Game) -> list[Played]:
    """What happened since the turn in which somebody last pressed a button began."""
    story = await games.story(game, game.ply - LOOK_BACK)
    pressed = next((at for at in reversed(range(len(story))) if story[at].entry.actor), None)
    if pressed is None:
        return story
    first = pressed
    while first > 0 and story[first - 1].before.turn is story[pressed].before.turn:
        first -= 1
    return story[first:]


def board(game: Game, state: State, story: Sequence[Played]) -> Post:
    """The message of a running or finished game.

    It mentions who is asked, and at the start and at the end, once, all who play.
    """
    asked = game.asks
    over = asked is None
    tells = game.asked_id is not None if over else asked.id != game.asked_id
    everybody = tuple(player.id for player in game.players if not player.left)
    starts = not over and game.ply == 0 and game.asked_id is None
    greets = starts or over

    def view(file: str | None, mark: int | None) -> ui.LayoutView:
        greeting = [ui.TextDisplay(_greeting(game, everybody))] if greets and tells else []
        return message(*greeting, _container(game, state, story, file), mark=mark)

    return Post(
        view,
        asked_id=None if over else asked.id,
        told=everybody if greets else (asked.id,) if asked else (),
        tells=tells,
        scene=scene(game, state, story),
    )


def _greeting(game: Game, everybody: Sequence[int]) -> str:
    names = listed(game.locale, [f"<@{user_id}>" for user_id in everybody])
    key = "start.announcement" if game.asks else "end.announcement"
    return text(game.locale, key, code=game.code, names=names)


def _container(
    game: Game, state: State, story: Sequence[Played], file: str | None
) -> ui.Container[ui.LayoutView]:
    locale = game.locale
    raw = {player.seat: player.name for player in game.players if player.seat is not None}
    names = {seat: shown_name(name) for seat, name in raw.items()}
    happened = turn_lines(locale, story, names)
    if game.ply == 0:
        happened = [opening_line(locale, game.opening, names)]
    described = alt_text(locale, state, raw, story)
    header = _header(game, state, names, story)
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(header)]
    if file is not None:
        items.append(picture(file, described))
    else:
        words = text(locale, "board.no_picture", permission=text(locale, "permission.attach_files"))
        items.append(ui.TextDisplay(f"{words}\n{escaped(described)}"))
    if happened:
        items.append(ui.TextDisplay("\n".join(shorten(locale, happened, STORY_LIMIT))))
    items += rows(_buttons(game, state))
    if game.asks is not None and (to_act(state) is not Chance.DIE or lost_roll(story)):
        items.append(ui.ActionRow(_why_button(game)))
    seat = state.winners[0] if state.winners else state.turn
    return ui.Container(*items, accent_colour=ACCENTS[seat])


def _header(game: Game, state: State, names: dict[Seat, str], story: Sequence[Played]) -> str:
    locale = game.locale
    title = text(locale, "board.title", rules=ruleset_name(locale, game.rules), code=game.code)
    asked = game.asks
    if asked is None or asked.seat is None:
        return f"### 🏆 {question(locale, state, names)}\n-# {title}"
    # Who is asked is mentioned where the question is: that is what a notification shows.
    asking = question(locale, state, {**names, asked.seat: f"<@{asked.id}>"}, story)
    who = text(locale, "lobby.seated", name=names[asked.seat], seat=asked.seat)
    return f"### {MARKS[asked.seat]} {asking}\n-# {who} · {title}"


def _buttons(game: Game, state: State) -> list[ui.Button[ui.LayoutView]]:
    """A button for each legal action and no other; that a roll is one button is the exception."""
    if game.asks is None:
        return []
    if to_act(state) is Chance.DIE:
        roll = press_id("play", game.id, game.ply, ROLL)
        return [button(roll, text(game.locale, "button.roll"), style=ButtonStyle.primary)]
    return [
        button(
            press_id("play", game.id, game.ply, action_text(action, state)),
            action_label(game.locale, state, action, number),
        )
        for number, action in enumerate(legal_actions(state), start=1)
    ]


def _why_button(game: Game) -> ui.Button[ui.LayoutView]:
    """In a row of its own: a phone that wraps the moves must not mix it in among them (F27)."""
    return button(press_id("why", game.id, game.ply, "now"), text(game.locale, "button.why"))
