"""What people do about their seats: autopilot, absences, seats of computers, votes to end."""

from datetime import datetime

from bot.games import attendance, pace
from bot.games.desk import Desk
from bot.games.errors import UserError
from bot.games.lobby import stored_name
from bot.games.model import Autopilot, Game, Person, Status, UserSettings
from bot.games.turns import finished
from bot.rules import Seat


class Presence(Desk):
    """The verbs of those who play, beside rolling and moving.

    All of them raise ``UserError`` with ``no_game``, ``not_started`` (a lobby) or ``game_over``,
    and ``NotYours`` with ``not_in_game`` or ``left_game``, unless they say otherwise.
    """

    async def set_autopilot(self, game_id: int, user_id: int, autopilot: Autopilot) -> Game:
        """So much is played for that person from now on; the game goes on by it at once."""
        return await self._changed(
            game_id, lambda game, now: attendance.with_autopilot(game, user_id, autopilot, now)
        )

    async def back(self, game_id: int, user_id: int) -> Game:
        """That person is here again, is asked again, and a paused game goes on."""
        return await self._changed(game_id, lambda game, now: attendance.back(game, user_id, now))

    async def away(self, game_id: int, user_id: int, until: datetime) -> Game:
        """The computer plays for that person until then; a past time ends the absence.

        Raises:
            UserError: ``away_too_long`` (``days`` are left of the 30 in one game).
        """
        return await self._changed(
            game_id, lambda game, now: attendance.away(game, user_id, until, now)
        )

    async def mute(self, game_id: int, user_id: int) -> Game:
        """No more reminders of the question that is put to that person.

        Raises:
            NotYours: ``not_your_turn`` (name and seat of who is asked).
        """
        return await self._changed(game_id, lambda game, _: attendance.muted(game, user_id))

    async def request_seat(self, game_id: int, person: Person, seat: Seat) -> Game:
        """A person would like to take a computer's seat: ``wanted_by`` of its player.

        The host is to be called about it once, when their quiet hours allow it, and no sooner after
        the last request than they want to be reminded.

        Raises:
            NotYours: ``left_game``: withdrew from this very game.
            UserError: ``seat_not_free``, ``already_playing``.
        """
        wanting = Person(person.id, stored_name(person.name))

        async def once(game: Game) -> Game:
            now = self._now()
            host = game.settings_of(game.host_id)
            after = attendance.asked_for(game, wanting, seat, host, now)
            return await self._went_on(game, after, now)

        return await self._locked(game_id, once)

    async def take_request_back(self, game_id: int, user_id: int) -> Game:
        """A person no longer wants the seat that they asked for.

        Raises:
            UserError: ``no_request``.
        """
        return await self._changed(
            game_id, lambda game, _: attendance.request_taken_back(game, user_id)
        )

    async def allow_seat(
        self,
        game_id: int,
        by_user: int,
        person_id: int,
        *,
        moderator: bool = False,
        allow: bool = True,
    ) -> Game:
        """The host or a moderator lets a person have the seat they asked for, or does not.

        Raises:
            UserError: ``not_host``, ``no_request``.
        """
        settings = await self.settings(person_id)
        return await self._changed(
            game_id,
            lambda game, now: attendance.let_in(
                game, by_user, settings, now, moderator=moderator, allow=allow
            ),
        )

    async def vote_end(self, game_id: int, user_id: int) -> Game:
        """Agrees to end the game without a winner, or no longer; it ends when all agree.

        Whoever has let three questions in a row pass is not waited for.
        """
        return await self._changed(game_id, lambda game, _: attendance.voted(game, user_id))

    async def end(self, game_id: int, user_id: int, *, moderator: bool) -> Game:
        """A moderator ends a running game without a winner. Twice is the same as once.

        Raises:
            UserError: ``not_moderator``.
        """

        def change(game: Game, now: datetime) -> Game:
            if not moderator:
                raise UserError("not_moderator")
            if game.status is Status.ENDED:
                return game
            attendance.must_run(game)
            return finished(game, Status.ENDED, now)

        return await self._changed(game_id, change)

    # -- one's own -----------------------------------------------------------------------------

    async def settings(self, user_id: int) -> UserSettings:
        """What a person has set as their own; the defaults if they have not."""
        return (await self._store.settings([user_id]))[user_id]

    async def save_settings(self, settings: UserSettings) -> UserSettings:
        """Stores what a person has set, and returns it as it is stored.

        It counts from the next question on; an autopilot, from the next game on.

        Raises:
            UserError: ``bad_zone``, ``bad_time`` (quiet hours), ``bad_interval`` (between two
                reminders: ten minutes to seven days).
        """
        settings = pace.checked(settings)
        await self._store.save_settings(settings)
        return await self.settings(settings.id)
