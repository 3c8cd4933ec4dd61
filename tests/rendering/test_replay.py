"""Traces and pictures made of what was played."""

import random

import pytest

from bot.rules import (
    PARCHIS,
    RULESETS,
    Captured,
    Chance,
    Moved,
    Roll,
    Ruleset,
    Seat,
    State,
    apply,
    initial,
    legal_actions,
    parse_action,
    parse_position,
    to_act,
)
from rendering.replay import Played, scenes_of, timeline, trails_of
from rendering.scene import Trail
from tests.rendering.scenes import COLOURS, NAMES

Y, B, R, G = Seat


def played(position: str, *actions: str) -> tuple[list[Played], State]:
    state = parse_position(position)
    steps: list[Played] = []
    for text in actions:
        before = state
        state, events = apply(state, parse_action(text, before))
        steps.append((before, events))
    return steps, state


def game(rules: Ruleset, seed: int) -> tuple[list[Played], State]:
    """A whole random game."""
    rng = random.Random(seed)
    state = initial(rules, (Y, R), starter=Y)
    steps: list[Played] = []
    while (asked := to_act(state)) is not None:
        chance = isinstance(asked, Chance)
        action = Roll(rng.randint(1, 6)) if chance else rng.choice(legal_actions(state))
        before = state
        state, events = apply(state, action)
        steps.append((before, events))
    return steps, state


def test_a_capture_and_its_count_are_traced() -> None:
    steps, _ = played("parchis Y:8,20,35,H R:11,0,0,0 >Y", "r3", "8-11", "20-40")
    assert trails_of(steps) == (Trail(Y, 3, 6, (R,)), Trail(Y, 15, 35, count=True))


def test_a_piece_sent_back_is_traced() -> None:
    steps, _ = played("parchis Y:8,20,H,H R:0,0,0,0 >Y 6x2 last=20", "r6")
    (trail,) = trails_of(steps)
    assert trail == Trail(Y, 15, -1)
    assert trail.back


def test_moves_of_several_turns_are_traced_in_order() -> None:
    steps, _ = played("parchis Y:8,20,H,H R:45,0,0,0 >Y", "r3", "8-11", "r2", "45-47", "r4")
    assert trails_of(steps) == (Trail(Y, 3, 6), Trail(R, 6, 8))
    assert trails_of(steps[2:]) == (Trail(R, 6, 8),)


def test_a_timeline_tells_after_how_many_plies_each_picture_is() -> None:
    steps, last = played("parchis Y:8,20,H,H R:45,0,0,0 >Y", "r3", "8-11", "r2", "45-47", "r4")
    plies = [ply for ply, _ in timeline(steps, last, NAMES, COLOURS)]
    assert plies == [0, 2, 4, 5]
    assert [ply for ply, _ in timeline(steps, last, NAMES, COLOURS, since=3)] == [3, 4, 5]


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_a_whole_game_has_a_picture_for_every_change(rules: Ruleset) -> None:
    steps, last = game(rules, 1)
    scenes = scenes_of(steps, last, NAMES, COLOURS)
    assert scenes[0].state == steps[0][0]
    assert (scenes[-1].state, scenes[-1].winners, scenes[-1].turn) == (last, last.winners, None)
    moves = sum(isinstance(event, Moved) for _, events in steps for event in events)
    assert len(scenes) >= moves + 1
    captures = sum(isinstance(event, Captured) for _, events in steps for event in events)
    newest = [scene.trail[-1] for scene in scenes[1:]]
    assert sum(len(trail.captured) for trail in newest) == captures
    for scene in scenes[1:]:
        assert len({trail.seat for trail in scene.trail}) == 1
        assert scene.die is not None


def test_since_a_ply_is_the_end_of_the_whole() -> None:
    steps, last = game(PARCHIS, 2)
    whole = scenes_of(steps, last, NAMES, COLOURS)
    for since in (1, 40, len(steps) - 1):
        part = scenes_of(steps, last, NAMES, COLOURS, since=since)
        assert part[0].state == steps[since][0]
        assert part[1:] == whole[len(whole) - len(part) + 1 :]
    assert [scene.state for scene in scenes_of(steps, last, NAMES, COLOURS, since=10**6)] == [last]
    assert len(scenes_of([], last, NAMES, COLOURS)) == 1


def test_the_theme_goes_into_every_scene() -> None:
    steps, last = played("parchis Y:8,20,H,H R:45,0,0,0 >Y", "r3", "8-11")
    scenes = scenes_of(steps, last, NAMES, COLOURS, theme="night")
    assert {scene.theme for scene in scenes} == {"night"}
