"""Positions as they are played, for whatever is told of them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

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
from bot.rules.notation import parse_action, parse_position

NAMES = {Seat.YELLOW: "Ana", Seat.BLUE: "Luis", Seat.RED: "Eva", Seat.GREEN: "Íñigo"}


@dataclass(frozen=True, slots=True)
class Played:
    before: State
    events: tuple[Event, ...]


def play(position: str, *actions: str) -> list[Played]:
    """The actions as they are played from a position, both in notation."""
    state = parse_position(position)
    story: list[Played] = []
    for action in actions:
        step = apply(state, parse_action(action, state))
        story.append(Played(state, step.events))
        state = step.state
    return story


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
        story.append(Played(state, step.events))
        state = step.state
    yield state, story[-kept:]


GAMES = [
    replace(rules, teams=teams, quick=quick)
    for rules in RULESETS.values()
    for teams, quick in ((False, False), (True, True))
]
