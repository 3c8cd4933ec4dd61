"""A game's rules in words: what its rule set is called, what is special, the text of each rule."""

from bot.i18n import text, variant
from bot.rules.ruleset import Pair, Ruleset


def ruleset_name(locale: str, rules: Ruleset) -> str:
    """The name of a game's rule set: ``Parchís``, ``Clásico``."""
    return text(locale, f"ruleset.{rules.name}")


def ruleset_special(locale: str, rules: Ruleset) -> str:
    """What sets a game's rule set apart, in two lines."""
    return text(locale, f"ruleset.{rules.name}.special")


def rules_title(locale: str, rules: Ruleset) -> str:
    """The heading over the rules of a game: ``Las reglas del ludo``."""
    return text(locale, f"ruleset.{rules.name}.title")


def rule_text(locale: str, rules: Ruleset, rule: str) -> str:
    """What a rule says in a game: G2 gives the numbers of its own ring.

    Args:
        locale: The language.
        rules: The game's rule set.
        rule: One of ``rule_ids(rules)``.

    Raises:
        KeyError: There is no such rule.
    """
    return text(locale, variant(f"rule.{rule}", rules))


def has_walls(rules: Ruleset) -> bool:
    """Whether the option Walls (L4) is chosen."""
    return rules.has_walls and rules.pair is Pair.WALL


def option_names(locale: str, rules: Ruleset) -> list[str]:
    """The options chosen, as the command calls them: ``["rápida", "parejas"]``."""
    chosen = {"quick": rules.quick, "teams": rules.teams, "walls": has_walls(rules)}
    return [text(locale, f"cmd.new.{option}.name") for option, is_on in chosen.items() if is_on]


def option_notes(locale: str, rules: Ruleset) -> list[str]:
    """A sentence for the lobby about each option chosen; none for a game without options."""
    notes: list[str] = []
    if rules.quick:
        notes.append(text(locale, "lobby.quick_teams" if rules.teams else "lobby.quick"))
    if rules.teams:
        notes.append(text(locale, "lobby.teams"))
    if has_walls(rules):
        notes.append(text(locale, "lobby.walls"))
    return notes
