"""The database: rows in, frozen records out. No ORM object, session or SQL leaves this package."""

from bot.storage.copying import copy
from bot.storage.errors import Conflict, Duplicate, StorageError
from bot.storage.records import (
    OPEN,
    RUNNING,
    Actor,
    Autopilot,
    Game,
    Leaving,
    Logged,
    Pace,
    Person,
    Player,
    Shards,
    Sitter,
    Status,
    Times,
    UserSettings,
)
from bot.storage.schema import is_current, upgrade
from bot.storage.statements import CHECKPOINT
from bot.storage.timetable import Store

__all__ = [
    "CHECKPOINT",
    "OPEN",
    "RUNNING",
    "Actor",
    "Autopilot",
    "Conflict",
    "Duplicate",
    "Game",
    "Leaving",
    "Logged",
    "Pace",
    "Person",
    "Player",
    "Shards",
    "Sitter",
    "Status",
    "StorageError",
    "Store",
    "Times",
    "UserSettings",
    "copy",
    "is_current",
    "upgrade",
]
