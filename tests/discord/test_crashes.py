"""The process ends between two steps of showing a board; the next one goes on from there."""

from datetime import timedelta

import pytest

from cogs.ui import publisher
from tests.discord.world import World, es


class Killed(RuntimeError):
    """Stands for kill -9: nothing of this process is done after it."""


def kill_at(world: World, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """From now on the process dies when it comes to this step."""

    async def dead(*_: object, **__: object) -> None:
        raise Killed(step)

    match step:
        case "publish":
            monkeypatch.setattr(world.bot.publisher, "publish", dead)
        case "send":
            monkeypatch.setattr(world.bot.publisher, "_patiently", dead)
        case "retire":
            monkeypatch.setattr(publisher, "retire", dead)
        case "shown":
            monkeypatch.setattr(world.games, "shown", dead)


async def die_and_rise(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert all("Killed" in line for line in world.errors.lines)
    world.errors.lines.clear()
    world.faults.clear()  # between two steps there may be two boards: until the restart
    monkeypatch.undo()
    await world.restart()
    world.check()


@pytest.mark.parametrize("step", ["publish", "send", "retire", "shown"])
async def test_f44_a_board_cut_short_is_shown_once_and_pings_once(
    world: World, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    await world.started()
    mark = world.mark()
    kill_at(world, monkeypatch, step)
    world.dice.faces.append(2)
    await world.press(world.ana, "roll")
    stored = await world.game()
    assert stored.ply == 1
    await die_and_rise(world, monkeypatch)

    game = await world.game()
    assert (game.state, game.ply, game.shown_ply) == (stored.state, 1, 1)
    assert game.sending is None
    [message] = world.messages()
    assert message.id == game.message_id
    taken = [ping for body, ping in zip(world.sent(mark), world.pinged(mark), strict=True) if body]
    delivered = taken if step != "send" else taken[-1:]
    assert delivered == [[world.luis.id]]
    assert await world.press(world.luis, "roll") == ""
    assert len(world.dice.thrown) == 4


@pytest.mark.parametrize("step", ["publish", "send", "retire", "shown"])
async def test_f44_a_start_cut_short_calls_everybody_once(
    world: World, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    await world.command(world.ana, "new")
    await world.press(world.luis, "join")
    world.dice.faces.extend([6, 1])
    mark = world.mark()
    kill_at(world, monkeypatch, step)
    await world.press(world.ana, "start")
    await die_and_rise(world, monkeypatch)
    [_] = world.messages()
    assert world.pinged(mark)[-1:] == [[world.ana.id, world.luis.id]]
    assert len(world.pinged(mark)) == 1
    await world.step()


async def test_a_board_sent_before_the_crash_is_found_among_what_was_said_since(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.started()
    kill_at(world, monkeypatch, "shown")
    await world.step_without_answer()
    for number in range(20):
        await world.carmen.send(world.channel, f"¿y ahora? {number}")
    # What was sent is known by what Discord keeps of it: not by the nonce.
    world.forget_nonces()
    mark = world.mark()
    await die_and_rise(world, monkeypatch)
    assert world.sent(mark) == []
    assert len(world.messages()) == 1


async def test_a_board_in_words_is_found_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.started()
    world.deny(world.env.backend.bot_user.id, "attach_files")
    kill_at(world, monkeypatch, "shown")
    await world.step_without_answer()
    world.forget_nonces()
    mark = world.mark()
    await die_and_rise(world, monkeypatch)
    assert world.sent(mark) == []
    assert len(world.messages()) == 1


async def test_the_search_waits_for_discord_rather_than_sending_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.started()
    kill_at(world, monkeypatch, "shown")
    await world.step_without_answer()
    world.forget_nonces()
    mark = world.mark()
    world.env.inject_error("GET", "/channels/*/messages", status=503, times=None)
    await die_and_rise(world, monkeypatch)
    assert world.sent(mark) == []
    world.env.backend.faults.clear()
    world.later(timedelta(minutes=2))
    await world.env.advance_time(31)
    assert world.sent(mark) == []
    assert (await world.game()).shown_ply == 1


async def test_without_the_right_to_search_the_board_comes_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.started()
    kill_at(world, monkeypatch, "send")
    await world.step_without_answer()
    world.env.inject_error("GET", "/channels/*/messages", status=403, code=50001, times=None)
    await die_and_rise(world, monkeypatch)
    assert (await world.game()).shown_ply == 1


@pytest.mark.parametrize("step", ["send", "retire", "shown"])
async def test_f22_where_nobody_can_look_a_board_is_sent_again_under_its_nonce(
    world: World, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Discord then hands back the one that it has taken; and nobody is pinged a second time."""
    await world.started()
    world.deny(world.env.backend.bot_user.id, "read_message_history")
    mark = world.mark()
    kill_at(world, monkeypatch, step)
    await world.step_without_answer()
    await die_and_rise(world, monkeypatch)
    game = await world.game()
    assert (game.shown_ply, game.sending) == (1, None)
    [message] = world.messages()
    assert message.id == game.message_id
    assert world.pinged(mark) == ([[]] if step == "send" else [[world.luis.id], []])
    assert es("permission.read_message_history") in world.text()
    assert await world.press(world.luis, "roll") == ""


async def test_f22_where_nobody_can_look_nobody_is_pinged_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.started()
    world.deny(world.env.backend.bot_user.id, "read_message_history")
    mark = world.mark()
    kill_at(world, monkeypatch, "shown")
    await world.step_without_answer()
    world.forget_nonces()
    [first] = world.messages()
    await die_and_rise(world, monkeypatch)
    assert world.pinged(mark) == [[world.luis.id], []]
    assert (await world.game()).shown_ply == 1
    # Too late for Discord to know: the first one stays, and works as long as it says what is so.
    assert world.messages()[0].id == first.id
    world.faults.clear()


async def test_a_board_brought_down_and_cut_short_leaves_the_game_in_order(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.started()
    kill_at(world, monkeypatch, "send")
    await world.command(world.carmen, "board")
    await die_and_rise(world, monkeypatch)
    game = await world.game()
    assert (game.shown_ply, game.sending) == (0, None)
    [message] = world.messages()
    assert message.id == game.message_id
    assert await world.games.lagging() == []
