"""What people choose for a game, read into values."""

from dataclasses import replace

from bot.games.errors import UserError
from bot.rules import RULESETS, Ruleset
from bot.rules.ruleset import Pair


def rules_wished(name: str, *, quick: bool, teams: bool, walls: bool) -> Ruleset:
    """The rules of a game by the name of the rule set and its options.

    Raises:
        UserError: ``walls_ludo``: the rule set has no such option.
        KeyError: There is no such rule set.
    """
    rules = replace(RULESETS[name], quick=quick, teams=teams)
    if not walls:
        return rules
    if not rules.has_walls:
        raise UserError("walls_ludo")
    return replace(rules, pair=Pair.WALL)
