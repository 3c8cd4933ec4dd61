"""Who sits at the board and who is away: functions from a game to the game after, no storage."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.games.clock import quiet_hours
from bot.games.errors import NotYours, UserError
from bot.games.model import (
    RUNNING,
    Autopilot,
    Game,
    Person,
    Player,
    Sitter,
    Status,
    UserSettings,
)
from bot.games.naming import name_of
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
    must_run(game)
    player = game.player(user_id)
    if player is not None and player.is_person:
        return player
    sitters = (each.id for player in game.players for each in player.sitters)
    if player is not None or user_id in sitters:
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
    """The game in which that person is asked again; they are there, and need not be called.

    Raises:
        UserError: as ``sitting``.
    """
    player = replace(returned(sitting(game, user_id), now), acted_at=now)
    if player.autopilot is Autopilot.ALL:
        player = replace(player, autopilot=Autopilot.FORCED)
    return game.with_player(player)


def without_past_absences(game: Game, now: datetime) -> Game:
    """The game in which nobody is said to be away until a time that has come."""
    for player in game.players:
        if player.away_until is not None and player.away_until <= now:
            game = game.with_player(replace(player, away_until=None))
    return game


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
        raise NotYours("not_your_turn", name=name_of(game, asked), seat=asked.seat)
    return game.with_player(replace(player, muted_ply=game.ply))


def replaced(game: Game, user_id: int, level: str, now: datetime) -> Game:
    """The game in which a computer has taken that person's seat.

    Raises:
        UserError: as ``sitting``.
    """
    player = sitting(game, user_id)
    computer = _after(game, player, new_computer(game, level))
    players = tuple(computer if each.id == user_id else each for each in game.players)
    return with_host(replace(game, players=players), now)


def _after(game: Game, player: Player, successor: Player) -> Player:
    """The successor at a player's seat, where it is not forgotten who has sat there."""
    sitter = Sitter(player.id, player.name, player.computer, game.ply)
    return replace(successor, seat=player.seat, sitters=(*player.sitters, sitter))


def with_host(game: Game, now: datetime) -> Game:
    """The game with a host who plays it and has not let too many questions pass, if there is one.

    The first who joined, of those at the board if there are any. A new host has heard of no
    request yet: the clock calls them when it may.
    """
    host = next((player for player in game.people if player.id == game.host_id), None)
    here = [player for player in game.people if at_board(player, now)]
    candidates = here or ([] if host is not None else game.people)
    if not candidates or (host is not None and not host.away):
        return game
    game = replace(game, host_id=candidates[0].id)
    return replace(game, call_at=now, called_at=None) if game.requests else game


def new_computer(game: Game, level: str) -> Player:
    """A computer for a place of the game.

    Raises:
        ValueError: there is no such opponent.
    """
    if level not in OPPONENTS:
        raise ValueError(f"no computer plays {level!r}: there are {', '.join(OPPONENTS)}")
    # One that has left its seat keeps its number: the story tells of it.
    taken = {each.id for player in game.players for each in (player, *player.sitters)}
    free = next(number for number in range(-1, -len(taken) - 2, -1) if number not in taken)
    return Player(free, text(game.locale, f"computer.{level}"), None, computer=level)


def asked_for(game: Game, person: Person, seat: Seat, host: UserSettings, now: datetime) -> Game:
    """The game in which a person has asked for a computer's seat; the last to ask counts.

    Whoever has asked already and changes their mind about the seat calls the host no second time.

    Args:
        game: The game.
        person: Who asks.
        seat: What for.
        host: The settings of the host, who is to be called.
        now: The time.

    Raises:
        NotYours: ``left_game``: withdrew from this very game.
        UserError: ``seat_not_free``, ``already_playing``, ``not_started``, ``game_over``.
    """
    must_run(game)
    known = game.player(person.id)
    if known is not None and known.left:  # a second place under the same id is not possible
        raise NotYours("left_game")
    if known is not None:
        raise UserError("already_playing")
    holder = game.player_at(seat)
    if holder is None or holder.computer is None:
        raise UserError("seat_not_free")
    if holder.wanted_by is not None and holder.wanted_by.id == person.id:
        return game
    without = _without_request(game, person.id)
    after = without.with_player(replace(holder, wanted_by=person))
    return after if without != game else calling(after, host, now)


def request_taken_back(game: Game, user_id: int) -> Game:
    """The game in which a person no longer wants a seat.

    Raises:
        UserError: ``no_request``, ``not_started``, ``game_over``.
    """
    must_run(game)
    after = _without_request(game, user_id)
    if after == game:
        raise UserError("no_request")
    return _settled(after)


def calling(game: Game, host: UserSettings, now: datetime) -> Game:
    """The game that calls its host about requests: now, or when their settings allow it.

    Out of quiet hours, and so long after the last call as they want between two reminders.
    """
    at = now if game.called_at is None else max(now, game.called_at + host.reminder_every)
    if quiet := quiet_hours(host, at):
        at = quiet[1]
    if at > now:
        return replace(game, call_at=at)
    # The board that calls them also shows what they are asked: one ping for both.
    ping_at = None if game.waits_for == game.host_id else game.ping_at
    return replace(game, call_at=None, called_at=None, ping_at=ping_at)


def _without_request(game: Game, user_id: int) -> Game:
    players = tuple(
        replace(each, wanted_by=None)
        if each.wanted_by is not None and each.wanted_by.id == user_id
        else each
        for each in game.players
    )
    return replace(game, players=players)


def _settled(game: Game) -> Game:
    """The game after something was decided about a request: with none left nobody is called."""
    return game if game.requests else replace(game, call_at=None)


def must_run(game: Game) -> None:
    """Raises ``UserError`` unless the game is running: ``not_started``, ``game_over``."""
    if game.status not in RUNNING:
        raise UserError("not_started" if game.status is Status.LOBBY else "game_over")


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
    must_run(game)
    if not moderator and by_user != game.host_id:
        host = game.player(game.host_id)
        raise UserError("not_host", name=host.name if host is not None else "")
    for each in game.players:
        person = each.wanted_by
        if person is None or person.id != settings.id or each.computer is None:
            continue
        if not allow:
            return _settled(game.with_player(replace(each, wanted_by=None)))
        player = Player(
            person.id, person.name, None, autopilot=settings.autopilot, settings=settings
        )
        player = _after(game, each, player)
        players = tuple(player if other is each else other for other in game.players)
        return _settled(with_host(replace(game, players=players), now))
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
