"""A game is meant from elsewhere: a private message, another channel or server, a channel gone."""

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.games.model import Status
from cogs.ui.parts import link
from tests.discord.world import World, es

BOARD = "`/parchis tablero`"


def secret(world: World, *people: int) -> ChannelHandle:
    """A channel that only some can see."""
    made = world.guild.create_text_channel("secreto")
    for person in (world.ana, world.luis, world.carmen, world.pablo):
        if person.id not in people:
            world.deny(person.id, "view_channel", channel=made)
    return made


async def codes(world: World) -> tuple[str, str]:
    """Those of two games of Ana's."""
    await world.started()
    await world.command(world.ana, "new")
    return (await world.game(1)).code, (await world.game(2)).code


@pytest.mark.parametrize("place", ["private message", "other server"])
async def test_one_of_several_games_is_meant_by_its_code_from_anywhere(
    world: World, place: str
) -> None:
    first, second = await codes(world)
    if place == "other server":
        other = world.env.create_guild("Otra")
        member, channel = other.add_member(world.ana.user), other.create_text_channel("juegos")
        asked = await member.slash(channel, "parchis board")
        named = await member.slash(channel, "parchis board", game=first.lower())
    else:
        asked = await world.ana.user.slash("parchis board")
        named = await world.ana.user.slash("parchis board", game=first.lower())
    assert world.said(asked) == es("error.which_game", codes=f"{second}, {first}")
    game = await world.game(1)
    where = link(game.guild_id, game.channel_id, game.message_id)
    assert world.said(named) == es("answer.board", link=where)
    world.check()


async def test_a_code_of_others_means_nothing_in_a_private_message(world: World) -> None:
    first, _ = await codes(world)
    answer = await world.pablo.user.slash("parchis board", game=first)
    assert world.said(answer) == es("error.no_game")


async def test_leaving_a_game_that_one_does_not_play_is_refused(world: World) -> None:
    first, second = await codes(world)
    assert await world.command(world.pablo, "leave", game=first) == es("error.not_in_game")
    assert await world.command(world.pablo, "leave", game=second) == es("error.not_in_lobby")
    assert await world.command(world.pablo, "back", game=first) == es("error.not_in_game")


async def test_whoever_does_not_play_is_only_shown_the_way_to_another_channel(
    world: World,
) -> None:
    await world.started(world.luis, world.carmen)
    game = await world.game()
    elsewhere = world.guild.create_text_channel("charla")
    mark = world.mark()
    answer = await world.command(world.pablo, "board", elsewhere, game=game.code)
    where = link(game.guild_id, game.channel_id, game.message_id)
    assert answer == es("answer.board", link=where)
    assert world.sent(mark) == []
    # Who plays it may bring it down from there, and so may anybody who is in its channel.
    await world.command(world.luis, "board", elsewhere, game=game.code)
    await world.command(world.pablo, "board")
    assert len(world.sent(mark)) == 2


@pytest.mark.parametrize("name", ["board", "record", "since", "text", "replay", "leave", "seat"])
async def test_a_game_in_a_channel_that_one_cannot_see_is_none(world: World, name: str) -> None:
    hidden = secret(world, world.ana.id, world.luis.id)
    await world.command(world.ana, "new", hidden)
    code = (await world.game()).code
    assert await world.command(world.pablo, name, game=code) == es("error.no_game")
    assert await world.command(world.luis, "board", game=code) != es("error.no_game")


async def test_a_game_in_a_private_thread_is_none_for_others(world: World) -> None:
    where = world.thread(world.channel)
    await world.command(world.ana, "new", where)
    code = (await world.game()).code
    assert str(where.id) in await world.command(world.pablo, "board", game=code)
    thread = world.bot.get_channel(where.id)
    assert isinstance(thread, discord.Thread)
    thread._type = discord.ChannelType.private_thread  # type: ignore[assignment]
    assert await world.command(world.pablo, "board", game=code) == es("error.no_game")


# -- a channel that is gone ----------------------------------------------------------------------


async def orphan(world: World) -> str:
    """The code of a started game of Ana and Luis whose channel has been deleted."""
    where = world.guild.create_text_channel("otro")
    await world.command(world.ana, "new", where)
    await world.press(world.luis, "join", world.message(where))
    world.dice.faces.extend([6, 1])
    await world.press(world.ana, "start", world.message(where))
    world.env.backend.delete_channel(where.id)
    return (await world.game()).code


async def test_a_game_whose_channel_is_gone_goes_on_in_another(world: World) -> None:
    code = await orphan(world)
    listed = await world.command(world.ana, "games")
    assert es("games.gone", command=BOARD) in listed
    assert "https://" not in listed
    # Others do not move it, and not out of its server.
    await world.command(world.pablo, "board", game=code)
    outside = await world.ana.user.slash("parchis board", game=code)
    assert world.said(outside) == es("error.channel_gone", command=BOARD)
    assert world.messages() == []

    mark = world.mark()
    assert await world.command(world.luis, "board") == ""
    game = await world.game()
    assert game.channel_id == world.channel.id
    [message] = world.messages()
    assert message.id == game.message_id
    # The first try went to where the channel was; whoever is asked cannot know where to look.
    assert world.pinged(mark)[1:] == [[world.ana.id]]
    await world.step()
    assert "https://" in await world.command(world.ana, "games")


async def test_where_the_bot_lacks_permissions_a_game_does_not_move(world: World) -> None:
    await orphan(world)
    world.deny(world.env.backend.bot_user.id, "attach_files")
    answer = await world.command(world.ana, "board")
    assert answer == es("error.missing_permission", permissions=es("permission.attach_files"))
    assert (await world.game()).channel_id != world.channel.id


async def test_a_game_whose_channel_is_gone_can_be_left(world: World) -> None:
    code = await orphan(world)
    assert await world.leave(world.luis) == es("answer.left", code=code)
    assert (await world.game()).status is Status.OVER
    where = world.guild.create_text_channel("más")
    await world.command(world.ana, "new", where)
    world.env.backend.delete_channel(where.id)
    code = (await world.game(2)).code
    assert await world.command(world.ana, "leave") == es("answer.left", code=code)
    assert await world.games.lagging() == []


async def test_what_discord_does_not_tell_is_not_called_gone(world: World) -> None:
    await world.started()
    world.bot._connection._guilds.clear()
    world.env.inject_error("GET", "/channels/*", status=503, times=None)
    assert "https://" in await world.command(world.ana, "games")
    world.env.backend.faults.clear()
