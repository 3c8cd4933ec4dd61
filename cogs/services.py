"""What the cogs are given: made by the composition root, found on the bot."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from bot.games.service import Games
from cogs.ui.publisher import Publisher


@dataclass(frozen=True, slots=True)
class Services:
    """The games, and who shows them."""

    games: Games
    publisher: Publisher


@runtime_checkable
class HasServices(Protocol):
    """The bot, as far as a cog needs it."""

    services: Services
