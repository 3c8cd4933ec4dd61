"""A simulated Discord with our bot in it, and people who do what people do."""

import logging
import operator
import random
from collections.abc import Callable, Container, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import InteractionType, OverwriteType
from simcord.http import client as simcord_client
from simcord.http import router as simcord_router

from bot.app import ParchisBot
from bot.games.model import Game, Status
from bot.games.service import Games
from bot.i18n import text
from bot.rules import Chance, Seat, to_act
from bot.storage import Store
from cogs.ui.budget import Budget
from rendering.renderer import Renderer
from tests.discord import limits
from tests.discord.calls import Refusing
from tests.discord.chance import Dice, Errors, lucky
from tests.discord.sight import Sight
from tests.discord.watch import Watch

Person = simcord.MemberActor
LIVE = {"pace": "live", "limit": "14 d", "on_leave": "withdraw"}
"""What tests about single presses play by unless they say otherwise: each roll has its button."""


async def _nowhere(_seconds: float) -> None:
    raise AssertionError("nothing in a test waits")


class Endless(Budget):
    """As many messages as one likes: tests press faster than people."""

    def __init__(self) -> None:
        super().__init__(1 << 30, 0.0, sleep=_nowhere)


def es(key: str, **params: object) -> str:
    """What the bot says in Spanish."""
    return text("es", key, **params)


class World(Watch, Sight):
    """One server with one channel, our bot on a database of its own, and people.

    Everything the bot asks of Discord is held against Discord's limits (``faults``), which are
    asserted to be none at the end of each test.
    """

    def __init__(self, file: Path, renderer: Renderer) -> None:
        self.url = f"sqlite:///{file}"
        self.renderer = renderer
        self.dice = Dice()
        self.faults: list[str] = []
        self.refusing = Refusing()
        self.errors = Errors()
        self.forgiven = 0
        """How many of the errors that simcord has caught a test has looked at."""
        self.locales: dict[int, str] = {}
        self.guild_locale = "es-ES"
        self.upload_limit = limits.ATTACHMENT
        """Bytes that a file may have in this server."""
        self.budget: Budget = Endless()
        self._skipped = timedelta()
        self.store = Store(self.url)
        self.bot = self._bot()
        self._asked_at: dict[str, float] = {}
        self._nonces: dict[tuple[int, str], Any] = {}
        self.env = simcord.Env(self.bot, shard_count=1)

    def _bot(self, renderer: Renderer | None = None) -> ParchisBot:
        self.games = Games(self.store, self.dice, self.now)
        return ParchisBot(
            self.games,
            renderer or self.renderer,
            self.now,
            shard_count=1,
            pauses=(0.0, 0.0),
            budget=self.budget,
        )

    def now(self) -> datetime:
        return self.env.now() + self._skipped

    def later(self, time: timedelta) -> None:
        """Let time pass for the bot, without living through each tick of its clock."""
        self._skipped += time

    async def __aenter__(self) -> "World":
        logging.getLogger().addHandler(self.errors)
        self._dispatch = simcord_router.dispatch
        simcord_router.dispatch = self._watched  # type: ignore[assignment]
        assert simcord_client.router is simcord_router
        await self.env.start()
        self.env.backend.subscribers.insert(0, self._heard)
        self._store_attachment = self.env.backend.cdn.store_attachment
        self.env.backend.cdn.store_attachment = self._stored  # type: ignore[method-assign]
        self.guild = self.env.create_guild("Casa")
        self.channel = self.guild.create_text_channel("parchís")
        self.ana, self.luis, self.carmen, self.pablo = (
            self.person(name) for name in ("Ana", "Luis", "Carmen", "Pablo")
        )
        return self

    async def __aexit__(self, *failure: Any) -> None:
        try:
            await self.env.shutdown()
            await self.bot.close()
            await self.store.close()
        finally:
            simcord_router.dispatch = self._dispatch
            logging.getLogger().removeHandler(self.errors)

    async def restart(self, renderer: Renderer | None = None) -> None:
        """The process ends and another one starts, on the same database."""
        await self.store.close()
        self.store = Store(self.url)
        self.bot = self._bot(renderer)
        await self.env.restart_bot(self.bot)

    # -- people --------------------------------------------------------------------------------

    def person(self, name: str, *, locale: str = "es-ES", bot: bool = False) -> Person:
        user = self.env.create_user(f"user{len(self.locales)}", global_name=name, bot=bot)
        self.locales[user.id] = locale
        return self.guild.add_member(user)

    def thread(self, parent: ChannelHandle) -> ChannelHandle:
        """A thread of a channel, or a post of a forum."""
        made = self.env.backend.create_thread(parent.id, "hilo", owner_id=self.ana.id)
        return ChannelHandle(self.env, self.guild, made)

    def who(self, user_id: int) -> Person:
        return next(
            person
            for person in (self.ana, self.luis, self.carmen, self.pablo)
            if person.id == user_id
        )

    async def command(
        self, person: Person, name: str, channel: ChannelHandle | None = None, **options: Any
    ) -> str:
        """Give a command; hands back the private answer, "" for none."""
        if name == "new":
            options = {each: value for each, value in {**LIVE, **options}.items() if value}
        result = await person.slash(channel or self.channel, f"parchis {name}", **options)
        self.check()
        return self.said(result)

    async def leave(self, person: Person, choice: str = "yes", **options: Any) -> str:
        """Ask to leave a running game, answer the question; hands back what then stands there."""
        asked = await person.slash(self.channel, "parchis leave", **options)
        assert asked.response is not None, self.said(asked)
        question = asked.response
        assert question.ephemeral
        [custom_id] = [
            each["custom_id"]
            for each in limits.buttons(question.components)
            if each["custom_id"].endswith(f":{choice}")
        ]
        await person.click(question.message, custom_id=custom_id)
        self.check()
        left = self.env.backend.get_message(self.channel.id, question.id)
        assert limits.buttons(left.components) == []
        return "\n".join(limits.texts(left.components))

    async def press(self, person: Person, what: str, message: discord.Message | None = None) -> str:
        """Press the button with that label, emoji or code; hands back the private answer."""
        shown = message or self.message()
        custom_id = self._button(shown, what)
        result = await person.click(shown, custom_id=custom_id)
        self.check()
        return self.said(result)

    def private(self, person: Person, channel: ChannelHandle | None = None) -> discord.Message:
        """The last message that only this person sees."""
        seen = (channel or self.channel).history(viewer=person)
        return [message for message in seen if message.flags.ephemeral][-1]

    async def press_private(self, person: Person, what: str) -> str:
        """Press a button of the person's last private message; hands back what it then says."""
        shown = self.private(person)
        await person.click(shown, custom_id=self._button(shown, what))
        self.check()
        return self.text(self.private(person))

    async def fill_in(self, person: Person, what: str, *fields: str) -> str:
        """Open a form by a button of the last private message and send it; what is then said."""
        shown = self.private(person)
        opened = await person.click(shown, custom_id=self._button(shown, what))
        values = {str(at): words for at, words in enumerate(fields)}
        sent = await person.submit_modal(opened, values)
        self.check()
        said = self.said(sent)
        return said or self.text(self.private(person))

    async def press_ghost(
        self, person: Person, custom_id: str, channel: ChannelHandle | None = None
    ) -> str:
        """Press a button that is no longer there: a client that has not seen the edit can."""
        [answer] = await self.at_once([(person, custom_id)], channel)
        return answer

    async def at_once(
        self, presses: Sequence[tuple[Person, str]], channel: ChannelHandle | None = None
    ) -> list[str]:
        """Several presses that arrive before any is answered; hands back the private answers."""
        where = channel or self.channel
        backend = self.env.backend
        records = []
        for person, custom_id in presses:
            record, payload = interactions.base_payload(
                backend,
                type=3,
                channel_id=where.id,
                guild_id=self.guild.id,
                user_id=person.id,
                data={"custom_id": custom_id, "component_type": 2},
            )
            if shown := self.messages(where):
                source = backend.get_message(where.id, shown[-1].id)
                record.source_message_id = source.id
                payload["message"] = dict(serializers.message_payload(backend, source))
            records.append(record)
            backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        self.check()
        return [self.said(simcord.InteractionResult(self.env, record)) for record in records]

    def said(self, result: simcord.InteractionResult) -> str:
        """The private answer to an interaction: one at the most, and nobody else may see it."""
        command = result._interaction.type == InteractionType.APPLICATION_COMMAND
        # The response to a press is the message whose button it was: no answer.
        first = [result.response] if command and result.response else []
        answers = [*first, *result.followups]
        private = [answer for answer in answers if answer.ephemeral]
        if len(answers) > 1 or private != answers:
            self.faults.append(f"answered by {answers}")
        if not private:
            return ""
        return "\n".join([private[0].content, *limits.texts(private[0].components)]).strip()

    # -- permissions ---------------------------------------------------------------------------

    def deny(self, user_id: int, *names: str, channel: ChannelHandle | None = None) -> None:
        """Take permissions in the channel away from somebody."""
        refused = discord.Permissions(**dict.fromkeys(names, True))
        overwrite = Overwrite(user_id, OverwriteType.MEMBER, 0, refused.value)
        self._overwrite([overwrite], channel or self.channel)

    def allow(self, _user_id: int) -> None:
        """Give them back."""
        self._overwrite([], self.channel)

    def _overwrite(self, overwrites: list[Overwrite], where: ChannelHandle) -> None:
        backend = self.env.backend
        channel = backend.get_channel(where.id)
        channel.overwrites[:] = overwrites
        backend.emit("CHANNEL_UPDATE", dict(serializers.channel_payload(backend, channel)))

    # -- games ---------------------------------------------------------------------------------

    async def game(self, game_id: int = 1) -> Game:
        return await self.games.get(game_id)

    async def started(self, *others: Person, faces: Sequence[int] = (6, 1), **options: Any) -> Game:
        """A game that Ana has opened and started; by the opening throws she begins."""
        guests = others or (self.luis,)
        await self.command(self.ana, "new", **options)
        for guest in guests:
            await self.press(guest, "join")
        self.dice.faces.extend(faces if len(guests) == 1 else (6, *(1,) * len(guests)))
        await self.press(self.ana, "start")
        [game, *_] = await self.games.of_channel(self.channel.id)
        return game

    async def lives(self, time: timedelta) -> None:
        """So much time goes by while the process runs; then comes a round of its clock."""
        self.later(time)
        await self.store.beat("all", self.now())  # else it would count as downtime
        await self.round()

    async def round(self) -> None:
        """One round of the clock."""
        await self.bot.clockwork.round()
        await self.env.settle()
        self.check()

    async def chooses(self, *others: Person, faces: Sequence[int] = (), **options: Any) -> Game:
        """A quick game by the day in which Ana, with pieces on 5 and 8, has a 2 to play."""
        options = {"pace": "day", "limit": "", "on_leave": "computer", "quick": True, **options}
        guests = others or (self.luis,)
        others_wait = [1] * len(guests)
        await self.command(self.ana, "new", **options)
        for guest in guests:
            await self.press(guest, "join")
        self.dice.faces.extend([6, *others_wait, 3, *others_wait, 5, *others_wait, 2, *faces])
        await self.press(self.ana, "start")
        [game, *_] = await self.games.of_channel(self.channel.id)
        return game

    async def asked(self, game_id: int = 1) -> Person:
        asked = (await self.game(game_id)).asks
        assert asked is not None
        return self.who(asked.id)

    async def step(
        self,
        game_id: int = 1,
        *,
        favoured: Container[Seat] = (),
        pick: Callable[[Sequence[str]], str] = operator.itemgetter(0),
    ) -> Game:
        """Whoever is asked presses a button, the first one by default; hands back the game then."""
        game = await self.game(game_id)
        assert game.asks is not None
        assert game.state is not None
        if to_act(game.state) is Chance.DIE and not self.dice.faces:
            self.dice.faces.append(lucky(game.state) if game.state.turn in favoured else 2)
        message = next(each for each in self.messages() if each.id == game.message_id)
        code = pick(self.plays(message)).rpartition(":")[2]
        assert await self.press(self.who(game.asks.id), code, message) == ""
        return await self.game(game_id)

    async def step_without_answer(self) -> None:
        """Ana rolls a 2 that she cannot use; whatever she is told."""
        self.dice.faces.append(2)
        await self.press(self.ana, "roll")

    def forget_nonces(self) -> None:
        """Some minutes go by: Discord no longer knows which messages it has taken."""
        self._nonces.clear()

    async def play(self, game_id: int = 1, *, favoured: Container[Seat] = ()) -> Game:
        """Play on to the end by any buttons; the dice are with the seats favoured, to be quick."""
        pick = random.Random(7).choice
        game = await self.game(game_id)
        while game.status is Status.PLAYING:
            game = await self.step(game_id, favoured=favoured, pick=pick)
        return game
