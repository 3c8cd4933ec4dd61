"""The engine counts to depth 5 what the files say, the naive generator to 4; the rest is long."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.rules import NotationError, Roll, divide, parse_position, perft
from tests.perft.suite import Entry, complaint, read, suite

ENTRIES = suite()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.where)
def test_engine_counts(entry: Entry) -> None:
    for depth in range(1, 6):
        assert not complaint(entry, depth)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.where)
def test_naive_generator_counts(entry: Entry) -> None:
    assert not complaint(entry, 4, by_naive=True)


def test_the_start_and_six_rich_positions_of_every_rule_set() -> None:
    for name in ("parchis", "ludo", "classic", "stars"):
        entries = [entry for entry in ENTRIES if entry.where.startswith(f"{name}.txt")]
        assert len(entries) >= 7
        assert any(entry.title.startswith("the start") for entry in entries)
        assert all(len(entry.counts) >= 5 for entry in entries)
    assert len({entry.position for entry in ENTRIES}) == len(ENTRIES)


def test_a_wrong_count_shows_a_divide() -> None:
    entry = next(entry for entry in ENTRIES if entry.position == "parchis Y:0,0,0,0 R:0,0,0,0 >Y")
    wrong = replace(entry, counts=(6, 32))
    assert complaint(wrong, 2).splitlines() == [
        f"{entry.where} {entry.position}: D2 is 31, not 32",
        *(f"   r{face}: engine {n}, naive {n}" for face, n in enumerate((6, 6, 6, 6, 1, 6), 1)),
    ]
    assert complaint(wrong, 2, by_naive=True) == complaint(wrong, 2)


def test_depths_must_be_in_order(tmp_path: Path) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text("-- title\nparchis Y:0,0,0,0 R:0,0,0,0 >Y ;D1 6 ;D3 161\n", "utf-8")
    with pytest.raises(NotationError, match=r"wrong\.txt:2"):
        list(read(file))


def test_divide_adds_up() -> None:
    state = parse_position("classic Y:0,0,10,30 R:0,0,0,16 >Y 6x1")
    parts = divide(state, 4)
    assert list(parts) == [Roll(face) for face in range(1, 7)]
    assert sum(parts.values()) == perft(state, 4)
    assert perft(state, 0) == 1
    with pytest.raises(ValueError, match="at least 1"):
        divide(state, 0)


def test_a_game_that_is_over_adds_nothing() -> None:
    over = parse_position("parchis Y:H,H,H,H R:0,0,0,0 #Y")
    assert perft(over, 0) == 1
    assert perft(over, 3) == 0
    assert divide(over, 3) == {}
