"""The course of a game: who acts, what is legal, what an action does.

``apply`` resolves everything that needs no decision (a lost roll, a void third six, a lost count, a
skipped seat), so that what is left is always a roll or a decision. A chain is no recursion: a
capture makes the next position "the same seat now counts 20".
"""

from collections.abc import Sequence
from typing import NamedTuple

from bot.rules import moves
from bot.rules.board import SEATS, YARD, Seat
from bot.rules.events import (
    Captured,
    CountDeclined,
    CountEarned,
    CountLost,
    Event,
    Moved,
    Rolled,
    RollLost,
    RollsAgain,
    SentBack,
    Skipped,
    ThirdSixVoid,
    TurnPassed,
    Withdrew,
    Won,
)
from bot.rules.moves import Pieces
from bot.rules.notation import action_text, position_text
from bot.rules.ruleset import Exit, Reward, Ruleset, ThirdSix
from bot.rules.state import (
    NOBODY,
    ROLLS,
    Action,
    Chance,
    Decline,
    IllegalAction,
    Move,
    Newest,
    Roll,
    State,
    Withdraw,
)


class Step(NamedTuple):
    """What ``apply`` returns: the next position and what happened on the way, in order."""

    state: State
    events: tuple[Event, ...]


def initial(rules: Ruleset, seats: Sequence[Seat], starter: Seat) -> State:
    """The position before the first roll of a game (G1, G10).

    Raises:
        ValueError: not two to four different seats, in 2v2 not all four, or the starter not there.
    """
    present = set(seats)
    if len(present) != len(seats) or not 2 <= len(seats) <= 4:
        raise ValueError(f"a game has 2 to 4 different seats, not {seats!r}")
    if rules.teams and len(seats) != 4:
        raise ValueError(f"2v2 has all four seats, not {seats!r}")
    if starter not in present:
        raise ValueError(f"{starter!r} cannot start: the seats are {seats!r}")
    start = (YARD, YARD, YARD, 0) if rules.quick else (YARD,) * 4
    pieces = tuple(start if seat in present else () for seat in SEATS)
    return State(rules, pieces, starter, ROLLS)


def to_act(state: State) -> Seat | Chance | None:
    """The seat that decides, ``Chance.DIE`` if the die is to fall, None if the game is over."""
    if state.winners:
        return None
    return state.turn if state.die or state.count else Chance.DIE


def legal_actions(state: State) -> tuple[Action, ...]:
    """All legal actions, equal moves once (G13); for chance the six rolls; empty only when over."""
    return state.legal


def apply(state: State, action: Action) -> Step:
    """What an action leads to. Deterministic: chance is in the action.

    Raises:
        IllegalAction: the position does not allow it.
    """
    if isinstance(action, Withdraw):
        return withdraw(state, action.seat)
    if action not in state.legal:
        raise IllegalAction(
            f"{action_text(action, state)} is not legal in {position_text(state)}: "
            f"{' '.join(action_text(each, state) for each in state.legal) or 'the game is over'}"
        )
    match action:
        case Roll(face):
            return _roll(state, face)
        case Move():
            return _move(state, action)
        case Decline():
            declined = CountDeclined(state.turn, state.count)
            return _go_on(state, state.pieces, state.newest, state.tracked, [declined])


def withdraw(state: State, seat: Seat) -> Step:
    """A seat leaves, in or out of turn (G15): pieces off, its turn over, maybe a win of the rest.

    Raises:
        IllegalAction: the game is over, or nobody sits there.
    """
    if state.winners or not state.pieces[seat]:
        raise IllegalAction(f"{seat.name} cannot withdraw in {position_text(state)}")
    rules = state.rules
    pieces = tuple(() if other == seat else own for other, own in enumerate(state.pieces))
    newest = state.newest
    if newest != NOBODY:
        newest = tuple(
            None if moves.differing_rivals(rules, pieces, exit_of) is None else who
            for exit_of, who in zip(SEATS, newest, strict=True)
        )
    events: list[Event] = [Withdrew(seat)]
    sides = {_side(rules, other) for other in SEATS if pieces[other]}
    partner_won = rules.teams and pieces[seat.partner] and _wins(rules, pieces, seat.partner)
    if len(sides) == 1 or partner_won:
        return _won(state, pieces, sides.pop() if len(sides) == 1 else (seat.partner,), events)
    if seat == state.turn:
        return _pass_turn(state, pieces, newest, events)
    legal = moves.due(rules, pieces, state.turn, state.die, state.count)
    return Step(
        State(
            rules, pieces, state.turn, legal, state.die, state.count, state.sixes, state.tracked,
            newest,
        ),
        tuple(events),
    )  # fmt: skip


def _roll(state: State, face: int) -> Step:
    rules, seat, pieces = state.rules, state.turn, state.pieces
    events: list[Event] = [Rolled(seat, face, moves.value_of(rules, pieces, seat, face))]
    sixes = state.sixes + 1 if face == 6 else 0
    if sixes == 3:
        return _third_six(state, events)
    tracked = state.tracked if rules.tracks(sixes) else None
    legal = moves.by_face(rules, pieces, seat, face)
    if legal:
        return Step(
            State(rules, pieces, seat, legal, face, 0, sixes, tracked, state.newest),
            tuple(events),
        )
    events.append(RollLost(seat, face))
    if sixes and rules.unplayable_six_rolls:
        return _roll_again(state, pieces, state.newest, tracked, sixes, events)
    return _pass_turn(state, pieces, state.newest, events)


def _third_six(state: State, events: list[Event]) -> Step:
    rules, seat, pieces = state.rules, state.turn, state.pieces
    events.append(ThirdSixVoid(seat))
    newest = state.newest
    back = state.tracked
    if rules.third_six is not ThirdSix.VOID and back is not None and back < rules.ring.loop:
        events.append(SentBack(seat, back))
        pieces = _placed(pieces, seat, back, YARD)
        newest = _arrivals(rules, pieces, newest, seat, (rules.ring.squares[seat][back],))
    return _pass_turn(state, pieces, newest, events)


def _move(state: State, move: Move) -> Step:
    rules, seat = state.rules, state.turn
    ring = rules.ring
    start, end = move.start, move.end
    events: list[Event] = [Moved(seat, start, end)]
    victims = moves.captured(rules, state.pieces, seat, move, state.newest[seat])
    pieces = _placed(state.pieces, seat, start, end)
    squares = ring.squares[seat]
    if victims:
        square = squares[end]
        for victim in victims:
            pieces = _placed(pieces, victim, ring.places[victim][square], YARD)
            events.append(Captured(seat, victim, square))
    newest = state.newest
    if rules.exit is Exit.CAPTURES_WHEN_FULL:
        touched = [squares[place] for place in (start, end) if YARD < place < ring.loop]
        newest = _arrivals(rules, pieces, newest, seat, touched)
    tracked = _tracked(state, move)
    home = end == ring.home
    if home:
        if _side_wins(rules, pieces, seat):
            return _won(state, pieces, _side(rules, seat), events)
        if pieces[seat][0] == ring.home:  # only in 2v2: G11 drops what is still owed
            return _pass_turn(state, pieces, newest, events)
    if victims or home:
        if rules.reward is Reward.ROLL:
            return _roll_again(state, pieces, newest, tracked, state.sixes, events)
        count = rules.capture_count if victims else rules.home_count
        if legal := moves.by_count(rules, pieces, seat, count):
            events.append(CountEarned(seat, count))
            return Step(
                State(rules, pieces, seat, legal, 0, count, state.sixes, tracked, newest),
                tuple(events),
            )
        if count:
            events.append(CountLost(seat, count))
    return _go_on(state, pieces, newest, tracked, events)


def _go_on(
    state: State, pieces: Pieces, newest: Newest, tracked: int | None, events: list[Event]
) -> Step:
    """After a move or a declined count with nothing owed: the roll of a six, or the next seat."""
    if state.sixes:
        return _roll_again(state, pieces, newest, tracked, state.sixes, events)
    return _pass_turn(state, pieces, newest, events)


def _roll_again(
    state: State,
    pieces: Pieces,
    newest: Newest,
    tracked: int | None,
    sixes: int,
    events: list[Event],
) -> Step:
    events.append(RollsAgain(state.turn))
    return Step(
        State(state.rules, pieces, state.turn, ROLLS, 0, 0, sixes, tracked, newest), tuple(events)
    )


def _pass_turn(state: State, pieces: Pieces, newest: Newest, events: list[Event]) -> Step:
    rules, seat = state.rules, state.turn
    while True:
        seat = SEATS[(seat + rules.order) % 4]
        own = pieces[seat]
        if own:
            if own[0] < rules.ring.home:
                break
            events.append(Skipped(seat))
    events.append(TurnPassed(state.turn, seat))
    return Step(State(rules, pieces, seat, ROLLS, 0, 0, 0, None, newest), tuple(events))


def _won(state: State, pieces: Pieces, winners: tuple[Seat, ...], events: list[Event]) -> Step:
    winners = tuple(seat for seat in winners if pieces[seat])
    events.append(Won(winners))
    return Step(
        State(state.rules, pieces, winners[0], (), winners=winners),
        tuple(events),
    )


def _side(rules: Ruleset, seat: Seat) -> tuple[Seat, ...]:
    """A seat and, in 2v2, its partner, in the order of the ring."""
    return (SEATS[seat & 1], SEATS[seat & 1 | 2]) if rules.teams else (seat,)


def _wins(rules: Ruleset, pieces: Pieces, seat: Seat) -> bool:
    return pieces[seat].count(rules.ring.home) >= rules.pieces_to_win


def _side_wins(rules: Ruleset, pieces: Pieces, seat: Seat) -> bool:
    """Whether all seats of a side that are still there have their pieces home (G9, G11, G15)."""
    return all(_wins(rules, pieces, other) for other in _side(rules, seat) if pieces[other])


def _tracked(state: State, move: Move) -> int | None:
    """Where the piece now stands that a third six would send back (P6, C8)."""
    if not state.rules.tracks(state.sixes):
        return None
    if state.rules.third_six is ThirdSix.SECOND_SIX_PIECE_BACK:
        moved_by_six = state.die == 6 or state.tracked == move.start
        return move.end if moved_by_six else state.tracked
    return move.end


def _placed(pieces: Pieces, seat: Seat, start: int, end: int) -> Pieces:
    """The pieces with one of a seat's taken from a place to another."""
    own = list(pieces[seat])
    own.remove(start)
    own.append(end)
    own.sort()
    return (*pieces[:seat], tuple(own), *pieces[seat + 1 :])


def _arrivals(
    rules: Ruleset, pieces: Pieces, newest: Newest, mover: Seat, squares: Sequence[int]
) -> Newest:
    """``newest`` after a mover has left or reached squares: kept only where P2 can ask for it."""
    for square in squares:
        if square in rules.ring.exits:
            owner = SEATS[rules.ring.exits.index(square)]
            who = mover if moves.differing_rivals(rules, pieces, owner) else None
            newest = (*newest[:owner], who, *newest[owner + 1 :])
    return newest
