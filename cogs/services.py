"""What the cogs are given: made by the composition root, found on the bot."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from bot.games.service import Games
from cogs.ui.publisher import Publisher
from cogs.ui.studio import Studio


@dataclass(frozen=True, slots=True)
class Services:
    """The games, who shows them, and who draws what people ask for in private."""

    games: Games
    publisher: Publisher
    studio: Studio


@runtime_checkable
class HasServices(Protocol):
    """The bot, as far as a cog needs it."""

    services: Services
