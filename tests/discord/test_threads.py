"""A game in a thread of its own: opened, refused, archived, gone."""

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.games.model import Status
from cogs.ui.rest import Code
from tests.discord.world import World, es


async def opened(world: World, **options: str) -> ChannelHandle:
    """The thread of a game that Ana has opened, and that Luis has joined."""
    answer = await world.command(world.ana, "new", where="thread", **options)
    game = await world.game()
    assert game.thread
    link = f"https://discord.com/channels/{game.guild_id}/{game.channel_id}"
    assert answer == es("answer.thread", code=game.code, link=link)
    thread = ChannelHandle(world.env, world.guild, world.env.backend.get_channel(game.channel_id))
    await world.press(world.luis, "join", world.message(thread))
    return thread


async def test_a_game_lives_in_its_thread(world: World) -> None:
    thread = await opened(world)
    stored = world.env.backend.get_channel(thread.id)
    assert stored.name == "Parchís · Ana"
    assert stored.parent_id == world.channel.id
    assert stored.thread_metadata is not None
    assert stored.thread_metadata.auto_archive_duration == 7 * 24 * 60
    assert all(message.components == [] for message in world.messages())
    world.dice.faces.extend([6, 1, 2])
    await world.press(world.ana, "start", world.message(thread))
    await world.press(world.ana, "roll", world.message(thread))
    assert (await world.game()).shown_ply == 1
    assert len(world.messages(thread)) == 1


@pytest.mark.parametrize("permission", ["create_public_threads", "send_messages_in_threads"])
async def test_what_a_thread_takes_is_named(world: World, permission: str) -> None:
    world.deny(world.env.backend.bot_user.id, permission)
    answer = await world.command(world.ana, "new", where="thread")
    assert answer == es("error.missing_permission", permissions=es(f"permission.{permission}"))
    assert await world.games.of_person(world.ana.id) == []


async def test_a_thread_refused_out_of_the_blue_leaves_no_game(world: World) -> None:
    world.env.inject_error("POST", "/channels/*/threads", status=403, code=Code.MISSING_PERMISSIONS)
    answer = await world.command(world.ana, "new", where="thread")
    assert "Crear hilos públicos" in answer
    world.env.inject_error("POST", "/channels/*/threads", status=503)
    assert await world.command(world.ana, "new", where="thread") == es("error.unshown")
    assert await world.games.of_person(world.ana.id) == []


async def test_where_there_is_no_game_there_is_no_thread(world: World) -> None:
    answer = await world.command(
        world.ana, "new", where="thread", players=2, **{"with": world.luis, "with2": world.carmen}
    )
    assert answer == es("error.too_many_invited", most=1)
    threads = [each for each in world.env.backend.channels.values() if each.is_thread]
    assert threads == []


async def test_f16_in_a_thread_or_a_voice_channel_no_thread_can_be_opened(world: World) -> None:
    for where in (world.thread(world.channel), world.guild.create_voice_channel("voz")):
        answer = await world.command(world.ana, "new", where, where="thread")
        assert answer == es("error.thread_kind")
    assert await world.games.of_person(world.ana.id) == []


async def test_in_an_archived_thread_a_fresh_board_comes(world: World) -> None:
    """Nothing in it can be edited (50083), but a new message revives it."""
    thread = await opened(world)
    world.dice.faces.extend([6, 1, 6])
    await world.press(world.ana, "start", world.message(thread))
    before = world.message(thread)
    world.env.inject_error(
        "PATCH", "/channels/*/messages/*", status=400, code=Code.ARCHIVED, times=None
    )
    await world.press(world.ana, "roll", world.message(thread))
    assert (await world.game()).shown_ply == 1
    assert world.message(thread).id != before.id


async def test_a_locked_thread_is_told_and_the_game_can_be_brought_elsewhere(
    world: World,
) -> None:
    thread = await opened(world)
    world.dice.faces.extend([6, 1, 6])
    await world.press(world.ana, "start", world.message(thread))
    for method in ("POST", "PATCH", "DELETE"):
        world.env.inject_error(
            method, f"/channels/{thread.id}/*", status=400, code=Code.ARCHIVED, times=None
        )
    [roll] = world.plays(world.message(thread))
    answer = await world.press_ghost(world.ana, roll)
    assert answer == es("error.thread_locked", command="`/parchis tablero`")
    game = await world.game()
    assert game.ply == 1
    world.env.backend.messages[thread.id].clear()  # nothing in it can be pressed any more
    assert await world.command(world.ana, "board", game=game.code) == ""
    assert (await world.game()).channel_id == world.channel.id
    assert (await world.game()).shown_ply == 1


async def test_f23_a_thread_that_is_gone_is_told_and_the_game_can_be_brought_elsewhere(
    world: World,
) -> None:
    thread = await opened(world)
    world.dice.faces.extend([6, 1, 6, 2])
    await world.press(world.ana, "start", world.message(thread))
    world.env.inject_error(
        "*", f"/channels/{thread.id}/*", status=404, code=Code.UNKNOWN_CHANNEL, times=None
    )
    [roll] = world.plays(world.message(thread))
    answer = await world.press_ghost(world.ana, roll)
    assert answer == es("error.channel_gone", command="`/parchis tablero`")
    game = await world.game()
    assert game.status is Status.PLAYING
    world.env.backend.messages[thread.id].clear()  # they are gone with it
    assert await world.command(world.ana, "board", game=game.code) == ""
    moved = await world.game()
    assert moved.channel_id == world.channel.id
    assert moved.shown_ply == moved.ply
    await world.press(world.ana, "roll")


async def test_a_long_and_hostile_name_makes_a_harmless_thread(world: World) -> None:
    joker = world.person("@everyone \u202e" + "x" * 90)
    await world.command(joker, "new", where="thread")
    [thread] = [each for each in world.env.backend.channels.values() if each.is_thread]
    assert len(thread.name) <= 100
    assert "\u202e" not in thread.name
    assert discord.utils.escape_mentions(thread.name) != ""
