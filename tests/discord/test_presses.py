"""Presses: repeated, late, by the wrong person, at once, and while Discord or the bot is slow."""

import asyncio
import threading
from datetime import timedelta

import pytest

from bot.games.model import Actor, Status
from bot.rules import Seat, action_text
from cogs.ui.rest import Code
from rendering.board import Scene, render
from rendering.renderer import Renderer
from tests.discord.world import World, es

STALE = es("error.stale")


async def test_f01_a_button_works_after_a_restart(world: World) -> None:
    await world.started()
    message = world.message()
    await world.restart()
    world.dice.faces.extend([5])
    await world.press(world.ana, "roll", message)
    assert (await world.game()).ply > 0


async def test_f02_a_button_works_after_days(world: World) -> None:
    await world.started()
    await world.env.advance_time(200)
    world.later(timedelta(days=9))
    assert await world.press(world.ana, "roll") == ""
    assert (await world.game()).ply > 0


async def test_f03_of_two_games_in_a_channel_the_one_pressed_moves(world: World) -> None:
    await world.started()
    older = world.message()
    await world.command(world.carmen, "new")
    await world.press(world.pablo, "join")
    world.dice.faces.extend([6, 1, 2])
    await world.press(world.carmen, "start")
    newer = await world.game(2)
    await world.press(world.ana, "roll", older)
    assert (await world.game(1)).ply > 0
    assert await world.game(2) == newer


async def test_f04_a_second_ready_registers_and_posts_nothing_again(world: World) -> None:
    await world.started()
    mark = world.mark()
    world.bot.dispatch("resumed")
    world.bot.dispatch("ready")
    await world.env.settle()
    assert [request.method for request in world.env.http_requests[mark:]] == []
    world.dice.faces.append(2)
    await world.press(world.ana, "roll")
    assert (await world.game()).ply == 1


async def test_f06_a_slow_picture_keeps_nobody_waiting(world: World) -> None:
    """The press is acknowledged and the move stored while the picture is still being drawn."""
    drawing, let_go = threading.Event(), threading.Event()

    def slow(scene: Scene) -> bytes:
        drawing.set()
        let_go.wait(10)
        return render(scene)

    await world.started()
    renderer = Renderer(slow)
    await world.restart(renderer)
    world.dice.faces.append(2)
    pressing = asyncio.create_task(world.press(world.ana, "roll"))
    await asyncio.to_thread(drawing.wait, 10)
    interaction = next(reversed(world.env.backend.interactions.values()))
    assert interaction.responded
    assert (await world.game()).ply == 1
    assert (await world.game()).shown_ply == 0
    let_go.set()
    assert await pressing == ""
    assert (await world.game()).shown_ply == 1
    renderer.close()


async def test_f08_another_process_has_the_press(world: World) -> None:
    """40060: nothing is done here, and nobody is told anything."""
    await world.started()
    before = await world.game()
    world.env.inject_error(
        "POST", "/interactions/*", status=400, code=Code.ALREADY_ACKNOWLEDGED, message="taken"
    )
    assert await world.press(world.ana, "roll") == ""
    assert await world.game() == before


async def test_a_press_too_late_to_be_answered_is_played_all_the_same(world: World) -> None:
    """10062: the board shows it."""
    await world.started()
    world.dice.faces.append(2)
    world.env.inject_error(
        "POST", "/interactions/*", status=404, code=Code.UNKNOWN_INTERACTION, message="late"
    )
    await world.press(world.ana, "roll")
    assert (await world.game()).ply == 1
    assert (await world.game()).shown_ply == 1


async def test_f10_ten_presses_at_once_are_one_move_and_one_ping(world: World) -> None:
    await world.started()
    world.dice.faces.append(2)
    [roll] = world.plays()
    mark = world.mark()
    presses = [(world.ana, roll)] * 10 + [(world.luis, roll)] * 2
    answers = await world.at_once(presses)
    assert answers == [""] * 10 + [STALE] * 2
    assert (await world.game()).ply == 1
    assert world.pinged(mark) == [[world.luis.id]]
    assert len(world.dice.thrown) == 3


async def test_f11_a_second_move_of_the_same_message_is_stale(world: World) -> None:
    await world.started(quick=True)
    world.dice.faces.extend([3, 2, 5, 2, 2])  # the last one is Ana's choice of two pieces
    for _ in range(5):
        await world.step()
    game = await world.game()
    first, second = world.plays()
    answers = await world.at_once([(world.ana, first), (world.ana, second), (world.ana, first)])
    assert answers == ["", STALE, ""]
    after = await world.game()
    assert after.ply == game.ply + 1
    assert after.asks is not None
    assert after.asks.id == world.luis.id


async def test_f12_whoever_is_not_asked_is_told_who_is(world: World) -> None:
    await world.started(world.luis, world.carmen)
    assert await world.press(world.carmen, "roll") == es(
        "error.not_your_turn", name="Ana", seat=Seat.YELLOW
    )
    assert await world.press(world.pablo, "roll") == es("error.not_in_game")
    await world.leave(world.carmen)
    assert await world.press(world.carmen, "roll") == es("error.left_game")


async def test_f13_a_ghost_button_of_a_finished_game_is_refused(world: World) -> None:
    await world.started()
    [roll] = world.plays()
    await world.leave(world.luis)
    assert (await world.game()).status is Status.OVER
    assert world.codes() == []
    mark = world.mark()
    assert await world.press_ghost(world.ana, roll) == es("error.game_over")
    assert world.sent(mark) == []


@pytest.mark.parametrize(
    "custom_id",
    ["play:1:0:9-9", "play:1:0:outY", "play:1:7:roll", "lobby:1:0:dance", "old", "play:x:0:roll"],
)
async def test_buttons_that_were_never_there_are_refused(world: World, custom_id: str) -> None:
    await world.started()
    before = await world.game()
    assert await world.press_ghost(world.ana, custom_id) == STALE
    assert await world.game() == before


async def test_a_game_that_is_not_there_is_refused(world: World) -> None:
    assert await world.press_ghost(world.ana, "play:99:0:roll") == es("error.no_game")


async def test_f05_what_is_unexpected_gets_a_reference_that_the_log_has_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    await world.started()
    monkeypatch.setattr(type(world.games), "act", broken)
    answer = await world.press(world.ana, "roll")
    [line] = world.errors.lines
    reference = line.split()[1].rstrip(":")
    assert answer == es("error.unexpected", reference=reference)
    assert "a fault of ours" in line
    world.errors.lines.clear()


async def test_an_answer_that_cannot_be_delivered_harms_nothing(world: World) -> None:
    await world.started()
    world.env.inject_error("POST", "/webhooks/*", status=404, code=10015, message="expired")
    assert await world.press(world.luis, "roll") == ""


async def test_f31_leaving_in_mid_turn_passes_the_turn_once(world: World) -> None:
    await world.started(world.luis, world.carmen, quick=True)
    world.dice.faces.append(3)
    await world.press(world.ana, "roll")
    mark = world.mark()
    asked = await world.asked()
    await world.leave(asked)
    after = await world.game()
    assert after.asks is not None
    assert after.asks.id != asked.id
    assert world.pinged(mark) == [[after.asks.id]]
    assert "deja la partida" in world.text()


async def test_f50_whoever_pressed_did_it_and_nobody_in_their_name(world: World) -> None:
    """F50: never "whoever is asked": neither in what is allowed nor in what is written down."""
    await world.chooses()
    before = await world.game()
    first, second = world.plays()
    answers = await world.at_once([(world.luis, first), (world.pablo, first), (world.ana, second)])
    assert answers == [
        es("error.not_your_turn", name="Ana", seat=Seat.YELLOW),
        es("error.not_in_game"),
        "",
    ]
    [played, *_] = await world.games.story(await world.game(), before.ply)
    assert (played.entry.actor, played.entry.by) == (world.ana.id, Actor.PERSON)
    assert action_text(played.entry.action, played.before) == second.rpartition(":")[2]
