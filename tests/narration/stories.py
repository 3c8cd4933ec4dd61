"""Positions as they are played, for whatever is told of them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from bot import narration
from bot.rules import (
    RULESETS,
    Event,
    Ruleset,
    Seat,
    State,
    apply,
    initial,
    legal_actions,
    to_act,
)
from bot.rules.notation import parse_action, parse_position, parse_rules, rules_text

NAMES = {Seat.YELLOW: "Ana", Seat.BLUE: "Luis", Seat.RED: "Eva", Seat.GREEN: "Íñigo"}


@dataclass(frozen=True, slots=True)
class Played:
    before: State
    events: tuple[Event, ...]
    after: State


def play(position: str, *actions: str) -> list[Played]:
    """The actions as they are played from a position, both in notation."""
    state = parse_position(position)
    story: list[Played] = []
    for action in actions:
        step = apply(state, parse_action(action, state))
        story.append(Played(state, step.events, step.state))
        state = step.state
    return story


def after(story: list[Played]) -> State:
    """The position to which a story led."""
    return story[-1].after


def labels(locale: str, state: State) -> list[str]:
    return [
        narration.action_label(locale, state, action, number)
        for number, action in enumerate(legal_actions(state), start=1)
    ]


def random_game(rules: Ruleset, seed: int, kept: int = 40) -> Iterator[tuple[State, list[Played]]]:
    """Each position of a game played at random, with the last actions before it."""
    chance = random.Random(seed)
    state = initial(rules, tuple(Seat), Seat.YELLOW)
    story: list[Played] = []
    while to_act(state) is not None:
        yield state, story[-kept:]
        step = apply(state, chance.choice(legal_actions(state)))
        story.append(Played(state, step.events, step.state))
        state = step.state
    yield state, story[-kept:]


HOUSE_RULES = (
    "parchis/capture_count=10",
    "parchis/enter_faces=5+6",
    "parchis/must_open=no/counts_optional=yes",
    "ludo/third_six=last_moved_back/reward=counts/capture_count=20/home_count=10",
    "classic/order=1/pair_where=loop/capacity=2",
    "stars/exit=bars/safe=exclude/enter_compulsory=yes",
)

GAMES = [
    parse_rules(f"{name}{options}")
    for name, rules in RULESETS.items()
    for options in ("", "/quick/teams", *(("/walls", "/quick/teams/walls") * rules.has_walls))
] + [parse_rules(house) for house in HOUSE_RULES]
"""Every rule set, bare and with all its options, and house rules."""

by_game = pytest.mark.parametrize("rules", GAMES, ids=rules_text)
