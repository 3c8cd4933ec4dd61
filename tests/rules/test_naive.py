"""The engine and the naive second implementation agree, on play and on crowded boards."""

from itertools import islice
from random import Random

import pytest

from bot.rules import (
    action_text,
    apply,
    initial,
    legal_actions,
    parse_position,
    position_text,
)
from tests.rules.agreement import disagreement, positions
from tests.rules.naive import Table
from tests.rules.positions import HEADS, RULES, seatings

POSITIONS = 300


@pytest.mark.parametrize("head", HEADS)
def test_agree_on_random_positions(head: str) -> None:
    kinds = set()
    for line in islice(positions(head, Random(head)), POSITIONS):
        assert disagreement(line) == ""
        state = parse_position(line)
        kinds.add((bool(state.die), bool(state.count)))
    counts = RULES[head].capture_count > 0
    assert len(kinds) == 2 + counts, "not every kind of decision was met"


@pytest.mark.parametrize("head", HEADS)
def test_agree_along_whole_games(head: str) -> None:
    """Side by side, the naive one with its own pieces: nothing that it remembers is lost."""
    random = Random(f"{head} in step")
    for seats in seatings(RULES[head])[-6:]:
        state = initial(RULES[head], seats, seats[0])
        table = Table.read(position_text(state))
        while legal := legal_actions(state):
            texts = {action_text(action, state): action for action in legal}
            assert set(texts) == table.legal(), position_text(state)
            text = random.choice(list(texts))
            state = apply(state, texts[text]).state
            table.play(text)
            assert table.line() == position_text(state)
        assert table.winners
