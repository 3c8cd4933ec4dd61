"""The statements on games and their logs, made once.

To build and to recognise a statement of forty columns costs more than to run it.
"""

from typing import Any, Final

from sqlalchemy import Integer, String, bindparam, case, cast, func, insert, select, true, update

from bot.storage.records import Actor, Shards
from bot.storage.tables import ACTIONS, GAMES, PLAYERS, USERS

CHECKPOINT: Final = 16
"""Every so many plies a row of the log carries the position before it."""

_G: Final = GAMES.c
_P: Final = PLAYERS.c
_A: Final = ACTIONS.c
_WANTED: Final = _G.id == bindparam("wanted")
_WHOLE: Final = select(
    # Two are the clock's alone, who reads and changes them by the thousand.
    *(each for each in _G if each.name not in ("credited_at", "shown_until")),
    *(each for each in _P if each is not _P.game_id),
    *(each.label(f"own_{each.name}") for each in USERS.c),
).select_from(
    GAMES.outerjoin(PLAYERS, _P.game_id == _G.id).outerjoin(USERS, USERS.c.id == _P.user_id)
)


def whole(*order: Any) -> Any:
    """Games, each with its players, for ``to_games``; in that order."""
    return _WHOLE.order_by(*order, _G.id, _P.place)


def of_shards(shards: Shards | None) -> Any:
    """The condition for games of servers that these shards see; None is all."""
    if shards is None:
        return true()
    # Discord's formula: an id shifted right by 22 bits, which every database can as a division.
    return ((_G.guild_id // (1 << 22)) % shards.count).in_(shards.ids)


BY_ID: Final = whole().where(_WANTED)
_LOG_UNTIL: Final = (
    select(_A.ply, _A.actor, _A.action, _A.position, _A.by)
    .where(_A.game_id == bindparam("wanted"), _A.ply < bindparam("until"))
    .order_by(_A.ply)
)
LOG: Final = _LOG_UNTIL.where(_A.ply >= bindparam("since"))


def _since_newest(*by: Any) -> Any:
    """The log from the checkpoint before the newest ply by hand."""
    newest = select(func.max(_A.ply)).where(
        _A.game_id == bindparam("wanted"),
        _A.ply >= bindparam("since"),
        _A.ply < bindparam("until"),
        _A.by == Actor.PERSON.value,
        *by,
    )
    begin = func.coalesce(newest.scalar_subquery(), bindparam("since", type_=Integer))
    return _LOG_UNTIL.where(_A.ply >= begin - begin % CHECKPOINT)


LOG_SINCE_WHO: Final = _since_newest(_A.actor == bindparam("who"))
LOG_SINCE_ANYBODY: Final = _since_newest(_A.actor.is_not(None))
SAVE: Final = update(GAMES).where(_WANTED, _G.version == bindparam("as_read")).returning(_G.id)
SAVE_PLAYER: Final = update(PLAYERS).where(
    _P.game_id == bindparam("wanted"), _P.user_id == bindparam("who")
)
APPEND: Final = insert(ACTIONS)
SENDING: Final = (
    update(GAMES)
    .where(_WANTED)
    .values(sending=bindparam("prefix", type_=String) + cast(_G.sends, String), sends=_G.sends + 1)
    .returning(_G.sending)
)
_AS_READ: Final = (_G.version == bindparam("as_read")) & (_G.shown_ply == bindparam("as_shown"))


def _shown(asked_id: Any, *, calls: bool) -> Any:
    sent_at = bindparam("sent_at", type_=_G.message_at.type)
    return (
        update(GAMES)
        .where(_WANTED)
        .values(
            message_id=bindparam("message", type_=_G.message_id.type),
            message_at=sent_at,
            asked_id=asked_id,
            called_at=sent_at if calls else _G.called_at,
            sending=None,
            shown_ply=case(
                (_AS_READ, bindparam("now_shown", type_=_G.shown_ply.type)), else_=_G.shown_ply
            ),
            shown_until=bindparam("until", type_=_G.shown_until.type),
        )
        .returning(_G.version, _G.shown_ply)
    )


_ASKS: Final = bindparam("asks", type_=_G.asked_id.type)
_UNLESS_TO_ASK: Final = case((_G.asked_id.is_(None), None), else_=_ASKS)
SHOWN: Final = {
    (nobody_asked, calls): _shown(_ASKS if nobody_asked else _UNLESS_TO_ASK, calls=calls)
    for nobody_asked in (True, False)
    for calls in (True, False)
}
"""By whether the message that was there asked nobody, and whether this one calls the host."""
REDRAW: Final = update(GAMES).where(_WANTED).values(shown_ply=-1).returning(_G.id)
MOVED_TO: Final = (
    update(GAMES)
    .where(_WANTED)
    .values(
        channel_id=bindparam("where"),
        message_id=None,
        message_at=None,
        sending=None,
        shown_ply=-1,
        version=_G.version + 1,
    )
    .returning(_G.id)
)
