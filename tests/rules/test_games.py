"""Whole games: random play ends everywhere, and no seat is better than another."""

from dataclasses import fields, is_dataclass
from itertools import islice
from random import Random

import pytest

from bot.rules import SEATS, Captured, Seat, State, Withdrew, Won, apply, legal_actions, withdraw
from tests.rules.positions import HEADS, RULES, played, random_game, rotated, seatings

GAMES = 50


def shapes(head: str) -> list[tuple[Seat, ...]]:
    """The seatings of which none is another one turned: two opposite or side by side, three, four.

    That a turned one plays alike is tested below.
    """
    yellow, blue, red, green = SEATS
    shapes = [(yellow, red), (yellow, blue), (yellow, blue, red), (yellow, blue, red, green)]
    return [seats for seats in shapes if seats in seatings(RULES[head])]


@pytest.mark.parametrize("head", HEADS)
def test_random_games_end(head: str) -> None:
    for seats in shapes(head):
        random = Random(f"{head} {seats}")
        for _ in range(GAMES):
            *_, last = random_game(RULES[head], seats, random)
            assert last.winners
            assert last.legal == ()
            for seat in last.winners:
                assert last.pieces[seat].count(last.rules.ring.home) >= last.rules.pieces_to_win


def turned(value: object, by: int, size: int) -> object:
    """An event with every seat moved on, and the square of a capture with it."""
    if isinstance(value, Seat):
        return SEATS[(value + by) % 4]
    if isinstance(value, tuple):
        return tuple(sorted(turned(each, by, size) for each in value))  # type: ignore[type-var]
    if is_dataclass(value):
        parts = {part.name: turned(getattr(value, part.name), by, size) for part in fields(value)}
        if isinstance(value, Captured):
            parts["square"] = (value.square - 1 + by * size // 4) % size + 1
        return type(value)(**parts)
    return value


def told(events: tuple[object, ...]) -> list[str]:
    """Events as text; captures of one landing in any order."""
    return sorted(str(event) for event in events)


@pytest.mark.parametrize("by", [1, 2, 3])
@pytest.mark.parametrize("head", HEADS)
def test_all_seats_play_alike(head: str, by: int) -> None:
    size = RULES[head].ring.size
    for state in islice(played(head, Random(f"{head} turned")), 25):
        other = rotated(state, by)
        assert legal_actions(other) == legal_actions(state)
        steps = [(apply(state, action), apply(other, action)) for action in state.legal]
        steps += [
            (withdraw(state, seat), withdraw(other, SEATS[(seat + by) % 4])) for seat in state.seats
        ]
        for ours, theirs in steps:
            assert theirs.state == rotated(ours.state, by)
            assert theirs.state.legal == ours.state.legal
            assert told(theirs.events) == told(
                tuple(turned(event, by, size) for event in ours.events)
            )


@pytest.mark.parametrize("head", HEADS)
def test_a_withdrawal_ends_or_goes_on(head: str) -> None:
    """Whoever leaves: pieces off the board, never a win for them, somebody else to act (G15)."""
    for state in islice(played(head, Random(f"{head} leaves")), 40):
        for seat in state.seats:
            after, events = withdraw(state, seat)
            assert events[0] == Withdrew(seat)
            assert after.pieces[seat] == ()
            assert seat not in after.winners
            if after.winners:
                assert isinstance(events[-1], Won)
                continue
            assert after.turn != seat
            assert after.legal
            if seat != state.turn:
                same = (after.turn, after.die, after.count, after.sixes, after.tracked)
                assert same == (state.turn, state.die, state.count, state.sixes, state.tracked)


def test_states_are_equal_and_hashable_by_what_they_say() -> None:
    states: dict[State, int] = {}
    for seed in (1, 1, 2):
        for state in islice(random_game(RULES["parchis"], SEATS, Random(seed)), 200):
            states[state] = states.get(state, 0) + 1
    assert 200 < len(states) < 400
    assert sum(states.values()) == 600
