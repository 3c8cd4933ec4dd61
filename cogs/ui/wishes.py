"""What people choose for a game, read into values."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import discord

from bot.games.errors import UserError
from bot.games.model import Game, Leaving, Pace, Person
from bot.games.service import Games
from bot.rules import RULESETS, Ruleset
from bot.rules.ruleset import Pair
from cogs.ui.place import Place, person


@dataclass(frozen=True, slots=True)
class Wish:
    """A game that somebody would like to open."""

    host: Person
    guests: Sequence[Person]
    rules: Ruleset
    players: int
    pace: Pace
    limit: timedelta | None
    """None is the pace's own."""
    on_leave: Leaving
    theme: str | None = None
    """None is the usual look."""


async def open_game(games: Games, place: Place, wish: Wish, *, thread: bool = False) -> Game:
    """A new lobby at a place; ``thread`` where that is a thread of the game's own.

    Raises:
        UserError: As ``Games.open`` says.
    """
    return await games.open(
        wish.host,
        guild_id=place.guild_id,
        channel_id=place.channel_id,
        locale=place.locale,
        rules=wish.rules,
        max_players=wish.players,
        invited=wish.guests,
        pace=wish.pace,
        limit=wish.limit,
        on_leave=wish.on_leave,
        thread=thread,
        theme=wish.theme,
    )


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


def guests_of(*users: discord.User | discord.Member | None) -> list[Person]:
    """Those who are invited.

    Raises:
        UserError: ``invite_bot``: one of them is a bot.
    """
    guests = [user for user in users if user is not None]
    if any(user.bot for user in guests):
        raise UserError("invite_bot")
    return [person(user) for user in guests]
