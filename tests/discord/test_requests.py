"""Somebody would like a computer's seat: the host is called about it, once, and decides."""

from datetime import timedelta

import pytest

from bot.games.model import Person as Known
from bot.games.model import Status, UserSettings
from bot.rules import Seat
from tests.discord.test_crashes import die_and_rise, kill_at
from tests.discord.world import Person, World, es

WANTS = "le gustaría sentarse"


async def with_a_computer(world: World) -> None:
    """A game of Ana, who hosts it and is asked, and Luis, in which a computer plays blue."""
    await world.chooses(world.luis, world.carmen)
    await world.leave(world.carmen)


async def asks(world: World, person: Person, colour: str = "Azules") -> str:
    """Ask for a seat by the panel; hands back what it then says."""
    await world.press(person, "⚙️")
    return await world.press_private(person, colour)


async def luis_is_asked(world: World) -> None:
    """Ana, the host, has moved, and it is Luis's turn."""
    world.dice.faces.extend([5] * 40)
    while (await world.game()).waits_for == world.ana.id:
        await world.step()
    assert (await world.game()).waits_for == world.luis.id


async def test_the_host_is_pinged_once_and_nobody_else(world: World) -> None:
    await with_a_computer(world)
    await luis_is_asked(world)
    before = world.message()
    mark = world.mark()
    said = await asks(world, world.pablo)
    assert es("panel.asked", name="Ana", seat=Seat.BLUE) in said
    # A mention notifies only in a message that is sent; Luis has been pinged for his question.
    assert world.pinged(mark) == [[world.ana.id]]
    assert [each.id for each in world.messages()] != [before.id]
    code = (await world.game()).code
    assert es("board.calls_host", host=f"<@{world.ana.id}>", code=code) in world.text()
    assert f"A Pablo {WANTS}" in world.text()
    # The same again, another look at the panel, a round of the clock, a new board: no other ping.
    world.later(timedelta(hours=2))
    mark = world.mark()
    await world.press_ghost(world.pablo, "seat:1:3:take-B")
    await world.round()
    await world.command(world.pablo, "board")
    assert not any(world.pinged(mark))
    assert es("board.calls_host", host=f"<@{world.ana.id}>", code=code) not in world.text()
    assert f"A Pablo {WANTS}" in world.text()
    assert await world.press(world.ana, "Sí, que entre") == ""
    assert (await world.game()).player(world.pablo.id) is not None


async def test_a_host_who_is_asked_already_is_pinged_about_the_request(world: World) -> None:
    await with_a_computer(world)
    assert (await world.game()).waits_for == world.ana.id
    mark = world.mark()
    await asks(world, world.pablo)
    assert world.pinged(mark) == [[world.ana.id]]
    await world.lives(timedelta(minutes=10))
    assert world.pinged(mark) == [[world.ana.id]]


async def test_a_host_who_seems_to_be_here_is_pinged_once_for_question_and_request(
    world: World,
) -> None:
    await with_a_computer(world)
    world.dice.faces.extend([5] * 40)
    game = await world.step()
    while game.waits_for != world.ana.id or game.ping_at is None:
        game = await world.step()
    mark = world.mark()
    await asks(world, world.pablo)
    assert world.pinged(mark) == [[world.ana.id]]
    await world.lives(timedelta(minutes=10))
    assert world.pinged(mark) == [[world.ana.id]]


async def test_asking_again_after_a_no_is_shown_and_pings_later(world: World) -> None:
    await with_a_computer(world)
    await asks(world, world.pablo)
    assert await world.press(world.luis, "Sí, que entre") == es("error.not_host", name="Ana")
    for _ in range(3):
        await world.press(world.ana, "Ahora no")
        assert WANTS not in world.text()
        mark = world.mark()
        await asks(world, world.pablo)
        assert f"A Pablo {WANTS}" in world.text()
        assert not any(world.pinged(mark))
    mark = world.mark()
    await world.lives(timedelta(minutes=61))
    await world.lives(timedelta(minutes=1))
    assert [ping for ping in world.pinged(mark) if ping] == [[world.ana.id]]


async def test_quiet_hours_put_the_ping_off_and_reminders_switched_off_do_not(
    world: World,
) -> None:
    await with_a_computer(world)
    now = world.now()
    minute = now.hour * 60 + now.minute
    quiet = UserSettings(
        world.ana.id,
        quiet_from=minute,
        quiet_to=(minute + 90) % 1440,
        reminders=False,
    )
    await world.games.save_settings(quiet)
    mark = world.mark()
    await asks(world, world.pablo)
    assert f"A Pablo {WANTS}" in world.text()
    await world.lives(timedelta(minutes=85))
    assert not any(world.pinged(mark))
    await world.lives(timedelta(minutes=6))
    await world.lives(timedelta(minutes=1))
    assert [ping for ping in world.pinged(mark) if ping] == [[world.ana.id]]


async def test_if_the_host_leaves_whoever_decides_then_is_pinged(world: World) -> None:
    await with_a_computer(world)
    await asks(world, world.pablo)
    mark = world.mark()
    await world.leave(world.ana)
    await world.round()
    # Luis is asked to play, and then about the seat: by the mentions of two boards.
    assert set(map(tuple, world.pinged(mark))) == {(world.luis.id,)}
    code = (await world.game()).code
    assert es("board.calls_host", host=f"<@{world.luis.id}>", code=code) in world.text()
    mark = world.mark()
    await world.round()
    assert world.sent(mark) == []
    assert await world.press(world.luis, "Sí, que entre") == ""


@pytest.mark.parametrize("step", ["publish", "send", "retire", "shown"])
async def test_f44_a_request_cut_short_is_shown_once_and_pings_once(
    world: World, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    await with_a_computer(world)
    await world.press(world.pablo, "⚙️")
    mark = world.mark()
    kill_at(world, monkeypatch, step)
    await world.press_private(world.pablo, "Azules")
    assert [each.wanted_by for each in (await world.game()).requests] != []
    world.forget_nonces()
    await die_and_rise(world, monkeypatch)
    assert world.pinged(mark) == [[world.ana.id]]
    game = await world.game()
    assert (game.calls_host, game.sending, game.shown_ply) == (False, None, game.ply)
    [message] = world.messages()
    assert message.id == game.message_id
    mark = world.mark()
    await world.round()
    assert world.sent(mark) == []
    assert await world.press(world.ana, "Sí, que entre") == ""


async def test_a_request_that_comes_after_the_board_that_was_cut_short_pings_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await with_a_computer(world)
    kill_at(world, monkeypatch, "shown")
    await world.command(world.carmen, "board")
    mark = world.mark()
    await world.games.request_seat(1, Known(world.pablo.id, "Pablo"), Seat.BLUE)
    await die_and_rise(world, monkeypatch)
    assert [ping for ping in world.pinged(mark) if ping] == [[world.ana.id]]


async def test_two_requests_stand_beside_each_other(world: World) -> None:
    await with_a_computer(world)
    await world.leave(world.luis)
    await asks(world, world.pablo)
    await asks(world, world.carmen, "Rojas")
    assert f"A Pablo {WANTS}" in world.text()
    assert f"A Carmen {WANTS}" in world.text()
    game = await world.game()
    assert await world.press(world.ana, f"in-{world.carmen.id}") == ""
    game = await world.game()
    assert game.player_at(Seat.RED) == game.player(world.carmen.id)
    assert f"A Pablo {WANTS}" in world.text()


async def test_who_asked_can_take_it_back(world: World) -> None:
    await with_a_computer(world)
    await asks(world, world.pablo)
    assert world.labels(world.private(world.pablo)) == [es("button.unask")]
    said = await world.press_private(world.pablo, es("button.unask"))
    assert es("panel.asked", name="Ana", seat=Seat.BLUE) not in said
    assert WANTS not in world.text()
    assert world.labels(world.private(world.pablo)) == ["Azules"]
    assert await world.press_ghost(world.ana, f"let:1:3:in-{world.pablo.id}") == es(
        "error.no_request"
    )


async def test_who_withdrew_is_offered_no_seat(world: World) -> None:
    await world.chooses(world.luis, world.carmen, on_leave="withdraw")
    await world.leave(world.carmen)
    assert await world.press(world.carmen, "⚙️") == es("error.left_game")
    assert (await world.game()).status is Status.PLAYING
