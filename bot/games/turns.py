"""Play, as functions from a game to the game after and what to append; nothing is stored here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from bot.games.attendance import (
    PAUSED_FOR,
    agreed,
    at_board,
    missed,
    returned,
    sitting,
    with_host,
)
from bot.games.clock import NO_QUESTION
from bot.games.errors import NotYours, Stale, UserError
from bot.games.model import RUNNING, Actor, Autopilot, Dice, Entry, Game, Pace, Played, Status
from bot.games.naming import name_of
from bot.opponents import OPPONENTS, Opponent
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

ROLL: Final = "roll"
"""The code of the button that throws the die. The face is the dice's, never the button's."""
MOST_PLIES: Final = 200
"""So many are played in one go; the clock then takes the game up again."""
STAND_IN: Final = "medium"
"""The computer that plays for people."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A game after some actions, and their rows of the log.

    Whom it asks is not in it yet: the question of the game before is, if there was one.
    """

    game: Game
    played: tuple[Logged, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """What play needs beside the game: the time, the dice and the computer players."""

    now: datetime
    dice: Dice
    opponents: Mapping[str, Opponent] = field(default_factory=lambda: OPPONENTS)


def acted(game: Game, user_id: int, ply: int, code: str, table: Table) -> Turn:
    """The game after what the button said and all that then leaves no choice.

    Raises:
        Stale: the button is of another position.
        NotYours: ``not_your_turn``, ``not_in_game`` or ``left_game``.
        UserError: ``not_started``, ``game_paused`` or ``game_over``.
    """
    state = _playing(game)
    if ply != game.ply:
        raise Stale("stale")
    _must_be_asked(game, state, user_id)
    chance = to_act(state) is Chance.DIE
    if chance != (code == ROLL):
        raise Stale("stale")
    if chance:
        action: Action = Roll(table.dice.throw(game.id, game.throws))
    else:
        try:
            action = parse_action(code, state)
        except IllegalAction as error:
            raise Stale("stale") from error
        if isinstance(action, Withdraw):  # an action, but no button's
            raise Stale("stale")
    player = game.player(user_id)
    if player is not None:
        game = game.with_player(replace(returned(player, table.now), acted_at=table.now))
    return _Run(game, table).play(action, user_id, Actor.PERSON).on()


def withdrew(game: Game, user_id: int, table: Table) -> Turn:
    """The game after that player left it with their pieces, in or out of turn (G15).

    Raises:
        NotYours: ``not_in_game`` or ``left_game`` (already).
        UserError: ``not_started``, ``game_over``.
    """
    player = sitting(game, user_id)
    if player.seat is None:
        raise AssertionError(f"{player} has no seat in a running game")
    game = with_host(game.with_player(replace(player, left=True, wants_end=False)), table.now)
    return _Run(game, table).play(Withdraw(player.seat), user_id, Actor.PERSON).on()


def went_on(game: Game, table: Table) -> Turn:
    """The game after all that can be played without asking anybody, maybe nothing."""
    if game.status not in RUNNING:
        return Turn(game)
    return _Run(game, table).on()


def timed_out(game: Game, table: Table) -> Turn:
    """The game after the computer played the one question whose time is up, and on from there."""
    state = _playing(game)
    player = game.player_at(state.turn)
    run = _Run(game, table)
    if game.waits_for is None or player is None or player.plays_itself(table.now):
        return run.on()
    run.game = with_host(game.with_player(missed(player)), table.now)
    if to_act(state) is Chance.DIE:
        return run.throw(Actor.DEADLINE).on()
    return run.play(table.opponents[STAND_IN].choose(state), None, Actor.DEADLINE).on()


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
        story.append(Played(Entry(row.ply, row.actor, action, row.by), state, events))
        state = after
    return story


def by_itself(game: Game, state: State, now: datetime) -> bool:
    """Whether the next roll or decision is played without asking anybody."""
    player = game.player_at(state.turn)
    if player is None or player.plays_itself(now):
        return True
    if player.autopilot is Autopilot.OFF:
        return False
    if to_act(state) is Chance.DIE:
        return game.pace is not Pace.LIVE
    return len(legal_actions(state)) == 1


class _Run:
    """A run of actions, each of which is played and noted."""

    def __init__(self, game: Game, table: Table) -> None:
        if game.state is None:
            raise AssertionError(f"game {game.id} has no position")
        self.game = game
        self._table = table
        self._state = game.state
        self._throws = game.throws
        self._rows: list[Logged] = []

    def play(self, action: Action, actor: int | None, by: Actor) -> "_Run":
        """Plays an action and notes it."""
        ply = self.game.ply + len(self._rows)
        position = position_text(self._state) if ply % CHECKPOINT == 0 else None
        self._rows.append(Logged(ply, actor, action_text(action, self._state), position, by))
        self._throws += isinstance(action, Roll)
        self._state = apply(self._state, action).state
        return self

    def throw(self, by: Actor) -> "_Run":
        """Plays what the die says."""
        return self.play(Roll(self._table.dice.throw(self.game.id, self._throws)), None, by)

    def on(self) -> Turn:
        """Plays all that asks nobody, and closes the run."""
        now = self._table.now
        anybody = any(at_board(player, now) for player in self.game.people)
        while (
            to_act(self._state) is not None
            and anybody
            and not agreed(self.game)
            and len(self._rows) < MOST_PLIES
            and by_itself(self.game, self._state, now)
        ):
            self._step()
        return self._closed(anybody)

    def _step(self) -> None:
        state = self._state
        if to_act(state) is Chance.DIE:
            self.throw(Actor.DIE)
            return
        if len(legal_actions(state)) == 1:
            self.play(legal_actions(state)[0], None, Actor.FORCED)
            return
        player = self.game.player_at(state.turn)
        level = None if player is None else player.computer
        chosen = self._table.opponents[level or STAND_IN].choose(state)
        self.play(chosen, None, Actor.AUTOPILOT if level is None else Actor.COMPUTER)

    def _closed(self, anybody: bool) -> Turn:
        now = self._table.now
        game = replace(
            self.game,
            state=self._state,
            ply=self.game.ply + len(self._rows),
            throws=self._throws,
        )
        if to_act(self._state) is None:
            game = finished(game, Status.OVER, now)
        elif not game.people:
            game = finished(game, Status.ABANDONED, now)
        elif agreed(game):
            game = finished(game, Status.ENDED, now)
        elif anybody:
            game = replace(game, status=Status.PLAYING, expires_at=None)
            if by_itself(game, self._state, now):  # the run was too long
                game = replace(game, **{**NO_QUESTION, "deadline": now})
            elif game.waits_for is None:
                game = replace(game, **NO_QUESTION)
        elif game.status is not Status.PAUSED:
            game = replace(game, status=Status.PAUSED, expires_at=now + PAUSED_FOR, **NO_QUESTION)
        return Turn(game, tuple(self._rows))


def finished(game: Game, status: Status, now: datetime) -> Game:
    """The game in which nothing happens any more."""
    return replace(game, status=status, ended_at=now, expires_at=None, **NO_QUESTION)


def _playing(game: Game) -> State:
    match game.status:
        case Status.LOBBY:
            raise UserError("not_started")
        case Status.PAUSED:
            raise UserError("game_paused")
        case Status.PLAYING if game.state is not None:
            return game.state
        case _:
            raise UserError("game_over")


def _must_be_asked(game: Game, state: State, user_id: int) -> None:
    player = sitting(game, user_id)
    if player.seat is not state.turn:
        asked = game.player_at(state.turn)
        raise NotYours(
            "not_your_turn", name="" if asked is None else name_of(game, asked), seat=state.turn
        )
