"""Seats: one's own in private, computers, other people's seats, and an end by agreement."""

from datetime import timedelta

import discord
import pytest

from bot.games.model import Autopilot, Player, Status
from bot.rules import Seat
from cogs.ui.standstill import standstill
from tests.discord.world import Person, World, es


async def player_of(world: World, person: Person) -> Player:
    player = (await world.game()).player(person.id)
    assert player is not None
    return player


def moderator(world: World) -> Person:
    role = world.guild.create_role(
        "moderators", permissions=discord.Permissions(manage_messages=True)
    )
    chief = world.guild.add_member(world.env.create_user("chief"), roles=[role])
    world.locales[chief.id] = "es-ES"
    return chief


# -- computers at the table ------------------------------------------------------------------------


async def test_a_computer_sits_down_plays_and_needs_no_ping(world: World) -> None:
    await world.command(world.ana, "new", pace="day", limit="", players=2)
    await world.press(world.ana, "+ Medio")
    assert "🤖 Ordenador \\(medio\\)" in world.text()
    assert "La mesa está completa." in world.text()
    assert "+ Fácil" not in world.labels()
    world.dice.faces.extend([6, 1])
    mark = world.mark()
    await world.press(world.ana, "start")
    game = await world.game()
    assert game.status is Status.PLAYING
    assert game.waits_for == world.ana.id
    assert world.pinged(mark) == [[world.ana.id]]
    assert "Ordenador" in world.text()


async def test_only_the_host_seats_computers_and_takes_them_away(world: World) -> None:
    await world.command(world.ana, "new")
    await world.press(world.luis, "join")
    assert await world.press(world.luis, "+ Fácil") == es("error.not_host", name="Ana")
    assert await world.press_ghost(world.ana, "lobby:1:0:no_computer") == es("error.no_computer")
    await world.press(world.ana, "+ Fácil")
    await world.press(world.ana, "+ Medio")
    assert await world.press_ghost(world.ana, "lobby:1:0:add_easy") == es("error.lobby_full")
    await world.press(world.ana, "− Ordenador")
    assert [player.computer for player in (await world.game()).players] == [None, None, "easy"]


# -- one's own seat --------------------------------------------------------------------------------


async def test_the_panel_shows_ones_seat_and_changes_it(world: World) -> None:
    await world.chooses()
    answer = await world.press(world.luis, "⚙️")
    assert es("panel.title", code=(await world.game()).code) in answer
    assert es("panel.auto_forced") in answer
    labels = world.labels(world.private(world.luis))
    assert labels == ["A mano", "Todo solo", "Me ausento…", "Acabar la partida", "Salir"]
    assert es("panel.auto_all") in await world.press_private(world.luis, "Todo solo")
    assert es("board.away", names="Luis") in world.text()
    assert (await player_of(world, world.luis)).autopilot is Autopilot.ALL
    assert es("panel.auto_off") in await world.press_private(world.luis, "A mano")
    assert es("board.away", names="Luis") not in world.text()


async def test_in_a_lobby_and_after_the_end_there_is_no_seat(world: World) -> None:
    await world.command(world.ana, "new")
    for command in ("seat", "end", "back"):
        assert await world.command(world.ana, command) == es("error.not_started")
    await world.press(world.luis, "join")
    await world.press(world.ana, "start")
    await world.leave(world.luis)
    for code in ("panel:1:0:now", "back:1:0:now", "mute:1:0:now"):
        assert await world.press_ghost(world.ana, code) == es("error.game_over"), code


async def test_by_command_too(world: World) -> None:
    code = (await world.chooses()).code
    assert es("panel.title", code=code) in await world.command(world.ana, "seat")
    answer = await world.command(world.luis, "autopilot", mode="all")
    assert answer == es("answer.autopilot", code=code, mode=es("panel.auto_all"))
    assert await world.command(world.luis, "back") == es("answer.back", code=code)
    assert (await player_of(world, world.luis)).autopilot is Autopilot.FORCED
    assert es("error.no_game_here", command="`/parchis nueva`") == await world.command(
        world.pablo, "back"
    )


async def test_away_until_a_date_by_form_and_by_command(world: World) -> None:
    await world.chooses()
    await world.press(world.luis, "⚙️")
    until = world.now() + timedelta(days=3)
    when = f"<t:{int(until.timestamp())}:R>"
    answer = await world.fill_in(world.luis, "Me ausento", "3 días")
    assert es("panel.away_until", when=when) in answer
    assert es("board.away", names="Luis") in world.text()
    assert (await player_of(world, world.luis)).away_until == until
    # No mode is marked as chosen: each would mean to be back.
    modes = {code.rpartition(":")[2] for code in world.codes(world.private(world.luis))}
    assert modes >= {each.value for each in Autopilot}
    assert es("answer.away", code=(await world.game()).code, when=when) == await world.command(
        world.luis, "away", until="3 d"
    )
    assert await world.command(world.luis, "away", until="pronto") == es("error.bad_until")
    assert await world.command(world.luis, "away", until="2025-01-01") == es("error.past_until")
    assert await world.command(world.luis, "away", until="40 d") == es(
        "error.away_too_long", days=30
    )
    await world.press(world.luis, "⚙️")
    assert await world.fill_in(world.luis, "Me ausento", "qué sé yo") == es("error.bad_until")


async def test_a_form_works_after_a_restart_and_the_library_keeps_none(world: World) -> None:
    await world.chooses()
    await world.press(world.luis, "⚙️")
    await world.restart()
    shown = world.private(world.luis)
    [away] = [code for code in world.codes(shown) if code.endswith(":away")]
    opened = await world.luis.click(shown, custom_id=away)
    assert world.bot._connection._view_store._modals == {}
    await world.luis.submit_modal(opened, {"0": "2 d"})
    assert (await player_of(world, world.luis)).away_until is not None


async def test_no_more_pings_this_turn(world: World) -> None:
    game = await world.chooses()
    await world.press(world.ana, "⚙️")
    said = await world.press_private(world.ana, "No avises más")
    assert es("panel.muted") in said
    assert es("button.mute") not in world.labels(world.private(world.ana))
    assert (await player_of(world, world.ana)).muted_ply == game.ply
    assert await world.press_ghost(world.luis, "mute:1:3:now") == es(
        "error.not_your_turn", name="Ana", seat=Seat.YELLOW
    )


# -- leaving, and coming in ------------------------------------------------------------------------


async def test_f30_whoever_leaves_is_followed_by_the_computer_and_the_host_role_passes(
    world: World,
) -> None:
    await world.chooses()
    await world.command(world.ana, "leave")
    assert es("answer.confirm_leave_computer", code=(await world.game()).code) in world.text(
        world.private(world.ana)
    )
    mark = world.mark()
    await world.press_private(world.ana, "Sí, me voy")
    game = await world.game()
    assert game.status is Status.PLAYING
    assert game.host_id == world.luis.id
    seat = game.player_at(Seat.YELLOW)
    assert seat is not None
    assert seat.computer == "medium"
    assert [sitter.id for sitter in seat.sitters] == [world.ana.id]
    assert game.waits_for == world.luis.id
    assert world.pinged(mark) == [[world.luis.id]]
    assert await world.press_ghost(world.ana, "play:1:9:5-7") in (
        es("error.left_game"),
        es("error.stale"),
    )


async def test_f30_the_last_person_to_leave_closes_the_game(world: World) -> None:
    await world.chooses()
    for person in (world.ana, world.luis):
        await world.leave(person)
    assert (await world.game()).status is Status.ABANDONED
    assert world.codes() == []
    assert es("board.abandoned") in world.text()


async def test_a_computers_seat_is_taken_over_if_the_host_agrees(world: World) -> None:
    await world.chooses(world.luis, world.carmen)
    await world.leave(world.carmen)
    await world.press(world.pablo, "⚙️")
    labels = world.labels(world.private(world.pablo))
    assert labels == ["Azules"]
    said = await world.press_private(world.pablo, "Azules")
    assert "Se lo he preguntado a Ana" in said
    assert "A Pablo le gustaría sentarse" in world.text()
    assert await world.press(world.luis, "Sí, que entre") == es("error.not_host", name="Ana")
    assert await world.press(world.ana, "Ahora no") == ""
    assert "A Pablo le gustaría sentarse" not in world.text()
    assert (await world.game()).player(world.pablo.id) is None
    await world.press(world.pablo, "⚙️")
    await world.press_private(world.pablo, "Azules")
    assert await world.press(moderator(world), "Sí, que entre") == ""
    player = await player_of(world, world.pablo)
    assert player.computer is None
    assert player.seat is not None


async def test_who_does_not_play_and_finds_no_computer_is_told(world: World) -> None:
    game = await world.chooses()
    assert await world.press(world.pablo, "⚙️") == es("panel.no_seat", code=game.code)
    assert await world.press_ghost(world.pablo, "seat:1:3:take-R") == es("error.seat_not_free")
    assert await world.press_ghost(world.ana, "let:1:3:in-99") == es("error.no_request")


@pytest.mark.parametrize("code", ["seat:1:0:dance", "let:1:0:in-x", "end:1:0:soon", "me:0:0:on-"])
async def test_buttons_that_were_never_there_are_refused(world: World, code: str) -> None:
    await world.chooses()
    assert await world.press_ghost(world.ana, code) == es("error.stale")


# -- ending it -------------------------------------------------------------------------------------


async def test_all_who_play_can_agree_to_end_a_game(world: World) -> None:
    await world.chooses()
    said = await world.command(world.ana, "end")
    assert es("finish.question", code=(await world.game()).code) in said
    assert es("finish.votes", names="Ana") in await world.press_private(
        world.ana, "Acabar la partida"
    )
    assert es("board.votes", names="Ana") in world.text()
    # Withdrawn again, and given again.
    await world.press_private(world.ana, "Seguir jugando")
    assert es("board.votes", names="Ana") not in world.text()
    await world.press_private(world.ana, "Acabar la partida")
    await world.command(world.luis, "end")
    mark = world.mark()
    said = await world.press_private(world.luis, "Acabar la partida")
    assert said == es("answer.ended", code=(await world.game()).code)
    assert (await world.game()).status is Status.ENDED
    assert es("board.ended") in world.text()
    assert world.codes() == []
    assert world.pinged(mark) == [[world.ana.id, world.luis.id]]


async def test_f30_a_moderator_ends_a_running_game_and_nobody_else(world: World) -> None:
    await world.chooses()
    await world.command(world.pablo, "end")
    assert world.labels(world.private(world.pablo)) == []
    assert await world.press_ghost(world.pablo, "end:1:0:now") == es("error.not_moderator")
    chief = moderator(world)
    said = await world.command(chief, "end")
    assert es("finish.moderator") in said
    await world.press_private(chief, "Terminarla ya")
    assert (await world.game()).status is Status.ENDED


async def test_who_does_not_play_is_told_who_ends_a_game(world: World) -> None:
    await world.chooses()
    said = await world.command(world.pablo, "end")
    assert es("finish.guest") in said
    assert world.labels(world.private(world.pablo)) == []
    assert es("finish.guest") not in await world.command(world.ana, "end")


async def test_f34_who_was_in_a_game_that_has_ended_may_open_another(world: World) -> None:
    await world.chooses()
    await world.games.end(1, 0, moderator=True)
    assert await world.command(world.luis, "games") == es("games.none", command="`/parchis nueva`")
    assert await world.command(world.luis, "new") == ""


async def test_when_an_absence_is_over_nobody_says_any_more_that_the_computer_plays(
    world: World,
) -> None:
    await world.chooses()
    await world.command(world.luis, "away", until="2 h")
    await world.round()
    assert es("board.away", names="Luis") in world.text()
    mark = world.mark()
    await world.lives(timedelta(hours=3))
    assert es("board.away", names="Luis") not in world.text()
    assert not any(code.startswith("back:") for code in world.codes())
    assert es("panel.auto_forced") in await world.command(world.luis, "seat")
    assert not any(world.pinged(mark))
    game = await world.game()
    assert game.due_at == game.deadline


async def test_who_is_asked_as_their_absence_ends_is_not_called_away_on_that_board(
    world: World,
) -> None:
    await world.chooses(faces=(5, 4, 2, 1, 2))
    for _ in range(2):
        await world.press(world.ana, "1 ·")
    assert (await world.game()).waits_for == world.luis.id
    await world.command(world.ana, "away", until="2 h")
    assert es("board.away", names="Ana") in world.text()
    world.later(timedelta(hours=2))
    await world.press(world.luis, "1 ·")  # before the clock looks again
    assert (await world.game()).waits_for == world.ana.id
    assert es("board.away", names="Ana") not in world.text()


@pytest.mark.parametrize("status", [Status.PAUSED, Status.ENDED, Status.ABANDONED])
async def test_where_nobody_is_asked_no_question_is_told(world: World, status: Status) -> None:
    await world.chooses()
    asks = "elige jugada"
    for command in ("text", "since"):
        assert asks in await world.command(world.ana, command)
    assert asks in world.described()
    if status is Status.PAUSED:
        for person in (world.ana, world.luis):
            await world.command(person, "away", until="3 d")
    elif status is Status.ENDED:
        await world.games.end(1, 0, moderator=True)
        await world.bot.publisher.publish(1)
    else:
        for person in (world.luis, world.ana):
            await world.leave(person)
    game = await world.game()
    assert game.status is status
    pages = [world.described()]
    if status is not Status.ABANDONED:  # what nobody plays any more is nobody's to look at
        for command in ("text", "since"):
            told = await world.command(world.luis, command, game=game.code)
            pages += [told]
        pages.append(world.described(world.private(world.luis)))
        await world.command(world.luis, "replay", game=game.code, what="steps")
        await world.press_private(world.luis, "Final")
        pages.append(world.described(world.private(world.luis)))
    for page in pages:
        assert asks not in page
        assert standstill("es", game) in page.replace("\\", "")


async def test_the_last_to_stay_wins_and_everybody_is_told(world: World) -> None:
    await world.started()
    assert await world.leave(world.luis, "no") == es("answer.stayed")
    assert (await world.game()).status is Status.PLAYING
    mark = world.mark()
    answer = await world.leave(world.luis)
    assert answer == f"Has dejado la partida {(await world.game()).code}."
    assert (await world.game()).status is Status.OVER
    assert world.pinged(mark) == [[world.ana.id]]
    assert "¡Ha ganado Ana!" in world.text()
    assert "¡Gana Ana!" not in world.text()  # once is enough
