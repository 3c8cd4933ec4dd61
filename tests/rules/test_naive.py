"""The engine and the naive second implementation agree, on play and on crowded boards."""

from collections.abc import Iterator
from itertools import chain, islice
from random import Random

import pytest

from bot.rules import (
    Chance,
    apply,
    initial,
    legal_actions,
    parse_action,
    parse_position,
    position_text,
    to_act,
)
from bot.rules.notation import action_text
from tests.rules.naive import Table, successors
from tests.rules.positions import HEADS, RULES, placed, played, seatings

POSITIONS = 300


def by_engine(line: str) -> dict[str, str]:
    """Each legal action of a position, and each withdrawal, with the position after it."""
    state = parse_position(line)
    actions = [action_text(action, state) for action in legal_actions(state)]
    if actions:
        actions += [f"out{seat.letter}" for seat in state.seats]
    assert len(set(actions)) == len(actions), f"{line}: offered twice"
    return {
        action: position_text(apply(state, parse_action(action, state)).state) for action in actions
    }


def disagreement(line: str) -> str:
    """What the two say differently of a position and of what its rolls lead to; '' if nothing."""
    ours = by_engine(line)
    theirs = successors(line)
    if ours != theirs:
        actions = sorted(set(ours) | set(theirs))
        return "\n".join(
            [line]
            + [
                f"  {action}: engine {ours.get(action)}\n  {' ' * len(action)}  naive  "
                f"{theirs.get(action)}"
                for action in actions
                if ours.get(action) != theirs.get(action)
            ]
        )
    if to_act(parse_position(line)) is Chance.DIE:
        for action, after in ours.items():
            if action[0] == "r" and "=" in after.partition(">")[2]:
                below = disagreement(after)
                if below:
                    return below
    return ""


def positions(head: str, random: Random) -> Iterator[str]:
    """Endlessly positions in notation, by turns from play and put down at random."""
    return chain.from_iterable(
        zip((position_text(state) for state in played(head, random)), placed(head, random))
    )


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
