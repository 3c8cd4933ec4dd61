"""Who everybody is: the names of computers in a reader's language, and who sat where when."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.model import Actor, Game, Played, Player, Sitter
from bot.i18n import text
from bot.narration import Cast
from bot.rules import Seat

OPENING = -1
"""The ply of the opening throws: before all others."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer's name, which is a matter of the language in which it is told."""

    level: str
    number: int | None
    """Which one of those of its level; None if there is no other in the game."""


Name = str | Computer
"""How somebody is to be named: people have one name in all languages."""


def name_of(game: Game, who: Player | Sitter) -> Name:
    """The name of somebody who plays in a game, or did. A computer keeps its number in it."""
    if who.computer is None:
        return who.name
    alike = {
        each.id
        for player in game.players
        for each in (player, *player.sitters)
        if each.computer == who.computer
    }
    number = sorted(alike, reverse=True).index(who.id) + 1  # their ids go down from -1
    return Computer(who.computer, number if len(alike) > 1 else None)


def told(locale: str, name: Name) -> str:
    """A name in a language, raw: escape it where it is shown."""
    match name:
        case Computer(level, None):
            return text(locale, f"computer.{level}")
        case Computer(level, number):
            return text(locale, f"computer.{level}_numbered", number=number)
        case _:
            return name


def names(locale: str, game: Game) -> dict[Seat, str]:
    """The raw names by seat, as they are now."""
    return {
        player.seat: told(locale, name_of(game, player))
        for player in game.players
        if player.seat is not None
    }


def names_at(locale: str, game: Game, ply: int) -> dict[Seat, str]:
    """The raw names by seat of those who sat there when a ply was played."""
    return {
        player.seat: told(locale, name_of(game, _sitter(player, ply)))
        for player in game.players
        if player.seat is not None
    }


def names_after(locale: str, game: Game, plies: int) -> dict[Seat, str]:
    """The raw names by seat that belong to a picture of the game after so many plies."""
    if plies >= game.ply:
        return names(locale, game)
    return names_at(locale, game, plies - 1)  # not of who came only then: the picture was there


def everybody(locale: str, game: Game) -> dict[Seat, list[str]]:
    """The raw names by seat of all who have sat there, the first one first, each once."""
    return {
        player.seat: list(
            dict.fromkeys(
                told(locale, name_of(game, each))
                for each in (*player.sitters, player)
                if each.computer is not None or each.name
            )
        )
        for player in game.players
        if player.seat is not None
    }


def casts(locale: str, game: Game, story: Sequence[Played]) -> list[Cast]:
    """For each action of a story, who sat where then, and whether the computer stood in."""
    return [
        Cast(
            names_at(locale, game, played.entry.ply),
            stands_in=played.entry.by in (Actor.AUTOPILOT, Actor.DEADLINE),
        )
        for played in story
    ]


def _sitter(player: Player, ply: int) -> Player | Sitter:
    return next((each for each in player.sitters if ply < each.until), player)
