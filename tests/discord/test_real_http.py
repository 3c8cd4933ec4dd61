"""The library's real HTTP client against a server on this machine: what simcord does not have."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.http import Route

from bot.app import now
from bot.games.model import Person
from bot.games.service import Games
from bot.rules import PARCHIS
from bot.storage import Store, upgrade
from cogs.ui.publisher import Publisher, Unshown
from cogs.ui.sent import mark_of, sent_name
from rendering.renderer import Renderer
from tests.discord import limits
from tests.discord.server import CHANNEL, Discord, serving
from tests.discord.world import Dice

ANA, LUIS, GUILD = 2, 3, 10


class Table:
    """A started game, a publisher on the real client, and the server that it talks to."""

    def __init__(self, server: Discord, games: Games, publisher: Publisher) -> None:
        self.server = server
        self.games = games
        self.publisher = publisher


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    made = Discord()
    async with serving(made) as address:
        monkeypatch.setattr(Route, "BASE", address)
        yield made


@pytest.fixture
async def table(server: Discord, tmp_path: Path, renderer: Renderer) -> AsyncIterator[Table]:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    await upgrade(url)
    store, dice = Store(url), Dice()
    client = discord.Client(intents=discord.Intents(guilds=True), max_ratelimit_timeout=30)
    try:
        await client.login("not-a-real-token")
        yield await _table(server, client, store, dice, renderer)
    finally:
        await client.close()
        await store.close()


async def _table(
    server: Discord, client: discord.Client, store: Store, dice: Dice, renderer: Renderer
) -> Table:
    games = Games(store, dice, now)
    game = await games.open(
        Person(ANA, "Ana"),
        guild_id=GUILD,
        channel_id=CHANNEL,
        locale="es",
        rules=PARCHIS,
        max_players=2,
        invited=[],
    )
    await games.join(game.id, Person(LUIS, "Luis"))
    dice.faces.extend([6, 1])
    await games.start(game.id, ANA)
    return Table(server, games, Publisher(client, games, renderer, now, pauses=(0.0, 0.0)))


async def test_f20_429_and_503_repeat_the_same_bytes_under_the_same_nonce(table: Table) -> None:
    table.server.will("POST", 503)
    table.server.will("POST", 429, {"retry_after": 0.01, "global": False}, Via="1.1 google")
    game = await table.publisher.publish(1)
    sent = table.server.of("POST")
    assert len(sent) == 3
    assert {body["nonce"] for body, _ in sent} == {"1:0:0"}
    assert all(body["enforce_nonce"] for body, _ in sent)
    assert len({picture for _, picture in sent}) == 1
    assert sent[0][1].startswith(limits.PNG)
    assert sent[0][0]["allowed_mentions"]["users"] == [ANA, LUIS]
    assert sent[0][0]["allowed_mentions"]["parse"] == []
    assert game.shown_ply == 0
    assert game.message_id == table.server.first_id


async def test_f17_30046_is_not_slept_out_but_answered_by_a_fresh_board(table: Table) -> None:
    """It comes as a 429 that says to wait for most of an hour, in which the library would sleep."""
    await table.publisher.publish(1)
    await table.games.redraw(1)
    table.server.will(
        "PATCH",
        429,
        {
            "retry_after": 2400.0,
            "code": 30046,
            "message": "Maximum number of edits",
            "global": False,
        },
        Via="1.1 google",
    )
    game = await table.publisher.publish(1)
    assert len(table.server.of("PATCH")) == 1
    assert len(table.server.of("POST")) == 2
    assert game.message_id == table.server.first_id + 1
    assert list(table.server.messages) == [table.server.first_id + 1]


async def test_an_edit_carries_the_new_picture_and_explicit_mentions(table: Table) -> None:
    await table.publisher.publish(1)
    await table.games.redraw(1)
    await table.publisher.publish(1)
    [(body, picture)] = table.server.of("PATCH")
    assert picture.startswith(limits.PNG)
    assert len(body["attachments"]) == 1
    assert body["allowed_mentions"]["parse"] == []


async def test_a_connection_cut_again_and_again_is_told_as_later(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:9")
    with pytest.raises(Unshown):
        await table.publisher.publish(1)
    assert await table.games.lagging() == [1]


async def cut_short(table: Table) -> dict[str, Any]:
    """A board that was sent as the process ended, and bears nothing to know it by."""
    game = await table.publisher.publish(1)
    await table.games.shown(game, message_id=None, message_at=None, asked_id=None)
    await table.games.sending(game)
    [message] = table.server.messages.values()
    message["nonce"] = None
    message["components"] = [{**message["components"][0], "id": 1}]
    return message


def attached(nonce: str) -> dict[str, Any]:
    url = f"https://cdn.example/{sent_name(nonce)}"
    return {"id": "7", "filename": sent_name(nonce), "size": 1, "url": url, "proxy_url": url}


@pytest.mark.parametrize("by", ["nonce", "file", "mark"])
async def test_a_message_sent_before_a_crash_is_found_by_what_discord_keeps(
    table: Table, by: str
) -> None:
    message = await cut_short(table)
    match by:
        case "nonce":
            message["nonce"] = "1:0:1"
        case "file":
            message["attachments"] = [attached("1:0:1")]
        case _:
            message["components"][0]["id"] = mark_of("1:0:1")
    again = await table.publisher.publish(1)
    assert again.message_id == table.server.first_id
    assert again.sending is None
    assert len(table.server.of("POST")) == 1


async def test_what_somebody_else_sent_is_no_board_of_ours(table: Table) -> None:
    """A file can be given any name."""
    message = await cut_short(table)
    theirs = {"id": str(LUIS), "username": "luis", "discriminator": "0", "avatar": None}
    message |= {"nonce": "1:0:1", "attachments": [attached("1:0:1")], "author": theirs}
    again = await table.publisher.publish(1, fresh=True)
    assert again.message_id == table.server.first_id + 1
    assert list(table.server.messages) == [table.server.first_id, table.server.first_id + 1]
