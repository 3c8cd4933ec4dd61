"""The record of a whole game replays exactly; a damaged one says where and keeps the rest."""

import random
from dataclasses import replace

import pytest

from bot.rules import RULESETS, SEATS, Seat, Withdraw, apply, initial, legal_actions
from bot.rules.record import Record, RecordError, parse_record, record_text

GAME = """\
[rules parchis/quick]
[yellow Ana]
[red Luis]
[opening Y5 R5]
[opening Y2 R4]
[event Sunday]
[result *]

1. R r5 0-39
2. Y r6 5-11 r6 11-17 r4 17-21
3. R r6 39-45
"""


def random_record(name: str, seed: int, *, withdrawals: bool = False) -> Record:
    chance = random.Random(seed)
    rules = replace(RULESETS[name], quick=bool(seed % 2), teams=bool(seed % 4 > 1))
    state = initial(rules, SEATS, Seat.BLUE)
    actions = []
    while legal := legal_actions(state):
        action = chance.choice(legal)
        if withdrawals and chance.random() < 0.005:
            action = Withdraw(chance.choice(state.seats))
        actions.append(action)
        state = apply(state, action).state
    names = tuple((seat, f"{seat.name.title()} [;]  x") for seat in SEATS)
    opening = (((Seat.YELLOW, 1), (Seat.BLUE, 6), (Seat.RED, 6), (Seat.GREEN, 2)),)
    ties = (((Seat.BLUE, 3), (Seat.RED, 1)),)
    return Record(rules, names, opening + ties, tuple(actions), (("date", "2026-11-30"),))


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_reads_back_and_replays_to_its_winner(name, seed):
    record = random_record(name, seed, withdrawals=seed == 3)
    text = record_text(record)
    again = parse_record(text)
    assert again.actions == record.actions
    assert again.opening == record.opening
    assert record_text(again) == text
    *_, (_, _, last) = again.steps()
    assert last.state.winners
    assert f"[result {''.join(seat.letter for seat in last.state.winners)}]" in text


def test_a_running_game_is_told_by_turns():
    record = parse_record(GAME)
    assert [seat for seat, _ in record.names] == [Seat.YELLOW, Seat.RED]
    assert record.start.turn is Seat.RED
    assert record.headers == (("event", "Sunday"),)
    assert record_text(record).split() == GAME.split()


def test_remarks_and_blank_lines_say_nothing():
    assert parse_record(GAME.replace("0-39\n", "0-39 ; out at last\n\n")) == parse_record(GAME)


@pytest.mark.parametrize(
    ("damage", "line", "played", "says"),
    [
        (("r6 11-17", "r6 11-18"), 10, 5, "'11-18' is no action of parchis/quick"),
        (("r4 17-21", "r4 17-21 r1"), 10, 8, "the turn is over before 'r1'"),
        (("2. Y", "3. Y"), 10, 2, "here stands turn 2, of yellow"),
        (("2. Y", "2. R"), 10, 2, "here stands turn 2, of yellow"),
        (("3. R r6", "3. R; r6"), 11, 8, "neither a header nor a turn"),
        (("r6 39-45", "r6 39-45 r7"), 11, 10, "'r7' is no action"),
        (("[result *]", "[result R]"), 11, 10, "the result is *, the header says R"),
    ],
)
def test_a_damaged_record_names_the_line_and_keeps_what_was_good(damage, line, played, says):
    assert GAME.count(damage[0]) == 1
    with pytest.raises(RecordError, match="line") as caught:
        parse_record(GAME.replace(*damage))
    assert caught.value.line == line
    assert says in str(caught.value)
    assert caught.value.good is not None
    assert caught.value.good.actions == parse_record(GAME).actions[:played]


@pytest.mark.parametrize(
    ("damage", "line", "says"),
    [
        (("parchis/quick", "oca"), 1, "'oca' is no rule set"),
        (("[rules parchis/quick]\n", ""), 8, "[rules …] is missing"),
        (("Y2 R4", "Y2 R7"), 5, "'R7' is no opening throw"),
        (("[opening Y2 R4]\n", ""), 8, "leave nobody to start"),
        (("[opening Y5 R5]", "[opening Y5]"), 9, "the opening throws are those of"),
        (("[red Luis]\n", ""), 8, "the opening throws are those of"),
    ],
)
def test_headers_that_make_no_game_leave_nothing(damage, line, says):
    assert GAME.count(damage[0]) == 1
    with pytest.raises(RecordError) as caught:
        parse_record(GAME.replace(*damage))
    assert (caught.value.line, caught.value.good) == (line, None)
    assert says in str(caught.value)


def test_an_empty_text_is_no_record():
    with pytest.raises(RecordError, match="rules"):
        parse_record("")
