"""The lobby's rules, as functions from a game to the game after; nothing is stored here."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.games.attendance import new_computer
from bot.games.errors import UserError
from bot.games.model import Autopilot, Dice, Game, Leaving, Pace, Person, Player, Status
from bot.games.pace import LIMITS, checked_limit
from bot.rules import SEATS, Ruleset, Seat, highest, initial, play_order, seats_for

LIFETIME: Final = timedelta(days=7)
"""A lobby that nobody starts closes after this time."""
NAME_LIMIT: Final = 64
"""Discord allows 32 characters; what is longer is cut."""
LETTERS: Final = "BCDFGHJKMNPRSTWXYZ"
"""No vowels, so that no word comes out, and nothing that looks like a digit or another letter."""


def new_code() -> str:
    """Four letters; one of 104,976."""
    return "".join(secrets.choice(LETTERS) for _ in range(4))


def is_code(text: str) -> bool:
    """Whether a text could be the code of a game."""
    return len(text) == 4 and all(letter in LETTERS for letter in text)


def opened(
    host: Person,
    *,
    code: str,
    guild_id: int,
    channel_id: int,
    locale: str,
    rules: Ruleset,
    max_players: int,
    invited: Sequence[Person],
    computers: Sequence[str],
    pace: Pace,
    limit: timedelta | None,
    on_leave: Leaving,
    thread: bool,
    theme: str | None,
    now: datetime,
) -> Game:
    """A new lobby with its host in it and a place kept for everybody invited; it has no id yet.

    Raises:
        UserError: ``teams_players`` (2v2 is for exactly four), ``invite_self``,
            ``too_many_invited`` (computers count too), ``bad_limit``.
        ValueError: not two to four players, or no such computer.
    """
    if not 2 <= max_players <= 4:
        raise ValueError(f"a game is for 2 to 4 players, not {max_players}")
    if rules.teams and max_players != 4:
        raise UserError("teams_players")
    guests = {person.id: person for person in invited}
    if host.id in guests:
        raise UserError("invite_self")
    if len(guests) + len(computers) > max_players - 1:
        raise UserError("too_many_invited", most=max_players - 1)
    players = [Player(host.id, stored_name(host.name), None)]
    players += [Player(each.id, stored_name(each.name), None, True) for each in guests.values()]
    game = Game(
        id=0,
        code=code,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host.id,
        locale=locale,
        status=Status.LOBBY,
        rules=rules,
        max_players=max_players,
        players=tuple(players),
        opening=(),
        state=None,
        ply=0,
        version=0,
        created_at=now,
        expires_at=now + LIFETIME,
        ended_at=None,
        message_id=None,
        message_at=None,
        shown_ply=-1,
        asked_id=None,
        sending=None,
        sends=0,
        pace=pace,
        limit=LIMITS[pace] if limit is None else checked_limit(limit),
        on_leave=on_leave,
        thread=thread,
        theme=theme,
    )
    for level in computers:
        game = _seated(game, new_computer(game, level))
    return game


def with_computer(game: Game, user_id: int, level: str) -> Game:
    """The lobby with one more computer; the host decides.

    Raises:
        UserError: ``not_host``, ``lobby_full``, ``place_reserved``, ``already_started`` or
            ``lobby_closed``.
        ValueError: there is no such computer.
    """
    _must_be_lobby(game)
    _must_be_host(game, user_id)
    _must_have_room(game)
    return _seated(game, new_computer(game, level))


def without_computer(game: Game, user_id: int, computer_id: int | None) -> Game:
    """The lobby with one computer less, the one named or the last that came.

    Raises:
        UserError: ``not_host``, ``no_computer``, ``already_started`` or ``lobby_closed``.
    """
    _must_be_lobby(game)
    _must_be_host(game, user_id)
    computers = [each.id for each in game.players if each.computer is not None]
    if not computers or (computer_id is not None and computer_id not in computers):
        raise UserError("no_computer")
    gone = computers[-1] if computer_id is None else computer_id
    return replace(game, players=tuple(each for each in game.players if each.id != gone))


def joined(game: Game, person: Person, seat: Seat | None) -> Game:
    """The game with the person in it, on the colour asked for or on any (G4).

    In 2v2 the seats are drawn at the start, so no colour is kept.

    Raises:
        UserError: ``already_started``, ``lobby_closed``, ``seat_taken``, ``lobby_full``, or
            ``place_reserved`` if the only places left are kept for people invited.
    """
    _must_be_lobby(game)
    if game.rules.teams:
        seat = None
    known = game.player(person.id)
    if known is None:
        _must_have_room(game)
    if seat is not None:
        holder = game.player_at(seat)
        if holder is not None and holder.id != person.id:
            raise UserError("seat_taken", seat=seat, name=holder.name)
    player = Player(person.id, stored_name(person.name), seat)
    if known is not None and not known.invited:
        return game.with_player(player)
    return _seated(game, player)


def left(game: Game, user_id: int, now: datetime) -> Game:
    """The lobby without that person; the host's role passes to who joined next.

    The last one out cancels, also if somebody invited has not come yet.

    Raises:
        UserError: ``not_in_lobby``, ``already_started`` or ``lobby_closed``.
    """
    _must_be_lobby(game)
    if game.player(user_id) is None:
        raise UserError("not_in_lobby")
    players = tuple(each for each in game.players if each.id != user_id)
    here = [each for each in players if not each.invited and each.is_person]
    if not here:
        return _ended(replace(game, players=players), Status.CANCELLED, now)
    host_id = here[0].id if user_id == game.host_id else game.host_id
    return replace(game, players=players, host_id=host_id)


def cancelled(game: Game, user_id: int, now: datetime, *, moderator: bool) -> Game:
    """The lobby, closed by its host or by somebody who may manage the channel.

    Raises:
        UserError: ``not_host``, ``already_started`` or ``lobby_closed``.
    """
    _must_be_lobby(game)
    _must_be_host(game, user_id, moderator=moderator)
    return _ended(game, Status.CANCELLED, now)


def started(game: Game, user_id: int, dice: Dice, autopilots: Mapping[int, Autopilot]) -> Game:
    """The game before its first roll: seats by G4 (2v2: drawn, G11), who starts by G6.

    Who was invited and has not come is not in it. People begin with their own autopilots.

    Raises:
        UserError: ``not_host``, ``need_two``, ``need_four``, ``already_started`` or
            ``lobby_closed``.
    """
    _must_be_lobby(game)
    _must_be_host(game, user_id)
    here = [player for player in game.players if not player.invited]
    if game.rules.teams and len(here) != 4:
        raise UserError("need_four")
    if len(here) < 2:
        raise UserError("need_two")
    if game.rules.teams:
        seats = tuple(dice.draw(game.id, SEATS))
    else:
        seats = seats_for(game.rules.ring, [player.seat for player in here])
    players = tuple(
        replace(player, seat=seat, autopilot=autopilots.get(player.id, Autopilot.FORCED))
        for player, seat in zip(here, seats, strict=True)
    )
    opening = _opening(game, play_order(seats, seats[0], game.rules.order), dice)
    [starter] = highest(dict(opening[-1]))
    return replace(
        game,
        status=Status.PLAYING,
        players=players,
        opening=opening,
        throws=sum(len(throws) for throws in opening),
        state=initial(game.rules, seats, starter),
        expires_at=None,
    )


def stored_name(name: str) -> str:
    """A name as it is stored: raw, but cut to a length and without what no database takes."""
    name = name.replace("\0", "�").encode("utf-8", "replace").decode("utf-8")
    return name[:NAME_LIMIT]


def _opening(
    game: Game, seats: Sequence[Seat], dice: Dice
) -> tuple[tuple[tuple[Seat, int], ...], ...]:
    """Rounds of throws until one is the highest (G6)."""
    rounds: list[tuple[tuple[Seat, int], ...]] = []
    number = game.throws
    while len(seats) > 1:
        throws: list[tuple[Seat, int]] = []
        for seat in seats:
            throws.append((seat, dice.throw(game.id, number)))
            number += 1
        rounds.append(tuple(throws))
        seats = highest(dict(throws))
    return tuple(rounds)


def _ended(game: Game, status: Status, now: datetime) -> Game:
    return replace(game, status=status, expires_at=None, ended_at=now)


def _seated(game: Game, player: Player) -> Game:
    # Places in the list are in order of joining, so those still awaited stay behind.
    others = [each for each in game.players if each.id != player.id]
    here = [each for each in others if not each.invited]
    awaited = [each for each in others if each.invited]
    return replace(game, players=(*here, player, *awaited))


def _must_have_room(game: Game) -> None:
    taken = [player for player in game.players if not player.invited]
    if len(taken) >= game.max_players:
        raise UserError("lobby_full")
    if len(game.players) >= game.max_players:
        raise UserError("place_reserved")


def _must_be_lobby(game: Game) -> None:
    match game.status:
        case Status.LOBBY:
            return
        case Status.CANCELLED | Status.EXPIRED:
            raise UserError("lobby_closed")
        case _:
            raise UserError("already_started")


def _must_be_host(game: Game, user_id: int, *, moderator: bool = False) -> None:
    if user_id != game.host_id and not moderator:
        host = game.player(game.host_id)
        raise UserError("not_host", name=host.name if host is not None else "")
