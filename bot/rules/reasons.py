"""Why a piece may not move, or why only some may: data that names the rule (never words)."""

from dataclasses import dataclass

from bot.rules import moves
from bot.rules.board import YARD
from bot.rules.ruleset import Ruleset, Why
from bot.rules.state import Move, State


@dataclass(frozen=True, slots=True)
class Stop:
    """What keeps a piece from moving. ``rule`` is the id of the rule behind it."""

    why: Why
    rule: str
    place: int | None = None
    """Where, as a place of the piece's own seat: the blockade, the full square."""
    excess: int = 0
    """Steps too many (``Why.OVERSHOOTS``)."""


@dataclass(frozen=True, slots=True)
class PieceReason:
    """A piece of the seat to move (equal ones once): its place and what stops it, if anything."""

    place: int
    stop: Stop | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Each piece's reason, and the rule that forces the choice, if one does."""

    pieces: tuple[PieceReason, ...]
    forced: Stop | None = None
    """``MUST_ENTER``, ``MUST_OPEN`` or ``THIRD_SIX``."""


def explain(state: State, face: int | None = None) -> Explanation:
    """Why each piece of the seat whose turn it is may or may not move.

    Of the decision that is due; or with ``face`` (1..6), where the die is to fall, of that throw
    before it is applied: a lost roll, a void third six.

    Raises:
        ValueError: no decision is due and no face is given, or a face is given in a decision.
    """
    if state.winners or (face is None) != bool(state.die or state.count):
        raise ValueError("explain a decision that is due, or a face that is about to be played")
    rules, seat, pieces = state.rules, state.turn, state.pieces
    if face == 6 and state.sixes == 2:
        void = _stop(rules, Why.THIRD_SIX)
        return Explanation(
            tuple(PieceReason(place, void) for place in sorted(set(pieces[seat]))), void
        )
    die = state.die if face is None else face
    legal = state.legal if face is None else moves.by_face(rules, pieces, seat, die)
    starts = {action.start for action in legal if isinstance(action, Move)}
    steps = moves.value_of(rules, pieces, seat, die) if die else state.count
    pairs = moves.pairs_binding(rules, pieces, seat)
    found: list[PieceReason] = []
    forced: Stop | None = None
    for place in sorted(set(pieces[seat])):
        stop = None
        if place not in starts:
            stop = _own_stop(state, place, die, steps, pairs)
            if stop is None:  # it could move, but for a rule that prefers others
                entering = starts == {YARD}
                forced = stop = _stop(rules, Why.MUST_ENTER if entering else Why.MUST_OPEN)
        found.append(PieceReason(place, stop))
    return Explanation(tuple(found), forced)


def _own_stop(state: State, place: int, die: int, steps: int, pairs: list[int]) -> Stop | None:
    rules, seat, pieces = state.rules, state.turn, state.pieces
    if place == rules.ring.home:
        return _stop(rules, Why.AT_HOME)
    if place == YARD:
        if not die:
            return _stop(rules, Why.COUNT_NOT_FROM_YARD)
        if die not in rules.enter_faces:
            return _stop(rules, Why.NEEDS_FACE)
        barred = moves.entry_stop(rules, pieces, seat)
    else:
        barred = moves.stop(rules, pieces, seat, place, steps, pairs)
    if barred is None:
        return None
    why, number = barred
    if why is Why.OVERSHOOTS:
        return _stop(rules, why, excess=number)
    return _stop(rules, why, place=number)


def _stop(rules: Ruleset, why: Why, *, place: int | None = None, excess: int = 0) -> Stop:
    return Stop(why, rules.citations[why], place, excess)
