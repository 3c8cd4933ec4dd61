"""What holds for every position of whole games played at random."""

import re

import pytest

from bot import narration
from bot.i18n import LOCALES, rule_ids, seat_name, text
from bot.i18n.names import plain_name
from bot.rules import (
    RULESETS,
    YARD,
    Chance,
    Move,
    Moved,
    Rolled,
    Ruleset,
    Seat,
    legal_actions,
    to_act,
)
from tests.narration.stories import NAMES, by_game, labels, random_game

LONG = dict(zip(Seat, ("Ñ" * 40, "W" * 32, "@everyone " * 5, "\u202e𝕏" * 40), strict=True))


@pytest.mark.parametrize("locale", LOCALES)
@by_game
def test_labels_are_short_and_differ_where_a_phone_wraps(rules: Ruleset, locale: str) -> None:
    seen = 0
    for state, _ in random_game(rules, seed=1):
        if to_act(state) in (None, Chance.DIE):
            continue
        told = labels(locale, state)
        assert max(map(len, told)) <= narration.LABEL_LIMIT
        assert len({label[:10] for label in told}) == len(told)
        # Without their numbers too: no two moves of a position read alike.
        assert len({label.partition(" · ")[2] for label in told}) == len(told)
        seen += 1
    assert seen > 50


@pytest.mark.parametrize("locale", LOCALES)
@by_game
def test_every_decision_has_an_answer_to_why(rules: Ruleset, locale: str) -> None:
    ids = set(rule_ids(rules))
    for count, (state, _) in enumerate(random_game(rules, seed=4)):
        told = narration.why_lines(locale, state, NAMES)
        if to_act(state) in (None, Chance.DIE):
            assert told == []
            continue
        if count % 3:
            continue
        # A line for each place of an own piece, a six that counts otherwise, what forces.
        places = len(set(state.pieces[state.turn]))
        assert places <= len(told) <= places + 2
        assert len(set(told)) == len(told)
        assert len("\n".join(told)) <= 1000
        movable = sum(isinstance(action, Move) for action in legal_actions(state))
        assert sum(bool(MAY[locale].search(line)) for line in told) == movable
        for line in told:
            assert line.endswith(".")
            if not MAY[locale].search(line):
                cited = re.search(r"\((\w\d+)\)\.$", line)
                assert cited is not None, line
                assert cited[1] in ids


MAY = {"es": re.compile(": (una )?puede "), "en": re.compile(": (one )?may ")}


@pytest.mark.parametrize("locale", LOCALES)
def test_the_longest_label_is_short_enough(locale: str) -> None:
    """Every move of every seat, capturing whatever is named longest."""
    piece = max((text(locale, f"piece.{seat.name.lower()}") for seat in Seat), key=len)
    for rules in RULESETS.values():
        ring = rules.ring
        for seat in Seat:
            for start in range(YARD, ring.home):
                ends = {0} if start == YARD else {start + n for n in (*range(1, 8), 10, 20)}
                for end in ends & set(range(ring.home + 1)):
                    told = narration.move_label(locale, ring, seat, Move(start, end), 5)
                    if end < ring.loop:
                        told = text(locale, "label.capture", move=told, piece=piece)
                    assert len(told) <= narration.LABEL_LIMIT, told


@pytest.mark.parametrize("locale", LOCALES)
@by_game
def test_alt_text_fits_and_always_has_turn_and_question(rules: Ruleset, locale: str) -> None:
    plain = {seat: plain_name(name) for seat, name in LONG.items()}
    for count, (state, story) in enumerate(random_game(rules, seed=2)):
        if count % 10 and to_act(state) is not None:
            continue
        told = narration.alt_text(locale, state, LONG, story)
        assert len(told) <= narration.ALT_LIMIT
        assert narration.question(locale, state, plain, story) in told
        if to_act(state) is None:
            assert story
            assert seat_name(locale, state.winners[0]) in told
        else:
            assert f"{plain[state.turn]} ({seat_name(locale, state.turn)})" in told
        assert "\u202e" not in told


@pytest.mark.parametrize("locale", LOCALES)
@by_game
def test_whole_games_are_told_turn_by_turn(rules: Ruleset, locale: str) -> None:
    *_, (_, story) = random_game(rules, seed=3, kept=10_000)
    lines = narration.turn_lines(locale, story, NAMES)
    told = " ".join(lines)
    rolls = sum(isinstance(event, Rolled) for played in story for event in played.events)
    moves = sum(isinstance(event, Moved) for played in story for event in played.events)
    assert told.count("🎲") == rolls
    assert moves > rolls / 4
    assert lines[-1].startswith("🏆")
    for line in lines[:-1]:
        assert line[0] in "🟡🔵🔴🟢"
        assert "\n" not in line
    assert sum(line.startswith("🏆") for line in lines) == 1
