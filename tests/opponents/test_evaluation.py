"""What the evaluation sees, one feature at a time: a better and a worse position."""

from dataclasses import replace

import pytest

from bot.opponents.evaluation import WON, Weights, evaluate
from bot.rules import Seat, parse_position


def worth(position: str, seat: Seat = Seat.YELLOW) -> float:
    return evaluate(parse_position(position), seat, Weights())


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # progress
        ("parchis Y:0,0,0,5 R:0,0,0,0 >R", "parchis Y:0,0,0,0 R:0,0,0,0 >R"),
        ("parchis Y:0,0,0,20 R:0,0,0,0 >R", "parchis Y:0,0,0,19 R:0,0,0,0 >R"),
        ("parchis Y:0,0,0,H R:0,0,0,0 >R", "parchis Y:0,0,0,L7 R:0,0,0,0 >R"),
        ("parchis Y:0,0,0,9 R:0,0,0,0 >R", "parchis Y:0,0,0,9 R:0,0,0,42 >R"),
        # a step less on a safe square; apart rather than in a pair
        ("parchis Y:0,0,0,63 R:0,0,0,0 >R", "parchis Y:0,0,0,64 R:0,0,0,0 >R"),
        ("parchis Y:0,0,59,61 R:0,0,0,0 >R", "parchis Y:0,0,60,60 R:0,0,0,0 >R"),
        # a rival in reach rather than safe, though a step further on
        ("parchis Y:0,0,0,41 R:0,0,0,47 >R", "parchis Y:0,0,0,41 R:0,0,0,46 >R"),
        # as far in all, but out of reach of a six and a six
        ("parchis Y:0,0,31,61 R:0,0,0,48 >R", "parchis Y:0,0,32,60 R:0,0,0,48 >R"),
        # danger: a face, a six and a face, out of reach
        ("parchis Y:0,0,0,60 R:0,0,0,45 >R", "parchis Y:0,0,0,60 R:0,0,0,51 >R"),
        ("parchis Y:0,0,0,60 R:0,0,0,51 >R", "parchis Y:0,0,0,60 R:0,0,0,56 >R"),
        # a wall between shelters, a safe square and a pair shelter
        ("parchis Y:0,62,62,64 R:0,0,0,61 >R", "parchis Y:0,64,65,65 R:0,0,0,61 >R"),
        ("parchis Y:0,0,0,63 R:0,0,0,61 >R", "parchis Y:0,0,0,64 R:0,0,0,61 >R"),
        ("ludo R:0,0,7,7 Y:0,0,0,5 >Y", "ludo R:0,0,6,8 Y:0,0,0,5 >Y"),
        # who must enter with a five cannot capture with it
        (
            "parchis Y:0,0,0,61 R:0,0,0,56 >R",
            "parchis/enter_compulsory=no Y:0,0,0,61 R:0,0,0,56 >R",
        ),
        # the exit of a rival who has pieces to bring out
        ("parchis/exit=share Y:0,0,39,39 R:0,0,0,0 >R", "parchis Y:0,0,39,39 R:0,0,0,0 >R"),
        # the turn: who may hit now
        ("parchis Y:0,0,0,41 R:0,0,0,43 >Y 6x1", "parchis Y:0,0,0,41 R:0,0,0,43 >R"),
        # a third six to come
        (
            "parchis Y:0,0,0,41 R:0,0,0,0 >Y 6x1 last=41",
            "parchis Y:0,0,0,41 R:0,0,0,0 >Y 6x2 last=41",
        ),
    ],
)
def test_the_first_is_better(better: str, worse: str) -> None:
    seat = Seat.RED if better.startswith("ludo") else Seat.YELLOW
    assert worth(better, seat) > worth(worse, seat)


@pytest.mark.parametrize(
    ("position", "weight", "other"),
    [
        ("parchis Y:0,0,0,60 R:0,0,0,{} >R", "count", "roll"),
        ("stars Y:0,0,0,13 R:0,0,0,{} >R", "roll", "count"),
    ],
)
def test_what_a_capture_would_earn_them_is_feared(position: str, weight: str, other: str) -> None:
    def with_none(name: str, square: int) -> float:
        state = parse_position(position.format(square))
        return evaluate(state, Seat.YELLOW, replace(Weights(), **{name: 0.0}))

    near, away = (56, 40) if weight == "count" else (11, 33)
    assert with_none(weight, near) > with_none(other, near)
    assert with_none(weight, away) == with_none(other, away)


def test_a_piece_in_the_lane_fears_no_third_six() -> None:
    lane = "parchis Y:0,0,0,L1 R:0,0,0,0 >Y {}last=L1"
    assert worth(lane.format("6x2 ")) == worth(lane.format("6x1 "))


def test_a_third_six_of_a_rival_is_to_be_hoped_for() -> None:
    position = "parchis Y:0,0,0,41 R:0,0,0,0 >Y {} last=41"
    assert worth(position.format("6x2"), Seat.RED) > worth(position.format("6x1"), Seat.RED)


def test_a_won_game_is_worth_more_than_anything() -> None:
    over = "parchis/teams Y:H,H,H,H B:0,0,0,0 R:H,H,H,H G:0,0,0,0 #YR"
    assert worth(over, Seat.RED) == WON
    assert worth(over, Seat.BLUE) == -WON
    assert worth("parchis Y:H,H,H,L7 R:0,0,0,0 >Y") < WON / 1000


def test_the_partner_counts_as_oneself_and_only_in_2v2() -> None:
    plain = "parchis{} Y:0,0,0,9 B:0,0,0,0 R:0,0,0,{} G:0,0,0,0 >B"
    assert worth(plain.format("/teams", 60)) - worth(plain.format("/teams", 0)) == pytest.approx(
        worth(plain.format("/teams", 60), Seat.RED) - worth(plain.format("/teams", 0), Seat.RED)
    )
    assert worth(plain.format("", 60)) < worth(plain.format("", 0))


def test_with_quick_the_foremost_pieces_count_most() -> None:
    spread = worth("parchis/quick Y:6,6,60,60 R:0,0,0,0 >R")
    even = worth("parchis/quick Y:33,33,34,34 R:0,0,0,0 >R")
    assert spread > even
    assert worth("parchis Y:6,6,60,60 R:0,0,0,0 >R") < worth("parchis Y:34,34,33,33 R:0,0,0,0 >R")


def test_a_seat_that_left_is_no_danger() -> None:
    alone = worth("parchis Y:0,0,0,60 G:0,0,0,0 >G")
    assert worth("parchis Y:0,0,0,60 B:0,0,0,57 G:0,0,0,0 >G") < alone
