"""Positions and actions as text, both ways; every error quotes what it could not read.

A position is one line::

    parchis/quick Y:0,0,5,12 R:0,39,L3,H >Y+20 6x1 last=12 new=56R

rule set with options and changed fields; by seat its four pieces (``0`` yard, a square of the ring,
``L3`` third lane square, ``H`` home), seats that are not there left out; whose turn, and ``=6`` a
six to be played or ``+20`` a count owed, neither: the die is to fall; then only where it matters
the sixes in a row, the place a third six would send back, and for an exit square shared by two
rivals who came last. A game that is over has ``#Y`` (2v2 ``#YR``), the winners, in place of ``>``.

An action is a few characters: ``r5`` a roll, ``12-17`` a move, ``0-5`` entering, ``63-L2``,
``L3-H``, ``no`` a count declined, ``outB`` blue withdraws.
"""

from collections.abc import Sequence
from dataclasses import fields, replace
from enum import Enum
from typing import Any

from bot.rules.board import SEATS, YARD, Ring, Seat
from bot.rules.moves import Pieces, differing_rivals, due, rivals, rivals_on, standing
from bot.rules.ruleset import RULESETS, Pair, Reward, Ruleset
from bot.rules.state import (
    NOBODY,
    Action,
    Decline,
    IllegalAction,
    Move,
    Roll,
    State,
    Withdraw,
)

LETTERS = {seat.letter: seat for seat in SEATS}
_OPTIONS = ("quick", "teams")
_FIELDS = tuple(
    each.name
    for each in fields(Ruleset)
    if each.name not in ("name", "ring", "citations", "has_walls", *_OPTIONS)
)


class NotationError(ValueError):
    """A text that is not a position, a rule set or an action; the message quotes it."""


# -- places ------------------------------------------------------------------------------------


def place_text(ring: Ring, seat: Seat, place: int) -> str:
    """``0``, a square's number, ``L1``... or ``H``."""
    if place == YARD:
        return "0"
    if 0 <= place < ring.loop:
        return str(ring.squares[seat][place])
    return "H" if place == ring.home else f"L{place - ring.loop + 1}"


def parse_place(ring: Ring, seat: Seat, text: str) -> int:
    """The place of a text.

    Raises:
        NotationError: it is none, or the seat never stands there.
    """
    if text == "0":
        return YARD
    if text == "H":
        return ring.home
    number = _number(text.removeprefix("L"), text)
    if text.startswith("L"):
        if 1 <= number <= ring.lane:
            return ring.loop + number - 1
    elif 1 <= number <= ring.size and ring.places[seat][number] >= 0:
        return ring.places[seat][number]
    raise NotationError(f"{text!r} is no place of {seat.name.lower()}")


# -- actions -----------------------------------------------------------------------------------


def action_text(action: Action, state: State) -> str:
    """An action in a few characters, as it reads in a position."""
    match action:
        case Roll(face):
            return f"r{face}"
        case Move(start, end):
            ring, seat = state.rules.ring, state.turn
            return f"{place_text(ring, seat, start)}-{place_text(ring, seat, end)}"
        case Decline():
            return "no"
        case Withdraw(seat):
            return f"out{seat.letter}"


def parse_action(text: str, state: State) -> Action:
    """The action of a position that a text stands for: one of its legal ones, or a withdrawal.

    Raises:
        IllegalAction: no legal action reads like that; text and position are quoted.
    """
    for action in state.legal:
        if action_text(action, state) == text:
            return action
    seat = LETTERS.get(text.removeprefix("out"))
    if text.startswith("out") and seat is not None and state.pieces[seat] and not state.winners:
        return Withdraw(seat)
    raise IllegalAction(f"{text!r} is no action of {position_text(state)}")


# -- rule sets ---------------------------------------------------------------------------------


def rules_text(rules: Ruleset) -> str:
    """The rule set's name, its options and every field changed: ``parchis/quick/home_count=5``."""
    named = RULESETS[rules.name]
    parts = [rules.name, *(option for option in _OPTIONS if getattr(rules, option))]
    if rules.has_walls and rules.pair is Pair.WALL:
        parts.append("walls")
        named = replace(named, pair=Pair.WALL)
    for name in _FIELDS:
        value = getattr(rules, name)
        if value != getattr(named, name):
            parts.append(f"{name}={_value_text(value)}")
    return "/".join(parts)


def parse_rules(text: str) -> Ruleset:
    """The rule set of a text.

    Raises:
        NotationError: unknown name, option, field or value.
    """
    name, *parts = text.split("/")
    if name not in RULESETS:
        raise NotationError(f"{name!r} is no rule set: {', '.join(RULESETS)}")
    rules = RULESETS[name]
    changes: dict[str, Any] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if part in _OPTIONS:
            changes[part] = True
        elif part == "walls" and rules.has_walls:
            changes["pair"] = Pair.WALL
        elif equals and key in _FIELDS:
            changes[key] = _parse_value(getattr(rules, key), value, part)
        else:
            raise NotationError(f"{part!r} in {text!r} is no option and no field of a rule set")
    rules = replace(rules, **changes)
    if not _playable(rules):
        raise NotationError(f"no game can be played by {text!r}")
    return rules


def _playable(rules: Ruleset) -> bool:
    return (
        rules.order in (1, -1)
        and rules.value_of_six > 0
        and rules.enter_faces <= {1, 2, 3, 4, 5, 6}
        and (rules.capacity is None or rules.capacity >= 2)
    )


def _value_text(value: bool | int | str | frozenset[int] | None) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "any"
        case frozenset():
            return "+".join(str(face) for face in sorted(value))
        case _:
            return str(value)


def _parse_value(like: Any, text: str, part: str) -> Any:
    match like:
        case bool():
            if text in ("yes", "no"):
                return text == "yes"
        case Enum():
            try:
                return type(like)(text)
            except ValueError:
                pass
        case frozenset():
            return frozenset(_number(face, part) for face in text.split("+"))
        case _:
            if part == "capacity=any":
                return None
            return -1 if part == "order=-1" else _number(text, part)
    raise NotationError(f"{part!r} has a value that its field does not take")


# -- positions ---------------------------------------------------------------------------------


def position_text(state: State) -> str:
    """A position in one line."""
    ring = state.rules.ring
    parts = [rules_text(state.rules)]
    for seat in state.seats:
        places = ",".join(place_text(ring, seat, place) for place in state.pieces[seat])
        parts.append(f"{seat.letter}:{places}")
    if state.winners:
        parts.append("#" + "".join(seat.letter for seat in state.winners))
        return " ".join(parts)
    owed = f"={state.die}" if state.die else f"+{state.count}" if state.count else ""
    parts.append(f">{state.turn.letter}{owed}")
    if state.sixes:
        parts.append(f"6x{state.sixes}")
    if state.tracked is not None:
        parts.append(f"last={place_text(ring, state.turn, state.tracked)}")
    for exit_of, who in zip(SEATS, state.newest, strict=True):
        if who is not None:
            parts.append(f"new={ring.exits[exit_of]}{who.letter}")
    return " ".join(parts)


def parse_position(text: str) -> State:
    """The position of a line.

    Raises:
        NotationError: it does not read as one, or no game could stand like that.
    """
    head, *words = text.split() or [""]
    try:
        state = _parse_position(parse_rules(head), words)
        if len(position_text(state).split()) != 1 + len(words):
            raise NotationError("a part is there twice, or does not belong there")
    except NotationError as error:
        raise NotationError(f"{error} (in {text!r})") from None
    return state


def _parse_position(rules: Ruleset, words: list[str]) -> State:
    pieces: list[tuple[int, ...]] = [(), (), (), ()]
    turn: Seat | None = None
    winners: tuple[Seat, ...] = ()
    die = count = sixes = 0
    last: str | None = None
    newest = list(NOBODY)
    for word in words:
        match word[0], word[1:]:
            case letter, rest if letter in LETTERS and rest.startswith(":"):
                seat = LETTERS[letter]
                own = [parse_place(rules.ring, seat, place) for place in rest[1:].split(",")]
                pieces[seat] = tuple(sorted(own))
            case ">", rest if rest[:1] in LETTERS:
                turn = LETTERS[rest[0]]
                if rest[1:2] == "=":
                    die = _number(rest[2:], word)
                elif rest[1:2] == "+":
                    count = _number(rest[2:], word)
                elif rest[1:]:
                    raise NotationError(f"{word!r} is neither a face to play nor a count")
            case "#", rest if rest and all(letter in LETTERS for letter in rest):
                winners = tuple(LETTERS[letter] for letter in rest)
            case "6", rest if rest.startswith("x"):
                sixes = _number(rest[1:], word)
            case "l", rest if rest.startswith("ast="):
                last = rest[4:]
            case "n", rest if rest.startswith("ew=") and rest[-1] in LETTERS:
                square = _number(rest[3:-1], word)
                if square not in rules.ring.exits:
                    raise NotationError(f"{word!r}: {square} is no exit square")
                newest[rules.ring.exits.index(square)] = LETTERS[rest[-1]]
            case _:
                raise NotationError(f"{word!r} is no part of a position")
    all_pieces = tuple(pieces)
    _check_pieces(rules, all_pieces)
    if winners:
        if not all(pieces[seat] for seat in winners):
            raise NotationError("the winners are not in the game")
        return State(rules, all_pieces, winners[0], (), winners=winners)
    if turn is None or not pieces[turn]:
        raise NotationError("no seat of the game has the turn")
    _check_not_over(rules, all_pieces, turn)
    _check_newest(rules, all_pieces, newest)
    if not 0 <= die <= 6 or not 0 <= sixes <= 2 or (die and (die == 6) != (sixes > 0)):
        raise NotationError(f"a face of {die} after {sixes} sixes cannot be")
    counts = (rules.capture_count, rules.home_count) if rules.reward is Reward.COUNTS else ()
    if count and count not in counts:
        raise NotationError(f"nobody counts {count}")
    tracked = None if last is None else parse_place(rules.ring, turn, last)
    if tracked is not None:
        if not rules.tracks(sixes):
            raise NotationError(f"no third six can ask for last={last}")
        if tracked == YARD or tracked not in pieces[turn]:
            raise NotationError(f"nothing stands on last={last}")
    legal = due(rules, all_pieces, turn, die, count)
    if not legal:
        raise NotationError("nothing is owed: no piece can move so far, so the roll was lost")
    return State(rules, all_pieces, turn, legal, die, count, sixes, tracked, tuple(newest))


def _check_not_over(rules: Ruleset, pieces: Pieces, turn: Seat) -> None:
    """Two sides are there, neither has won, and the seat to move has something to move."""
    seats = [seat for seat in SEATS if pieces[seat]]
    for seat in seats:
        against = rivals(rules, seat)
        side = [pieces[other] for other in seats if other not in against]
        if len(side) == len(seats):
            raise NotationError("one side alone has won")
        if all(own.count(rules.ring.home) >= rules.pieces_to_win for own in side):
            raise NotationError(f"{seat.name.lower()} has won")
    if pieces[turn][0] == rules.ring.home:
        raise NotationError(f"{turn.name.lower()} has nothing left to move")


def _check_newest(rules: Ruleset, pieces: Pieces, newest: Sequence[Seat | None]) -> None:
    """Of two rivals on an exit square, and only there, one is known to have come last (P2)."""
    for owner, who in zip(SEATS, newest, strict=True):
        pair = differing_rivals(rules, pieces, owner)
        if (pair is None and who is not None) or (pair is not None and who not in pair):
            square = rules.ring.exits[owner]
            raise NotationError(f"new={square} must say who of two rivals there came last")


def _check_pieces(rules: Ruleset, pieces: Pieces) -> None:
    seats = [seat for seat in SEATS if pieces[seat]]
    if not seats:
        raise NotationError("a position has pieces")
    for seat in seats:
        if len(pieces[seat]) != 4:
            raise NotationError(f"{seat.name.lower()} has not four pieces")
    ring = rules.ring
    for seat in seats:
        for place in set(pieces[seat]) - {YARD, ring.home}:
            square = ring.square(seat, place)
            here = pieces[seat].count(place) if square is None else standing(ring, pieces, square)
            if rules.capacity is not None and here > rules.capacity:
                raise NotationError(f"more than {rules.capacity} pieces on one square")
            if square is None or square in ring.safe:
                continue
            if rivals_on(rules, pieces, seat, square):
                raise NotationError(f"rivals stand together on {square}, which is not safe")


def _number(text: str, of: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        raise NotationError(f"{text!r} in {of!r} is no number")
    return int(text)
