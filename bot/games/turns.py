"""Play, as functions from a game to the game after and what to append; nothing is stored here."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.games.errors import NotYours, Stale, UserError
from bot.games.model import Dice, Entry, Game, Played, Status
from bot.rules import (
    Action,
    Chance,
    IllegalAction,
    Roll,
    State,
    Withdraw,
    action_text,
    apply,
    legal_actions,
    parse_action,
    parse_position,
    position_text,
    to_act,
)
from bot.storage import CHECKPOINT, Logged

ROLL = "roll"
"""The code of the button that throws the die. The face is the dice's, never the button's."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A game after some actions, and their rows of the log."""

    game: Game
    played: tuple[Logged, ...]


def acted(game: Game, user_id: int, ply: int, code: str, dice: Dice, now: datetime) -> Turn:
    """The game after what the button said and all that then leaves no choice.

    Raises:
        Stale: the button is of another position.
        NotYours: ``not_your_turn``, ``not_in_game`` or ``left_game``.
        UserError: ``not_started`` or ``game_over``.
    """
    state = _playing(game)
    if ply != game.ply:
        raise Stale("stale")
    _must_be_asked(game, state, user_id)
    chance = to_act(state) is Chance.DIE
    if chance != (code == ROLL):
        raise Stale("stale")
    if chance:
        action: Action = Roll(dice.throw(game.id, game.throws))
    else:
        try:
            action = parse_action(code, state)
        except IllegalAction as error:
            raise Stale("stale") from error
        if isinstance(action, Withdraw):  # an action, but no button's
            raise Stale("stale")
    return _run(game, state, user_id, action, now)


def withdrew(game: Game, user_id: int, now: datetime) -> Turn:
    """The game after that player left it, in or out of turn (G15).

    Raises:
        NotYours: ``not_in_game`` or ``left_game`` (already).
        UserError: ``game_over``.
    """
    state = _playing(game)
    player = game.player(user_id)
    if player is None or player.seat is None:
        raise NotYours("not_in_game")
    if player.left:
        raise NotYours("left_game")
    players = tuple(
        replace(each, left=True) if each.id == user_id else each for each in game.players
    )
    return _run(replace(game, players=players), state, user_id, Withdraw(player.seat), now)


def is_repeat(played: Logged | None, user_id: int, code: str) -> bool:
    """Whether a button says what this very person has played at that ply already (F10)."""
    if played is None or played.actor != user_id:
        return False
    return played.text == code or (code == ROLL and played.text.startswith("r"))


def replayed(rows: Sequence[Logged]) -> list[Played]:
    """The actions of a log that begins at a checkpoint, each with its position and events.

    Raises:
        ValueError: the first row has no position, or an action is none of its position.
    """
    if not rows:
        return []
    if rows[0].position is None:
        raise ValueError(f"no position is stored at ply {rows[0].ply}")
    state = parse_position(rows[0].position)
    story: list[Played] = []
    for row in rows:
        action = parse_action(row.text, state)
        after, events = apply(state, action)
        story.append(Played(Entry(row.ply, row.actor, action), state, events))
        state = after
    return story


def _run(game: Game, state: State, user_id: int, action: Action, now: datetime) -> Turn:
    """Plays an action and then every decision that has only one."""
    rows: list[Logged] = []
    actor: int | None = user_id
    throws = game.throws
    while True:
        ply = game.ply + len(rows)
        position = position_text(state) if ply % CHECKPOINT == 0 else None
        rows.append(Logged(ply, actor, action_text(action, state), position))
        throws += isinstance(action, Roll)
        state, _ = apply(state, action)
        if to_act(state) in (None, Chance.DIE) or len(legal_actions(state)) > 1:
            break
        [action] = legal_actions(state)
        actor = None
    over = to_act(state) is None
    after = replace(
        game,
        state=state,
        ply=game.ply + len(rows),
        throws=throws,
        status=Status.OVER if over else Status.PLAYING,
        ended_at=now if over else None,
    )
    return Turn(after, tuple(rows))


def _playing(game: Game) -> State:
    match game.status:
        case Status.LOBBY:
            raise UserError("not_started")
        case Status.PLAYING if game.state is not None:
            return game.state
        case _:
            raise UserError("game_over")


def _must_be_asked(game: Game, state: State, user_id: int) -> None:
    player = game.player(user_id)
    if player is None:
        raise NotYours("not_in_game")
    if player.left:
        raise NotYours("left_game")
    if player.seat is not state.turn:
        asked = game.player_at(state.turn)
        raise NotYours(
            "not_your_turn", name=asked.name if asked is not None else "", seat=state.turn
        )
