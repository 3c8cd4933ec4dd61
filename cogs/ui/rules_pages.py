"""The rules of each rule set to read in private: a section at a time, or a single rule."""

from discord import ButtonStyle, ui

from bot.games.errors import Stale
from bot.i18n import rule_ids, text
from bot.i18n.rulebook import rule_text, rules_title, ruleset_name
from bot.rules import RULESETS, Ruleset
from cogs.ui.ids import press_id
from cogs.ui.parts import button, message

GENERAL = "general"
SPECIAL = "special"
SECTIONS = (SPECIAL, GENERAL)
"""What is special first: who asks for the rules of a game knows the others."""


def page(locale: str, rules: Ruleset, at: str = SPECIAL) -> ui.LayoutView:
    """One section of the rules, or one rule, with buttons to the others and to other rule sets.

    Args:
        locale: The reader's language.
        rules: The rule set.
        at: A section, or the id of a rule.

    Raises:
        Stale: There is no such section and no such rule.
    """
    shown = _rules_at(rules, at)
    title = rules_title(locale, rules)
    heading = f"{title} · {text(locale, f'rules.{at}')}" if at in SECTIONS else title
    lines = [
        text(locale, "rules.line", rule=rule, text=rule_text(locale, rules, rule)) for rule in shown
    ]
    section = GENERAL if at == GENERAL else SPECIAL
    return message(
        ui.Container(ui.TextDisplay("\n".join([f"### {heading}", *lines]))),
        ui.ActionRow(*(_tab(locale, rules, name, at) for name in SECTIONS)),
        ui.ActionRow(
            *(
                button(_id(other, section), ruleset_name(locale, other))
                for other in RULESETS.values()
                if other.name != rules.name
            )
        ),
    )


def page_pressed(locale: str, code: str) -> ui.LayoutView:
    """The page that a button asks for.

    Raises:
        Stale: No page of ours has such a button.
    """
    name, _, at = code.partition("-")
    if name not in RULESETS:
        raise Stale("stale")
    return page(locale, RULESETS[name], at)


def rule_button(locale: str, rules: Ruleset, rule: str | None = None) -> ui.Button[ui.LayoutView]:
    """A button that shows a rule's text, or all rules of a game, in a message of its own."""
    label = text(locale, "button.rules") if rule is None else rule
    return button(press_id("rule", 0, 0, f"{rules.name}-{rule or SPECIAL}"), label)


def _rules_at(rules: Ruleset, at: str) -> list[str]:
    ids = rule_ids(rules)
    match at:
        case "general" | "special":
            return [rule for rule in ids if rule.startswith("G") == (at == GENERAL)]
        case _ if at in ids:
            return [at]
        case _:
            raise Stale("stale")


def _tab(locale: str, rules: Ruleset, name: str, at: str) -> ui.Button[ui.LayoutView]:
    return button(
        _id(rules, name),
        text(locale, f"rules.{name}"),
        style=ButtonStyle.primary if name == at else ButtonStyle.secondary,
        disabled=name == at,
    )


def _id(rules: Ruleset, at: str) -> str:
    return press_id("rules", 0, 0, f"{rules.name}-{at}")
