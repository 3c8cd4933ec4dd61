"""Decisions that nobody would argue about, as positions that anybody can read.

By seat its pieces (0 yard, L lane, H home); then whose turn, =3 a face to play, +20 a count owed.
"""

import pytest

from bot.opponents import OPPONENTS, Medium
from bot.rules import action_text, parse_position

BOTH = """
a capture for free             | parchis Y:0,6,30,58 R:0,0,0,33 >Y=3            | 30-33
a capture before home          | parchis Y:0,6,30,L5 R:0,0,0,33 >Y=3            | 30-33
the win before a capture       | parchis/quick Y:H,L5,30,0 R:0,0,0,33 >Y=3      | L5-H
a piece home                   | parchis Y:0,6,30,L5 R:0,0,0,0 >Y=3             | L5-H
a piece home                   | ludo R:9,22,L2,0 Y:0,0,0,30 >R=4               | L2-H
a count brings a piece home    | classic Y:6,30,66,H R:0,0,0,0 >Y+10            | 66-H
a count captures               | parchis Y:6,8,41,0 R:0,0,0,61 >Y+20            | 41-61
a count worth having is taken  | classic Y:6,8,41,0 R:0,0,0,61 >Y+20            | 41-61
a piece enters                 | ludo R:0,9,20,L1 Y:0,0,0,30 >R=6 6x1           | 0-1
a piece enters                 | stars R:0,0,20,L1 Y:0,0,0,30 >R=6 6x1          | 0-1
a stack is captured            | stars R:0,9,16,30 Y:0,19,19,31 >R=3            | 16-19
a rival, not the partner       | ludo/teams R:2,30,0,0 Y:0,0,0,33 G:0,5,0,0 B:0,0,0,0 >R=3 | 2-5
"""

MEDIUM = """
not in front of four rivals    | parchis Y:46,13,0,0 R:44,45,47,48 >Y=3         | 13-16
out of danger to a safe square | parchis Y:8,31,0,0 R:0,28,0,0 >Y=3             | 31-34
out of danger, though behind   | parchis Y:31,8,0,0 R:0,5,0,0 >Y=4              | 8-12
enters, though it gains less   | ludo R:0,0,0,3 Y:0,0,0,0 >R=6 6x1              | 0-1
keeps a pair that is in danger | parchis Y:20,20,31,0 R:0,19,0,0 >Y=2           | 31-33
no blockade on their exit      | parchis Y:39,36,30,0 R:0,0,0,L1 >Y=3           | 30-33
but there if no yard is left   | parchis Y:39,36,30,0 R:H,H,H,L1 >Y=3           | 36-39
before a third six, little     | parchis Y:8,54,0,0 R:0,0,0,42 >Y=6 6x2         | 8-14
before a second, the far piece | parchis Y:8,54,0,0 R:0,0,0,42 >Y=6 6x1         | 54-60
before a third six, the lane   | parchis Y:35,28,66,H R:0,0,0,H >Y=6 6x2        | 66-L5
a count into danger, declined  | classic Y:29,0,0,H R:45,46,47,48 >Y+20         | no
of two captures the greater    | parchis Y:24,40,0,0 R:0,0,0,43 G:0,0,0,27 >Y=3 | 24-27
greater of two | parchis/teams Y:24,40,0,0 B:0,0,27,43 R:0,0,0,0 G:0,0,0,0 >Y=3 | 40-43
partner helped | parchis/teams Y:24,40,0,0 B:0,0,27,43 R:0,30,31,33 G:0,0,0,0 >Y=3 | 24-27
who is no partner without 2v2  | parchis Y:24,40,0,0 B:0,0,27,43 R:0,30,31,33 G:0,0,0,0 >Y=3 | 40-43
a chain: the 20 gets home too | parchis Y:24,56,0,0 B:0,0,0,27 R:0,59,0,0 >Y=3 | 24-27
"""


def _rows(table: str) -> list[tuple[str, str]]:
    rows = [line.split("|") for line in table.strip().splitlines()]
    return [(position.strip(), action.strip()) for _, position, action in rows]


@pytest.mark.parametrize(("position", "action"), _rows(BOTH))
@pytest.mark.parametrize("name", OPPONENTS)
def test_both_see(name: str, position: str, action: str) -> None:
    state = parse_position(position)
    assert len(state.legal) > 1
    assert action_text(OPPONENTS[name].choose(state), state) == action


@pytest.mark.parametrize(("position", "action"), _rows(MEDIUM))
def test_medium_sees(position: str, action: str) -> None:
    state = parse_position(position)
    assert len(state.legal) > 1
    assert action_text(OPPONENTS["medium"].choose(state), state) == action


def test_a_chain_of_counts_is_bounded() -> None:
    """With no count played out, what a capture leads to is not seen."""
    state = parse_position("parchis Y:24,56,0,0 B:0,0,0,27 R:0,59,0,0 >Y=3")
    assert action_text(Medium(chain=0).choose(state), state) == "56-59"
    assert action_text(Medium(chain=1).choose(state), state) == "24-27"
