"""What can go wrong with a database, in words an operator can act on."""


class StorageError(Exception):
    """The database cannot be used; the text is one sentence that says what to do."""


class Conflict(Exception):
    """The game has changed since it was read: read it again."""


class Duplicate(Exception):
    """An open game of that server has this code already."""
