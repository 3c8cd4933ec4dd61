"""Reminders: at half the time and before the end, one message, never more than one allows."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.games.model import Reminder
from cogs.ui.reminders import Reminders
from tests.discord import limits
from tests.discord.world import World, es

HOUR = timedelta(hours=1)


def reminders(world: World, since: int = 0) -> list[dict[str, Any]]:
    """The reminders that have been sent."""
    return [
        body
        for body in world.sent(since)
        if any(each["custom_id"].startswith("mute:") for each in limits.buttons(body["components"]))
    ]


def shown(world: World) -> list[str]:
    """The reminders that stand in the channel."""
    return [world.text(each) for each in world.messages() if world.text(each).startswith("⏰")]


async def test_at_half_the_time_and_shortly_before_the_end(world: World) -> None:
    game = await world.chooses()
    mark = world.mark()
    await world.lives(11 * HOUR)
    assert reminders(world, mark) == []
    await world.lives(HOUR)
    [first] = shown(world)
    link = f"https://discord.com/channels/{game.guild_id}/{game.channel_id}/{game.message_id}"
    assert game.deadline is not None
    when = f"<t:{int(game.deadline.timestamp())}:R>"
    assert first.splitlines() == [
        es("reminder.title", name=f"<@{world.ana.id}>"),
        es("reminder.line", code=game.code, when=when, link=link),
    ]
    assert world.pinged(mark) == [[world.ana.id]]
    await world.lives(11 * HOUR)
    [last] = shown(world)  # the one before it is gone
    assert last.startswith(es("reminder.last", name=f"<@{world.ana.id}>"))
    assert world.pinged(mark) == [[world.ana.id]] * 2
    await world.round()
    assert len(reminders(world, mark)) == 2


async def test_the_earlier_reminder_is_found_after_a_restart(world: World) -> None:
    await world.chooses()
    await world.lives(12 * HOUR)
    await world.restart()
    await world.lives(11 * HOUR)
    assert len(shown(world)) == 1


async def test_the_earlier_reminder_goes_where_nobody_can_look_for_it(world: World) -> None:
    """Neither without Read Message History nor below a day's talk could it be found."""
    await world.chooses()
    await world.lives(12 * HOUR)
    assert len(shown(world)) == 1
    world.deny(world.env.backend.bot_user.id, "read_message_history")
    for number in range(60):
        await world.luis.send(world.channel, f"hola {number}")
    mark = world.mark()
    await world.lives(11 * HOUR)
    [last] = shown(world)
    assert last.startswith(es("reminder.last", name=f"<@{world.ana.id}>"))
    assert len(reminders(world, mark)) == 1


async def test_an_earlier_reminder_that_is_gone_or_stays_is_no_trouble(world: World) -> None:
    await world.chooses()
    await world.lives(12 * HOUR)
    [earlier] = [each for each in world.messages() if world.text(each).startswith("⏰")]
    world.env.inject_error("DELETE", "/channels/*/messages/*", status=403, code=50013, times=None)
    await world.lives(11 * HOUR)
    assert len(shown(world)) == 2
    world.env.backend.faults.clear()
    world.forgiven = world.env.error_cursor
    assert earlier.id in [each.id for each in world.messages()]


async def test_of_several_games_the_earlier_reminder_goes_wherever_it_is(world: World) -> None:
    """It stands in the channel of the game that was the most urgent one then."""
    elsewhere = world.guild.create_text_channel("otro")
    await world.chooses()
    await world.lives(12 * HOUR)
    assert len(shown(world)) == 1
    await world.command(world.ana, "new", elsewhere, pace="day", limit="90 min", quick=True)
    await world.press(world.luis, "join", world.message(elsewhere))
    await world.lives(10 * HOUR)
    world.dice.faces.extend([6, 1, 3, 1, 5, 1, 2])
    await world.press(world.ana, "start", world.message(elsewhere))
    await world.lives(HOUR)  # both are due, the one in the other channel first
    reminded = [world.text(each) for each in world.messages(elsewhere)]
    assert len([each for each in reminded if each.startswith("⏰")]) == 1
    assert shown(world) == []


async def test_no_more_pings_about_this_question(world: World) -> None:
    await world.chooses()
    await world.lives(12 * HOUR)
    mark = world.mark()
    assert await world.press(world.ana, "No avises más") == es("answer.muted")
    await world.lives(11 * HOUR)
    assert reminders(world, mark) == []


async def test_f40_several_games_are_one_reminder(world: World) -> None:
    """One summary for all that would come within the interval one allows."""
    for _ in range(3):
        await world.chooses()
    mark = world.mark()
    await world.lives(12 * HOUR)
    [body] = reminders(world, mark)
    assert len(limits.texts(body["components"])[0].splitlines()) == 4
    assert world.pinged(mark) == [[world.ana.id]]
    await world.lives(timedelta(minutes=30))
    assert len(reminders(world, mark)) == 1


async def test_whoever_wants_no_reminders_gets_none(world: World) -> None:
    await world.command(world.ana, "me")
    await world.press_private(world.ana, "Sin avisos")
    await world.chooses()
    mark = world.mark()
    for _ in range(23):
        await world.lives(HOUR)
    assert reminders(world, mark) == []


async def test_f40_quiet_hours_are_quiet_and_no_limit_ends_within_them(world: World) -> None:
    """Asked at midnight UTC, quiet from 11 to 13 and from 23: told before, and later."""
    await world.command(world.ana, "me")
    await world.fill_in(world.ana, "Silencio", "11:00", "13:00")
    game = await world.chooses()
    mark = world.mark()
    await world.lives(timedelta(hours=10, minutes=56))
    assert len(reminders(world, mark)) == 1
    await world.lives(timedelta(hours=1, minutes=30))
    assert len(reminders(world, mark)) == 1
    assert game.deadline == game.asked_at + timedelta(days=1) if game.asked_at else False


async def test_who_has_left_the_server_is_not_mentioned(world: World) -> None:
    """Discord takes a mention of somebody who is gone in silence."""
    await world.chooses()
    world.guild.remove_member(world.ana)
    mark = world.mark()
    await world.lives(12 * HOUR)
    assert reminders(world, mark) == []
    assert world.messages() != []


async def test_a_channel_is_not_told_of_games_in_other_servers(world: World) -> None:
    there = await world.chooses()
    elsewhere = replace(there, guild_id=there.guild_id + 1, code="OTRA")
    reminder = Reminder(world.ana.id, (there, elsewhere), last=False)
    await Reminders(world.bot, world.games).send(reminder)
    assert there.code in world.text()
    assert "OTRA" not in world.text()
    assert es("reminder.elsewhere", count=1, command="`/parchis partidas`") in world.text()


async def test_who_has_left_one_server_is_reminded_of_games_in_another(world: World) -> None:
    there = await world.chooses()
    elsewhere = replace(there, guild_id=there.guild_id + 1, code="OTRA")
    world.guild.remove_member(world.ana)
    mark = world.mark()
    reminder = Reminder(world.ana.id, (there, elsewhere), last=False)
    await Reminders(world.bot, world.games).send(reminder)
    assert world.pinged(mark) == [[world.ana.id]]
    assert there.code not in world.text()
    assert "OTRA" in world.text()


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_reminder_comes_though_nobody_knows_whether_they_are_here(
    world: World, status: int
) -> None:
    await world.chooses()
    mark = world.mark()
    world.env.inject_error("GET", "/guilds/*/members/*", status=status, times=None)
    await world.lives(timedelta(hours=12))
    assert world.pinged(mark) == [[world.ana.id]]
    world.forgiven = world.env.error_cursor


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10003), (503, 0), (429, 0)])
async def test_f33_a_reminder_that_cannot_be_sent_is_no_storm(
    world: World, status: int, code: int
) -> None:
    await world.chooses()
    world.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=None)
    await world.lives(12 * HOUR)
    world.env.backend.faults.clear()
    mark = world.mark()
    for _ in range(5):
        await world.lives(timedelta(minutes=1))
    assert reminders(world, mark) == []
    assert await world.press(world.ana, "1 ·") == ""


async def test_f33_a_computer_is_never_reminded(world: World) -> None:
    await world.command(world.ana, "new", pace="day", limit="", players=2, quick=True)
    await world.press(world.ana, "+ Fácil")
    await world.press(world.ana, "start")
    mark = world.mark()
    for _ in range(8):
        await world.lives(12 * HOUR)
    assert {user for ping in world.pinged(mark) for user in ping} <= {world.ana.id}


async def test_f46_reminders_wait_while_the_shard_is_down(world: World) -> None:
    await world.chooses()
    await world.lives(timedelta(hours=11, minutes=59))
    mark = world.mark()
    world.bot.dispatch("shard_disconnect", 0)
    await world.env.settle()
    await world.lives(timedelta(minutes=1))
    assert reminders(world, mark) == []
    world.bot.dispatch("shard_resumed", 0)
    await world.env.settle()
    await world.round()
    assert len(reminders(world, mark)) == 1


async def test_f46_nor_are_they_due_as_long_as_it_was_down_for(world: World) -> None:
    await world.chooses()
    await world.lives(timedelta(hours=11, minutes=30))
    mark = world.mark()
    world.bot.dispatch("shard_disconnect", 0)
    await world.env.settle()
    await world.lives(HOUR)
    world.bot.dispatch("shard_connect", 0)
    await world.env.settle()
    await world.round()
    assert reminders(world, mark) == []
    await world.lives(timedelta(minutes=30))
    assert len(reminders(world, mark)) == 1
