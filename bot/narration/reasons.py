"""Why a piece may not move, or why only this one may, each with the rule behind it."""

from bot.i18n import listed, text
from bot.narration.words import number_of, place_name
from bot.rules import State, Stop, Why, explain


def reason_text(locale: str, state: State, stop: Stop) -> str:
    """What keeps a piece of the seat to move from moving, with the rule: ``… (P8)``."""
    ring, seat, place = state.rules.ring, state.turn, stop.place
    lane = place is not None and place >= ring.loop
    why = text(
        locale,
        f"why.{stop.why}_lane" if lane else f"why.{stop.why}",
        place=None if place is None else number_of(ring, seat, place),
        excess=stop.excess,
        faces=listed(locale, [str(face) for face in sorted(state.rules.enter_faces)], "or"),
    )
    return text(locale, "reason.cited", why=why, rule=stop.rule)


def lost_roll_reason(locale: str, before: State, face: int) -> str:
    """Why nothing can move by a face: each reason once, with the places where it holds.

    Args:
        locale: The language.
        before: The position in which the die was to fall.
        face: What fell, 1..6.
    """
    ring, seat = before.rules.ring, before.turn
    by_reason: dict[str, list[str]] = {}
    for piece in explain(before, face).pieces:
        if piece.stop is not None and piece.stop.why is not Why.AT_HOME:
            reason = reason_text(locale, before, piece.stop)
            by_reason.setdefault(reason, []).append(place_name(locale, ring, seat, piece.place))
    if len(by_reason) == 1:
        return next(iter(by_reason))
    return "; ".join(
        text(locale, "reason.piece", places=listed(locale, places), why=reason)
        for reason, places in by_reason.items()
    )
