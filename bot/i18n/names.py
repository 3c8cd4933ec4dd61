"""Display names made harmless: what a stranger calls themselves goes through here first."""

import unicodedata
from functools import lru_cache
from typing import Final

NAME_LIMIT: Final = 32
"""Characters of a name that are shown."""

# Letters by their category, yet nothing is seen of them: whole names are made of them.
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")


@lru_cache(4096)
def plain_name(name: str) -> str:
    """A display name that does nothing but stand there: one line of at most 32 characters.

    Without control, direction and zero-width characters and blank letters, with at most two marks
    on a letter, cut with an ellipsis; ``?`` if nothing is left. Markdown is not touched.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(char)
        if char in _BLANK or char.isspace():
            char = " "
        elif kind in ("Cc", "Cf", "Cs", "Co", "Cn"):
            continue
        if kind in ("Mn", "Me"):
            marks += 1
            if marks > 2 or not kept or kept[-1] == " ":
                continue
        else:
            marks = 0
        if char != " " or (kept and kept[-1] != " "):
            kept.append(char)
    plain = "".join(kept).strip()
    if len(plain) > NAME_LIMIT:
        plain = plain[: NAME_LIMIT - 1].rstrip() + "…"
    return plain or "?"
