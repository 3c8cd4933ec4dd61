"""Every kind of call that the bot makes of Discord, by its route, and how each can be refused."""

import re
from collections import Counter
from typing import Any

from simcord.backend.errors import BackendError

from cogs.ui.rest import Code

ROUTES = {
    "answer": r"POST /interactions/\d+/[^/]+/callback",
    "follow": r"POST /webhooks/\d+/[^/]+",
    "change": r"PATCH /webhooks/\d+/[^/]+/messages/@original",
    "remove": r"DELETE /webhooks/\d+/[^/]+/messages/@original",
    "send": r"POST /channels/\d+/messages",
    "edit": r"PATCH /channels/\d+/messages/\d+",
    "delete": r"DELETE /channels/\d+/messages/\d+",
    "search": r"GET /channels/\d+/messages",
    "channel": r"GET /channels/\d+",
    "member": r"GET /guilds/\d+/members/\d+",
    "thread": r"POST /channels/\d+/threads",
    "drop": r"DELETE /channels/\d+",
    "register": r"PUT /applications/\d+/commands",
}
"""By kind. A call of any other route is a fault in every test with the simulated Discord: whoever
adds one says here what it is, and in ``test_refusals`` what becomes of it when it is refused."""

REFUSALS: dict[str, tuple[int, int] | None] = {
    "429": (429, 0),
    "30046": (429, Code.OLD_EDITS),
    "500": (500, 0),
    "503": (503, 0),
    "10008": (404, Code.UNKNOWN_MESSAGE),
    "50001": (403, Code.MISSING_ACCESS),
    "50013": (403, Code.MISSING_PERMISSIONS),
    "50083": (400, Code.ARCHIVED),
    "reset": None,
}
"""By name: status and code of the refusal; None is no answer at all, the connection is cut."""

LIBRARYS = ("GET /oauth2/applications/@me",)
"""What the library asks for when it logs in: refused, ``parchis run`` ends with a sentence."""


def kind_of(method: str, path: str) -> str | None:
    """The kind of a call; None for one that is in no table."""
    return next((kind for kind, r in ROUTES.items() if re.fullmatch(r, f"{method} {path}")), None)


class Refusing:
    """Discord, as far as it refuses calls."""

    def __init__(self) -> None:
        self._refused: dict[str, str] = {}
        self.count: Counter[str] = Counter()
        """By kind, how often it has been refused."""

    def refuse(self, kind: str, refusal: str) -> None:
        """From now on each call of that kind is refused in that way."""
        self._refused[kind] = refusal

    def relent(self) -> None:
        """From now on nothing is refused."""
        self._refused.clear()

    def means_it(self, kind: str | None) -> bool:
        """Whether Discord says of a message that is to be deleted that there is none: then so."""
        return kind == "delete" and self._refused.get(kind) == "10008"

    def check(self, kind: str | None) -> None:
        """Raise what the library sees if a call of that kind is refused."""
        refusal = self._refused.get(kind or "")
        if kind is None or refusal is None:
            return
        self.count[kind] += 1
        answer: Any = REFUSALS[refusal]
        if answer is None:
            raise ConnectionResetError("reset by peer")
        raise BackendError(*answer, "refused by the test")
