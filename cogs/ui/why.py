"""The answer to "Why?": what each piece may do or which rule stops it, and the way to the rule."""

import re
from collections.abc import Sequence

from discord import ui

from bot.games.model import Game, Played
from bot.i18n import rule_ids, text
from bot.narration import Names, question, turn_lines, why_lines
from bot.rules import Rolled, RollLost, Ruleset, ThirdSixVoid
from cogs.ui.named import shown_casts, shown_names
from cogs.ui.parts import message, rows
from cogs.ui.rules_pages import rule_button

LINKED = 4
"""Rules that have a button; with the one to all rules, they fill a row."""

_RULE = re.compile(r"\b[A-Z]\d+\b")


def why_page(locale: str, game: Game, story: Sequence[Played]) -> ui.LayoutView:
    """Why the pieces may or may not move now; where a roll is due, why the last one was lost.

    Args:
        locale: The reader's language, which need not be the board's.
        game: The game, started.
        story: What has lately been played in it, up to now.
    """
    lines = _lines(locale, game, story, shown_names(locale, game))
    return message(
        ui.TextDisplay("\n".join(lines)),
        *rows(
            [
                *(rule_button(locale, game.rules, rule) for rule in _cited(game.rules, lines)),
                rule_button(locale, game.rules),
            ]
        ),
    )


def lost_roll(story: Sequence[Played]) -> Played | None:
    """The last roll, if nothing could be done with it."""
    for played in reversed(story):
        if any(isinstance(event, Rolled) for event in played.events):
            lost = any(isinstance(event, RollLost | ThirdSixVoid) for event in played.events)
            return played if lost else None
    return None


def _lines(locale: str, game: Game, story: Sequence[Played], names: Names) -> list[str]:
    state = game.state
    if state is None or game.asks is None:
        return [text(locale, "answer.why_over")]
    if lines := why_lines(locale, state, names):
        return [f"### {question(locale, state, names, story)}", *lines]
    lost = lost_roll(story)
    last = [] if lost is None else [lost]
    told = turn_lines(locale, last, names, shown_casts(locale, game, last))
    return [text(locale, "answer.why_roll"), *told]


def _cited(rules: Ruleset, lines: Sequence[str]) -> list[str]:
    """The rules that are cited, in order, each once; not all where there are many."""
    known = rule_ids(rules)
    cited = dict.fromkeys(rule for line in lines for rule in _RULE.findall(line) if rule in known)
    return list(cited)[:LINKED]
