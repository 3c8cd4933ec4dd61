"""The database: rows in, frozen records out. No ORM object, session or SQL leaves this package."""

from bot.storage.errors import Conflict, Duplicate, StorageError
from bot.storage.records import OPEN, Game, Logged, Person, Player, Status
from bot.storage.schema import is_current, upgrade
from bot.storage.store import CHECKPOINT, Store

__all__ = [
    "CHECKPOINT",
    "OPEN",
    "Conflict",
    "Duplicate",
    "Game",
    "Logged",
    "Person",
    "Player",
    "Status",
    "StorageError",
    "Store",
    "is_current",
    "upgrade",
]
