"""What holds of both players in every position of every kind of rules."""

import pytest

from bot.opponents import OPPONENTS, Easy, Medium
from bot.rules import PARCHIS, Seat, initial, parse_position, position_text
from tests.opponents.positions import RULES, sample, turned


def test_the_sample_has_what_makes_a_choice_hard() -> None:
    states = [state for rules in RULES for state in sample(rules)]
    assert len(states) > 1500
    assert any(state.count for state in states)
    assert any(state.sixes == 2 and state.tracked is not None for state in states)
    assert any(who is not None for state in states for who in state.newest)
    assert {len(state.seats) for state in states} == {2, 3, 4}
    assert any(state.rules.teams and len(state.seats) == 3 for state in states)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("name", OPPONENTS)
def test_a_choice_is_legal(name: str, rules: str) -> None:
    for state in sample(rules):
        assert OPPONENTS[name].choose(state) in state.legal, position_text(state)


@pytest.mark.parametrize("rules", RULES)
def test_the_same_position_has_the_same_answer(rules: str) -> None:
    for state in sample(rules):
        text = position_text(state)
        again = parse_position(text)
        assert Easy().choose(again) == OPPONENTS["easy"].choose(state), text
        assert Medium().choose(again) == OPPONENTS["medium"].choose(state), text


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("name", OPPONENTS)
def test_every_seat_plays_alike(name: str, rules: str) -> None:
    for state in sample(rules):
        other = turned(state)
        assert other.turn != state.turn
        assert OPPONENTS[name].choose(other) == OPPONENTS[name].choose(state), position_text(state)


@pytest.mark.parametrize("name", OPPONENTS)
@pytest.mark.parametrize(
    "state",
    [
        initial(PARCHIS, (Seat.YELLOW, Seat.RED), starter=Seat.RED),
        parse_position("parchis Y:H,H,H,H R:0,0,0,5 #Y"),
    ],
    ids=["the die is to fall", "over"],
)
def test_there_is_no_choice_without_a_decision(name: str, state: object) -> None:
    with pytest.raises(ValueError, match="no seat decides"):
        OPPONENTS[name].choose(state)  # type: ignore[arg-type]
