"""The duel: fair places, sound intervals, the same figure again; and who beats whom."""

from dataclasses import dataclass, field
from random import Random

import pytest

from bot.opponents.duel import (
    CONTENDERS,
    DuelResult,
    contender,
    duel,
    main_line,
    places,
    play,
    report,
    wilson,
)
from bot.rules import PARCHIS, RULESETS, Action, Seat, State, initial, parse_rules, seats_for


@dataclass
class First:
    """Plays the first legal action and notes the seats that it played for."""

    seats: set[Seat] = field(default_factory=set)

    def choose(self, state: State) -> Action:
        self.seats.add(state.turn)
        return state.legal[0]


# -- how it is played --------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_figure() -> None:
    def once(seed: int) -> DuelResult:
        return duel(contender("random", 1), contender("random", 2), PARCHIS, 20, seed)

    assert once(6) == once(6)
    assert len({once(seed).wins for seed in range(4)}) > 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_meets_each_starter_once(seats: int) -> None:
    table = seats_for(PARCHIS.ring, (None,) * seats)
    met = [places(table, number) for number in range(seats * seats)]
    assert sorted(met) == sorted((own, starter) for own in table for starter in table)


@pytest.mark.parametrize(
    ("rules", "seats", "first", "second"),
    [
        ("parchis/quick", 2, {Seat.YELLOW}, {Seat.RED}),
        ("stars/quick", 2, {Seat.RED}, {Seat.YELLOW}),
        ("ludo/quick", 3, {Seat.RED}, {Seat.YELLOW, Seat.GREEN}),
        ("parchis/quick", 4, {Seat.YELLOW}, {Seat.RED, Seat.BLUE, Seat.GREEN}),
        ("classic/quick/teams", 2, {Seat.YELLOW, Seat.RED}, {Seat.BLUE, Seat.GREEN}),
    ],
)
def test_who_sits_where(rules: str, seats: int, first: set[Seat], second: set[Seat]) -> None:
    a, b = First(), First()
    result = duel(a, b, parse_rules(rules), 1, 3, seats)
    assert (a.seats, b.seats) == (first, second)
    assert result.fair == (0.5 if "teams" in rules else 1 / seats)


def test_two_games_change_the_seats() -> None:
    a, b = First(), First()
    duel(a, b, PARCHIS, 2)
    assert a.seats == b.seats == {Seat.YELLOW, Seat.RED}


def test_a_game_ends_with_a_winner() -> None:
    player = contender("random", 3)
    start = initial(PARCHIS, (Seat.YELLOW, Seat.RED), starter=Seat.RED)
    over = play(start, [player] * 4, Random(5))
    assert len(over.winners) == 1
    assert over.pieces[over.winners[0]] == (71, 71, 71, 71)


def test_wins_and_losses_change_sides() -> None:
    result = duel(First(), First(), PARCHIS, 8, 2)
    assert result.wins + result.losses == result.games == 8
    assert result.rate == result.wins / 8


# -- what it says ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),  # z² / (n + z²)
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, method 3, and the next two
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_the_report() -> None:
    result = DuelResult(81, 182, 263, wilson(81, 263), fair=0.25)
    assert report(result) == (
        "won 81 of 263, 30.8 % (95 % interval 25.5 to 36.6; equal players 25)"
    )


def test_the_line_of_the_command() -> None:
    line = main_line("greedy", "random", "parchis/quick", 4, seed=1)
    assert line.startswith("greedy against random, parchis/quick: won ")
    assert " of 4, " in line
    assert line == main_line("greedy", "random", "parchis/quick", 4, seed=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("medium", "hard"), "'hard' is no player: easy, medium, greedy, random"),
        (("nobody", "easy"), "'nobody' is no player"),
        (("easy", "easy", "chess"), "'chess' is no rule set"),
        (("easy", "easy", "ludo", 0), "at least one game, not 0"),
        (("easy", "easy", "ludo", 1, 0, 5), "no seating for 5: a duel has 2 to 4 seats"),
    ],
)
def test_what_cannot_be_played_is_said(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        main_line(*arguments)  # type: ignore[arg-type]


def test_every_name_plays() -> None:
    assert set(CONTENDERS) == {"easy", "medium", "greedy", "random"}
    for name in CONTENDERS:
        assert duel(contender(name), First(), parse_rules("stars/quick"), 1).games == 1


# -- who beats whom ----------------------------------------------------------------------------
# Small duels with fixed seeds, so the bounds lie well below the figures of tests/long.


def rate(a: str, b: str, rules: str, games: int, seats: int = 2) -> float:
    return duel(contender(a, 1), contender(b, 2), parse_rules(rules), games, 4, seats).rate


def test_medium_beats_easy() -> None:
    assert rate("medium", "easy", "parchis", 100) >= 0.65


def test_medium_beats_greedy() -> None:
    assert rate("medium", "greedy", "parchis", 150) >= 0.53


@pytest.mark.parametrize("rules", RULESETS)
def test_medium_beats_random(rules: str) -> None:
    assert rate("medium", "random", rules, 50) >= 0.8


@pytest.mark.parametrize("rules", RULESETS)
def test_easy_beats_random(rules: str) -> None:
    assert rate("easy", "random", rules, 60) >= 0.68


def test_medium_wins_more_than_its_share_of_four() -> None:
    assert rate("medium", "greedy", "parchis", 48, seats=4) > 0.27


def test_medium_beats_greedy_as_a_team() -> None:
    assert rate("medium", "greedy", "ludo/teams", 32) >= 0.53
