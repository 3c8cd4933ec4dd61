"""What can be wrong with a wish; each becomes a private answer in the person's language."""


class UserError(Exception):
    """An expected refusal: the catalog key of its answer, ``error.<key>``, and its parameters."""

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(f"{key} {params}")
        self.key = key
        self.params = params


class Stale(UserError):
    """The position has moved on since the button was drawn (F11)."""


class NotYours(UserError):
    """Somebody other than the player who is asked (F12)."""
