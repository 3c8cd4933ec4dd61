"""Why a piece may not move, or why only this one may, each with the rule behind it."""

from bot.i18n import listed, text, variant
from bot.narration.words import (
    Names,
    makes_blockade,
    number_of,
    place_name,
    victims_named,
    victims_of,
)
from bot.rules import (
    YARD,
    Decline,
    Explanation,
    Move,
    Moved,
    Ring,
    Ruleset,
    Seat,
    State,
    Stop,
    Why,
    apply,
    explain,
    legal_actions,
)
from bot.rules.moves import value_of


def reason_text(locale: str, state: State, stop: Stop, count: int = 1) -> str:
    """What keeps so many pieces of the seat to move from moving, with the rule: ``… (P8)``."""
    ring, seat, place = state.rules.ring, state.turn, stop.place
    lane = place is not None and place >= ring.loop
    why = text(
        locale,
        f"why.{stop.why}_lane" if lane else f"why.{stop.why}",
        place=None if place is None else number_of(ring, seat, place),
        excess=stop.excess,
        faces=listed(locale, [str(face) for face in sorted(state.rules.enter_faces)], "or"),
        count=count,
    )
    return text(locale, "reason.cited", why=why, rule=stop.rule)


def rule_of_counts(rules: Ruleset) -> str:
    """The id of the rule about counts: what stops a count in the yard is that rule itself."""
    return rules.citations[Why.COUNT_NOT_FROM_YARD]


# -- what was lost -----------------------------------------------------------------------------


def lost_roll_reason(locale: str, before: State, face: int) -> str:
    """Why nothing can move by a face: each reason once, with the places where it holds.

    Args:
        locale: The language.
        before: The position in which the die was to fall.
        face: What fell, 1..6.
    """
    return _each_once(locale, before, explain(before, face))


def lost_count_reason(locale: str, before: State, move: Move | Moved, count: int) -> str:
    """Why no piece can use the count that a move earned: as ``lost_roll_reason`` tells it.

    Args:
        locale: The language.
        before: The position before the move.
        move: What earned the count.
        count: How many squares were earned.
    """
    pieces = apply(before, Move(move.start, move.end)).state.pieces
    owed = State(before.rules, pieces, before.turn, legal=(), count=count)
    return _each_once(locale, owed, explain(owed))


def _each_once(locale: str, state: State, explained: Explanation) -> str:
    ring, seat = state.rules.ring, state.turn
    by_reason: dict[str, list[str]] = {}
    for piece in explained.pieces:
        if piece.stop is not None and piece.stop.why is not Why.AT_HOME:
            reason = reason_text(locale, state, piece.stop)
            by_reason.setdefault(reason, []).append(place_name(locale, ring, seat, piece.place))
    if len(by_reason) == 1:
        return next(iter(by_reason))
    return "; ".join(
        text(locale, "reason.piece", places=listed(locale, places), why=reason)
        for reason, places in by_reason.items()
    )


# -- what is to be decided ---------------------------------------------------------------------


def why_lines(locale: str, state: State, names: Names) -> list[str]:
    """The answer to "Why?" in a decision, a sentence a line; nothing where none is due.

    For each place where the seat to move has pieces, where one may go or which rule stops it::

        2 fichas en casa: necesitan un 5 para salir (P1).
        Ficha en la casilla 12: puede ir a la 16 y comer a Eva (rojas).

    Before that what a six counts if it is no 6; after it that a count may be declined, and the
    rule that forces the choice if there is none.

    Args:
        locale: The language.
        state: The position.
        names: Of every seat that may be captured.
    """
    if state.winners or not (state.die or state.count):
        return []
    explained = explain(state)
    moves = {move.start: move for move in legal_actions(state) if isinstance(move, Move)}
    lines = _value(locale, state)
    for piece in explained.pieces:
        count = state.pieces[state.turn].count(piece.place)
        if piece.stop is not None:
            told = reason_text(locale, state, piece.stop, count)
        else:
            told = _may(locale, state, moves[piece.place], names)
            told = told if count == 1 else text(locale, "mine.one_of", told=told)
        own = _own(locale, state.rules.ring, state.turn, piece.place, count)
        lines.append(text(locale, "mine.line", piece=own, told=told))
    return lines + _forced(locale, state, explained)


def _value(locale: str, state: State) -> list[str]:
    value = value_of(state.rules, state.pieces, state.turn, state.die)
    if value == state.die:
        return []
    return [text(locale, variant("forced.value", state.rules), face=state.die, value=value)]


def _own(locale: str, ring: Ring, seat: Seat, place: int, count: int) -> str:
    """Own pieces that stand together: ``2 fichas en casa``, ``Ficha en la casilla 12``."""
    if place == YARD:
        return text(locale, "mine.yard", count=count)
    if place == ring.home:
        return text(locale, "mine.home", count=count)
    key = "mine.square" if place < ring.loop else "mine.lane"
    return text(locale, key, number=number_of(ring, seat, place), count=count)


def _may(locale: str, state: State, move: Move, names: Names) -> str:
    """``puede ir a la 16 y comer a Eva (rojas)``."""
    ring, seat = state.rules.ring, state.turn
    if move.end == ring.home:
        return text(locale, "may.home")
    end = number_of(ring, seat, move.end)
    if move.enters:
        told = text(locale, "may.enter", end=end)
    else:
        told = text(locale, "may.square" if move.end < ring.loop else "may.lane", end=end)
    victims = victims_of(apply(state, move).events)
    if victims:
        found = victims_named(locale, victims, names)
        return text(locale, "may.capture", move=told, victims=found)
    if makes_blockade(state, seat, move.end):
        return text(locale, "may.blockade", move=told)
    return told


def _forced(locale: str, state: State, explained: Explanation) -> list[str]:
    rules, legal, stop = state.rules, legal_actions(state), explained.forced
    if stop is not None:
        return [text(locale, f"forced.{stop.why}", face=state.die, rule=stop.rule)]
    if Decline() in legal:
        return [text(locale, "mine.decline", count=state.count, rule=rule_of_counts(rules))]
    if len(legal) == 1:
        rule = rule_of_counts(rules) if state.count else "G7"
        return [text(locale, "forced.only", rule=rule)]
    return []
