"""From where on a game is told to somebody who asks."""

from collections.abc import Sequence

from bot.games.model import Actor, Game, Played
from bot.rules import Seat


def recent(story: Sequence[Played], game: Game, furthest: int) -> list[Played]:
    """What happened since whoever is asked rolled or moved by hand, from ply ``furthest`` on.

    When nobody is asked, since and with the last time that anybody did. Their own last press is
    in it too if it was in this very turn: what they rolled, or earned a count by.
    """
    told = [played for played in story if played.entry.ply >= furthest]
    for at in reversed(range(len(told))):
        entry = told[at].entry
        if entry.by is not Actor.PERSON or entry.actor is None:
            continue
        if game.waits_for is None:
            return told[at:]
        if entry.actor == game.waits_for:
            turn = None if game.state is None else game.state.turn
            goes_on = all(played.before.turn is turn for played in told[at:])
            return told[at if goes_on else at + 1 :]
    return told


def missed(story: Sequence[Played], game: Game, user_id: int) -> Sequence[Played]:
    """What somebody asks about who was not looking.

    To a player, all since what they last rolled or moved by hand, in an earlier turn if it is
    their turn now; to somebody who plays no part (any more), the last round: all since the end of
    the last turn of whoever is asked.

    Args:
        story: What was last played, up to the position of ``game``.
        game: The game, started.
        user_id: Who asks.
    """
    if not story:
        return story
    turn = _turn(story, game)
    began = _turn_began(story, len(story), turn)
    player = game.player(user_id)
    if player is None or player.left:
        while began and story[began - 1].before.turn is not turn:
            began -= 1
        return story[began:]
    until = began if game.asks is not None and player.seat is turn else len(story)
    by_hand = (at for at in reversed(range(until)) if story[at].entry.actor == user_id)
    return story[next(by_hand, -1) + 1 :]


def turn_until(story: Sequence[Played], end: int) -> Sequence[Played]:
    """The turn in which the action before index ``end`` was played, up to that action."""
    return story[_turn_began(story, end, story[end - 1].before.turn) : end] if end else ()


def _turn(story: Sequence[Played], game: Game) -> Seat:
    """Whose turn it is; when it is over, was."""
    if game.asks is None or game.state is None:
        return story[-1].before.turn
    return game.state.turn


def _turn_began(story: Sequence[Played], end: int, turn: Seat) -> int:
    """Where the plies of a seat's turn begin that ends before ``end``; ``end`` if there are none.

    A seat's turn never follows another one of the same seat.
    """
    while end and story[end - 1].before.turn is turn:
        end -= 1
    return end
