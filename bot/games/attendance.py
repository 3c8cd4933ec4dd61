"""Who sits at the board and who is away: functions from a game to the game after, no storage."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.games.errors import NotYours, UserError
from bot.games.model import RUNNING, Autopilot, Game, Person, Player, Status, UserSettings
from bot.i18n import text
from bot.opponents import OPPONENTS
from bot.rules import Seat

MISSES: Final = 3
"""So many questions in a row that somebody lets pass, and their seat plays by itself."""
AWAY_AT_MOST: Final = timedelta(days=30)
"""In one game, all absences together."""
PAUSED_FOR: Final = timedelta(days=14)
"""A game to which nobody comes back closes then."""


def at_board(player: Player, now: datetime) -> bool:
    """Whether this is a person who will be asked."""
    return player.is_person and not player.invited and not player.plays_itself(now)


def sitting(game: Game, user_id: int) -> Player:
    """The person's place in a running game.

    Raises:
        NotYours: ``not_in_game``, or ``left_game`` (they were).
        UserError: ``not_started``, ``game_over``.
    """
    if game.status not in RUNNING:
        raise UserError("not_started" if game.status is Status.LOBBY else "game_over")
    player = game.player(user_id)
    if player is not None and player.is_person:
        return player
    if player is not None or any(each.former_id == user_id for each in game.players):
        raise NotYours("left_game")
    raise NotYours("not_in_game")


def missed(player: Player) -> Player:
    """The player after one more question without an answer."""
    misses = player.misses + 1
    return replace(player, misses=misses, away=player.away or misses >= MISSES)


def returned(player: Player, now: datetime) -> Player:
    """The player, who is here again; what was left of an absence is not counted."""
    left = timedelta(0)
    if player.away_until is not None and player.away_until > now:
        left = player.away_until - now
    return replace(
        player,
        misses=0,
        away=False,
        away_until=None,
        away_spent=max(player.away_spent - left, timedelta(0)),
    )


def back(game: Game, user_id: int, now: datetime) -> Game:
    """The game in which that person is asked again.

    Raises:
        UserError: as ``sitting``.
    """
    player = returned(sitting(game, user_id), now)
    if player.autopilot is Autopilot.ALL:
        player = replace(player, autopilot=Autopilot.FORCED)
    return game.with_player(player)


def with_autopilot(game: Game, user_id: int, autopilot: Autopilot, now: datetime) -> Game:
    """The game in which so much is played for that person; whoever wants to be asked is here.

    Raises:
        UserError: as ``sitting``.
    """
    player = sitting(game, user_id)
    if autopilot is not Autopilot.ALL:
        player = returned(player, now)
    return game.with_player(replace(player, autopilot=autopilot))


def away(game: Game, user_id: int, until: datetime, now: datetime) -> Game:
    """The game in which the computer plays for that person until then; a past time ends it.

    Raises:
        UserError: ``away_too_long`` (``days`` that are left in this game), or as ``sitting``.
    """
    player = returned(sitting(game, user_id), now)
    if until > now:
        spent = player.away_spent + (until - now)
        if spent > AWAY_AT_MOST:
            raise UserError("away_too_long", days=(AWAY_AT_MOST - player.away_spent).days)
        # Seconds are what is stored.
        spent = timedelta(seconds=round(spent.total_seconds()))
        player = replace(player, away_until=until, away_spent=spent)
    return game.with_player(player)


def muted(game: Game, user_id: int) -> Game:
    """The game that reminds that person of the present question no more.

    Raises:
        NotYours: ``not_your_turn`` (name and seat of who is asked).
        UserError: as ``sitting``.
    """
    player, asked = sitting(game, user_id), game.asks
    if asked is not None and asked.id != user_id:
        raise NotYours("not_your_turn", name=asked.name, seat=asked.seat)
    return game.with_player(replace(player, muted_ply=game.ply))


def replaced(game: Game, user_id: int, level: str) -> Game:
    """The game in which a computer has taken that person's seat.

    Raises:
        UserError: as ``sitting``.
    """
    player = sitting(game, user_id)
    computer = new_computer(game, level)
    computer = replace(computer, seat=player.seat, former_id=player.id)
    players = tuple(computer if each.id == user_id else each for each in game.players)
    return with_host(replace(game, players=players))


def with_host(game: Game) -> Game:
    """The game with a host who still plays it, if there is anybody: the first who joined."""
    people = game.people
    if not people or any(player.id == game.host_id for player in people):
        return game
    return replace(game, host_id=people[0].id)


def new_computer(game: Game, level: str) -> Player:
    """A computer for a place of the game.

    Raises:
        ValueError: there is no such opponent.
    """
    if level not in OPPONENTS:
        raise ValueError(f"no computer plays {level!r}: there are {', '.join(OPPONENTS)}")
    taken = {player.id for player in game.players}
    free = next(number for number in range(-1, -len(taken) - 2, -1) if number not in taken)
    return Player(free, text(game.locale, f"computer.{level}"), None, computer=level)


def asked_for(game: Game, person: Person, seat: Seat) -> Game:
    """The game in which a person has asked for a computer's seat; the last to ask counts.

    Raises:
        NotYours: ``left_game``: withdrew from this very game.
        UserError: ``seat_not_free``, ``already_playing``, ``not_started``, ``game_over``.
    """
    if game.status not in RUNNING:
        raise UserError("not_started" if game.status is Status.LOBBY else "game_over")
    known = game.player(person.id)
    if known is not None and known.left:  # a second place under the same id is not possible
        raise NotYours("left_game")
    if known is not None:
        raise UserError("already_playing")
    holder = game.player_at(seat)
    if holder is None or holder.computer is None:
        raise UserError("seat_not_free")
    # One wish for each person.
    players = tuple(
        replace(each, wanted_by=None)
        if each.wanted_by is not None and each.wanted_by.id == person.id
        else each
        for each in game.players
    )
    game = replace(game, players=players)
    return game.with_player(replace(holder, wanted_by=person))


def let_in(
    game: Game,
    by_user: int,
    settings: UserSettings,
    now: datetime,
    *,
    moderator: bool,
    allow: bool,
) -> Game:
    """The game in which the person of these settings has the seat they asked for, or was refused.

    Raises:
        UserError: ``not_host``, ``no_request``, ``not_started``, ``game_over``.
    """
    if game.status not in RUNNING:
        raise UserError("not_started" if game.status is Status.LOBBY else "game_over")
    if not moderator and by_user != game.host_id:
        host = game.player(game.host_id)
        raise UserError("not_host", name=host.name if host is not None else "")
    for each in game.players:
        person = each.wanted_by
        if person is None or person.id != settings.id or each.computer is None:
            continue
        if not allow:
            return game.with_player(replace(each, wanted_by=None))
        player = Player(person.id, person.name, each.seat, autopilot=settings.autopilot)
        players = tuple(player if other is each else other for other in game.players)
        return with_host(replace(game, players=players))
    raise UserError("no_request")


def voted(game: Game, user_id: int) -> Game:
    """The game with that person's vote to end it, or without it if it was given.

    Raises:
        UserError: as ``sitting``.
    """
    player = sitting(game, user_id)
    return game.with_player(replace(player, wants_end=not player.wants_end))


def agreed(game: Game) -> bool:
    """Whether all want to end the game: who has let too many questions pass is not waited for."""
    return any(player.wants_end for player in game.people) and all(
        player.wants_end or player.away for player in game.people
    )
