"""Two processes with a shard each on one database: the real bots, the library's real client."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.app import ParchisBot
from bot.games.model import Game, Pace, Person
from bot.games.service import Games
from bot.rules import PARCHIS
from bot.storage import Store
from rendering.renderer import Renderer
from tests.discord import limits
from tests.discord.server import Discord, serving
from tests.discord.world import Dice

HALF_A_DAY = timedelta(hours=12)
TOKENS = ("first", "second")
"""By shard, the token of its process: so that what is asked of Discord can be told apart."""


class Clock:
    """The time of both processes: they are on one earth."""

    def __init__(self) -> None:
        self.time = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.time


@dataclass
class Shards:
    """Both processes, Discord, and the database that they share."""

    discord: Discord
    clock: Clock
    url: str
    store: Store
    bots: list[ParchisBot]

    async def rounds(self, later: timedelta = timedelta(0)) -> None:
        """So much time goes by while both run; then comes a round of the clock of each at once."""
        self.clock.time += later
        for name in ("2:0", "2:1"):
            await self.store.beat(name, self.clock.time)  # else it would count as downtime
        await asyncio.gather(*(bot.clockwork.round() for bot in self.bots))

    async def games(self) -> list[Game]:
        """All games as they are stored."""
        found = [await self.store.get(number) for number in range(1, 5)]
        return [game for game in found if game is not None]

    def sent_by(self, since: int = 0) -> dict[int, set[str]]:
        """By channel, who has sent or changed something there."""
        found: dict[int, set[str]] = {}
        asked = zip(self.discord.seen[since:], self.discord.askers[since:], strict=True)
        for (method, path, _, _), asker in asked:
            if path.startswith("/channels/") and method != "GET":
                found.setdefault(int(path.split("/")[2]), set()).add(asker)
        return found

    def mark(self) -> int:
        return len(self.discord.seen)

    def boards(self, game: Game) -> list[dict[str, Any]]:
        """The messages in the game's channel that have buttons to play by."""
        return [
            message for message in self.discord.of_channel(game.channel_id) if list(plays(message))
        ]

    def reminders(self, since: int) -> list[tuple[str, list[int | None]]]:
        """Who has reminded whom."""
        asked = zip(self.discord.seen[since:], self.discord.askers[since:], strict=True)
        return [
            (asker, body["allowed_mentions"]["users"])
            for (method, _, body, _), asker in asked
            if method == "POST" and str(body.get("nonce", "")).startswith("r")
        ]

    async def all_shown(self) -> None:
        """Each game has one board, which its own process has sent, and it shows what is stored."""
        for game in await self.games():
            [board] = self.boards(game)
            assert (int(board["id"]), game.shown_ply) == (game.message_id, game.ply)
            assert game.sending is None
            assert f"<@{game.waits_for}>" in "".join(limits.texts(board["components"]))


def plays(message: dict[str, Any]) -> Iterator[str]:
    """The custom ids of the buttons that play something."""
    for each in limits.buttons(message["components"]):
        if each["custom_id"].startswith("play:"):
            yield each["custom_id"]


def shard_of(game: Game) -> int:
    return (game.guild_id >> 22) % 2


async def opened(games: Games, dice: Dice, number: int, shard: int) -> None:
    """A game in a server of a shard, in which somebody is to choose."""
    guild_id = ((2 * number + shard) << 22) + 7
    host = 100 * number
    game = await games.open(
        Person(host, "Ana"),
        guild_id=guild_id,
        channel_id=1000 + number,
        locale="es",
        rules=replace(PARCHIS, quick=True),
        max_players=2,
        pace=Pace.DAY,
    )
    await games.join(game.id, Person(host + 1, "Luis"))
    dice.faces.extend([6, 1, 3, 1, 5, 1, 2])
    await games.start(game.id, host)


class Process(ParchisBot):
    """The bot; the rounds of its clock are those that a test goes."""

    async def setup_hook(self) -> None:
        await super().setup_hook()
        self._clock.cancel()


@asynccontextmanager
async def process(
    url: str, clock: Clock, renderer: Renderer, shard: int
) -> AsyncIterator[ParchisBot]:
    """A process with a database connection and a connection to Discord of its own."""
    store = Store(url)
    bot = Process(
        Games(store, Dice(), clock),
        renderer,
        clock,
        shard_ids=(shard,),
        shard_count=2,
        pauses=(0.0, 0.0),
    )
    bot._connection.guild_ready_timeout = 0  # no servers come that are worth waiting for
    serving = asyncio.create_task(bot.start(TOKENS[shard]))
    try:
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(serving, return_exceptions=True)
        await store.close()


@pytest.fixture
async def shards(
    url: str, renderer: Renderer, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Shards]:
    """Two games in servers of each shard, and both processes started at once."""
    clock, discord, dice, store = Clock(), Discord(), Dice(), Store(url)
    games = Games(store, dice, clock)
    for number, shard in enumerate((0, 1, 0, 1), start=1):
        await opened(games, dice, number, shard)
    async with serving(discord) as address:
        monkeypatch.setattr(Route, "BASE", address)
        # With shards named, the library does not ask for the gateway's address.
        gateway = URL(address).with_scheme("ws") / "gateway/ws"
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        async with (
            process(url, clock, renderer, 0) as first,
            process(url, clock, renderer, 1) as second,
        ):
            await discord.until(lambda: discord.identified == 2)
            await asyncio.gather(first.wait_until_ready(), second.wait_until_ready())
            yield Shards(discord, clock, url, store, [first, second])
    await store.close()


async def test_each_game_is_acted_upon_and_shown_by_the_process_of_its_shard(
    shards: Shards,
) -> None:
    await shards.rounds()
    games = await shards.games()
    assert sorted(shard_of(game) for game in games) == [0, 0, 1, 1]
    own = {game.channel_id: {TOKENS[shard_of(game)]} for game in games}
    assert shards.sent_by() == own
    assert [method for method, _, _, _ in shards.discord.seen].count("POST") == 4
    await shards.all_shown()

    mark = shards.mark()
    await shards.rounds(HALF_A_DAY)
    assert sorted(shards.reminders(mark)) == sorted(
        (TOKENS[shard_of(game)], [game.waits_for]) for game in games
    )

    mark = shards.mark()
    await shards.rounds(HALF_A_DAY)
    late = {game.id: game.waits_for for game in games}
    for before, game in zip(games, await shards.games(), strict=True):
        assert game.ply > before.ply
        assert [player.misses for player in game.people if player.id == late[game.id]] == [1]
    assert shards.sent_by(mark) == own
    await shards.all_shown()


async def test_a_press_is_played_and_shown_by_the_process_that_hears_of_it(shards: Shards) -> None:
    await shards.rounds()
    mark = shards.mark()
    [before, *_] = [game for game in await shards.games() if shard_of(game) == 1]
    [board] = shards.boards(before)
    assert before.waits_for is not None
    pressed = next(plays(board))
    await shards.discord.press(1, before.guild_id, before.waits_for, board, pressed)
    await shards.discord.until(lambda: bool(shards.sent_by(mark)))
    await shards.rounds()
    after = await shards.store.get(before.id)
    assert after is not None
    assert after.ply > before.ply
    assert shards.sent_by(mark) == {before.channel_id: {TOKENS[1]}}
    await shards.all_shown()


async def test_while_one_process_is_gone_nobody_else_touches_its_games(
    shards: Shards, renderer: Renderer
) -> None:
    await shards.rounds()
    before = await shards.games()
    await shards.bots.pop().close()
    mark = shards.mark()
    shards.clock.time += 2 * HALF_A_DAY
    await shards.store.beat("2:0", shards.clock.time)
    await shards.bots[0].clockwork.round()
    assert set(shards.sent_by(mark)) == {g.channel_id for g in before if shard_of(g) == 0}
    gone = await shards.games()
    assert [g for g in gone if shard_of(g)] == [g for g in before if shard_of(g)]
    # Back again, it credits its own games with the time, and no others (F37).
    async with process(shards.url, shards.clock, renderer, 1) as second:
        await shards.discord.until(lambda: shards.discord.identified == 3)
        await second.clockwork.round()
    for old, left, game in zip(before, gone, await shards.games(), strict=True):
        if shard_of(game) == 0:
            assert game.deadline == left.deadline
        else:
            assert old.deadline is not None
            assert (game.ply, game.deadline) == (old.ply, old.deadline + 2 * HALF_A_DAY)
