"""The board's message: edited or sent anew, tidied up, whom it pings, and what it falls back to."""

from datetime import timedelta
from pathlib import Path

import discord
import pytest

from cogs.ui.rest import Code
from tests.discord import limits
from tests.discord.limits import PNG
from tests.discord.world import World, es

SEND, EDIT = ("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*")


async def asks_ana_again(world: World) -> None:
    """Ana rolls a six that she cannot use: the same person is asked again."""
    world.dice.faces.append(6)
    await world.press(world.ana, "roll")


async def test_f18_the_same_person_asked_again_is_an_edit_with_one_picture(world: World) -> None:
    """F18: an edit replaces the picture; F28: it notifies nobody."""
    await world.started()
    before, picture = world.message(), await world.picture()
    mark = world.mark()
    await asks_ana_again(world)
    assert world.sent(mark) == []
    assert len(world.edited(mark)) == 1
    assert world.message().id == before.id
    assert len(world.message().attachments) == 1
    assert (await world.picture()).startswith(PNG)
    assert await world.picture() != picture
    assert "Ana: 🎲6" in world.text()


async def test_f07_a_board_is_never_edited_through_an_interaction(world: World) -> None:
    """Its token runs out after a quarter of an hour; the channel's route does not."""
    await world.started()
    await asks_ana_again(world)
    mark = world.mark()
    await world.env.advance_time(16 * 60)
    await asks_ana_again(world)
    boards = [request for request in world.env.http_requests[mark:] if request.method == "PATCH"]
    assert len(boards) == 1
    assert boards[0].path.startswith(f"/channels/{world.channel.id}/messages/")


async def test_f28_another_person_asked_is_a_fresh_board_that_pings_only_them(
    world: World,
) -> None:
    await world.started(world.luis, world.carmen)
    before = world.message()
    mark = world.mark()
    await world.step()
    asked = await world.asked()
    assert asked.id != world.ana.id
    assert world.pinged(mark) == [[asked.id]]
    assert f"<@{asked.id}>, te toca: tira el dado." in world.text()
    [message] = world.messages()
    assert message.id != before.id


async def test_an_old_board_that_was_answered_stays_without_buttons(world: World) -> None:
    await world.started()
    old = world.message()
    await world.carmen.send(world.channel, "¡qué emoción!", reply_to=old)
    await world.step()
    kept, new = world.messages()
    assert kept.id == old.id
    assert world.codes(kept) == []
    assert "te toca" in world.text(kept)
    assert len(kept.attachments) == 1
    assert new.id != old.id


async def test_a_board_pings_nobody_when_it_is_brought_down_again(world: World) -> None:
    await world.started()
    before = world.message()
    mark = world.mark()
    assert await world.command(world.carmen, "board") == ""
    [message] = world.messages()
    assert message.id != before.id
    assert world.pinged(mark) == [[]]
    await world.press(world.ana, "roll")


async def test_f17_an_old_board_is_replaced_by_a_fresh_one(world: World) -> None:
    await world.started()
    old = world.message()
    world.later(timedelta(minutes=55))
    mark = world.mark()
    await asks_ana_again(world)
    assert world.edited(mark) == []
    assert world.pinged(mark) == [[]]  # she has just pressed: she knows
    [message] = world.messages()
    assert message.id != old.id


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (429, Code.OLD_EDITS),
        (429, 0),
        (404, Code.UNKNOWN_MESSAGE),
        (403, Code.NOT_OURS),
        (400, Code.ARCHIVED),
    ],
)
async def test_f17_a_refused_edit_becomes_a_fresh_board(
    world: World, status: int, code: int
) -> None:
    await world.started()
    old = world.message()
    world.env.inject_error(*EDIT, status=status, code=code)
    mark = world.mark()
    await asks_ana_again(world)
    [message] = world.messages()
    assert message.id != old.id
    assert world.pinged(mark) == [[]]
    await world.press(world.ana, "roll")
    assert (await world.game()).shown_ply == (await world.game()).ply


async def test_f23_a_board_deleted_by_hand_comes_again(world: World) -> None:
    await world.started()
    world.env.backend.delete_message(world.channel.id, world.message().id)
    await world.press_ghost(world.ana, "play:1:0:roll")
    [message] = world.messages()
    assert (await world.game()).message_id == message.id
    await world.step()


@pytest.mark.parametrize("call", [SEND, EDIT])
@pytest.mark.parametrize("status", [500, 503])
async def test_f20_discord_down_for_a_moment_costs_nothing(
    world: World, call: tuple[str, str], status: int
) -> None:
    await world.started()
    world.env.inject_error(*call, status=status, times=2)
    if call is SEND:
        assert (await world.step()).ply == 1
    else:
        await asks_ana_again(world)
    assert (await world.game()).shown_ply == (await world.game()).ply
    assert len(world.messages()) == 1
    assert (await world.picture()).startswith(PNG)


@pytest.mark.parametrize(("status", "code"), [(503, 0), (500, 0), (429, 0)])
async def test_discord_down_for_longer_is_told_and_the_board_follows(
    world: World, status: int, code: int
) -> None:
    await world.started()
    world.env.inject_error(*SEND, status=status, code=code, times=None)
    world.dice.faces.append(2)
    answer = await world.press(world.ana, "roll")
    assert answer == es("error.unshown")
    assert (await world.game()).ply == 1
    world.env.backend.faults.clear()
    mark = world.mark()
    await world.env.advance_time(31)
    assert world.mark() == mark  # not tried again too soon
    world.later(timedelta(minutes=2))
    await world.env.advance_time(31)
    assert (await world.game()).shown_ply == 1
    assert world.pinged(mark) == [[world.luis.id]]
    assert len(world.messages()) == 1


async def test_a_press_brings_up_what_lags(world: World) -> None:
    await world.started()
    world.env.inject_error(*SEND, status=503, times=None)
    world.dice.faces.append(2)
    await world.press(world.ana, "roll")
    world.env.backend.faults.clear()
    assert await world.press(world.ana, "roll") == ""
    assert (await world.game()).shown_ply == 1
    assert f"<@{world.luis.id}>" in world.text()


@pytest.mark.parametrize("missing", ["send_messages", "view_channel"])
async def test_f22_a_permission_lost_in_mid_game_is_named(world: World, missing: str) -> None:
    await world.started()
    me = world.env.backend.bot_user
    world.deny(me.id, missing)
    world.dice.faces.append(2)
    answer = await world.press(world.ana, "roll")
    name = {"send_messages": "Enviar mensajes", "view_channel": "Ver canal"}[missing]
    assert answer == es("error.missing_permission", permissions=name)
    assert (await world.game()).ply == 1
    world.allow(me.id)
    assert await world.press(world.luis, "roll") == es("error.stale")
    assert (await world.game()).shown_ply == 1


async def test_f19_no_address_of_a_picture_is_stored(world: World) -> None:
    """They run out after a day; a picture is drawn again from the position."""
    await world.started()
    await asks_ana_again(world)
    [picture] = world.message().attachments
    assert picture.url.startswith("http")
    file = Path(world.url.removeprefix("sqlite:///"))
    for each in file.parent.iterdir():
        assert b"http" not in each.read_bytes()


async def test_f27_moves_and_other_buttons_stand_in_rows_of_their_own(world: World) -> None:
    """A phone wraps a long row, and a wrapped one can hide behind the next."""
    await world.chooses()
    rows = [part for part in limits.walk(world.raw(world.message())) if part["type"] == 1]
    kinds = [{each["custom_id"].split(":")[0] for each in row["components"]} for row in rows]
    assert kinds == [{"play"}, {"why", "since", "panel"}]


async def test_f22_without_attach_files_the_board_comes_in_words(world: World) -> None:
    await world.started()
    world.deny(world.env.backend.bot_user.id, "attach_files")
    await asks_ana_again(world)
    message = world.message()
    assert message.attachments == []
    assert "Adjuntar archivos" in world.text()
    assert "Tablero de parchís" in world.text()
    assert world.labels() == ["🎲 Tirar", "¿Por qué?", "Desde mi turno", "⚙️ Mi sitio"]
    world.allow(world.env.backend.bot_user.id)
    await asks_ana_again(world)
    assert len(world.message().attachments) == 1


async def test_f22_without_read_history_boards_make_room_and_it_is_named(world: World) -> None:
    """Discord answers with an empty list then, as if there was no old board to tidy up."""
    await world.started(world.luis, world.carmen)
    name = es("permission.read_message_history")
    assert name not in world.text()
    world.deny(world.env.backend.bot_user.id, "read_message_history")
    for _ in range(3):
        old = world.message()
        await world.carmen.send(world.channel, "¡ay!", reply_to=old)
        world.later(timedelta(hours=1))  # nobody seems to be here: a fresh board for each
        await world.step()
        [board] = world.messages()
        assert board.id != old.id
        assert es("board.no_history", permission=name) in world.text(board)
    world.allow(world.env.backend.bot_user.id)
    await world.step()
    assert name not in world.text()


async def test_f22_in_a_lobby_too_a_permission_lost_is_named(world: World) -> None:
    await world.command(world.ana, "new")
    world.deny(world.env.backend.bot_user.id, "read_message_history")
    await world.press(world.luis, "join")
    name = es("permission.read_message_history")
    assert es("board.no_history", permission=name) in world.text()


@pytest.mark.parametrize(
    ("kind", "named"),
    [
        ("thread", ["send_messages_in_threads"]),
        ("text", ["send_messages"]),
        ("voice", ["connect", "send_messages"]),
    ],
)
async def test_f22_a_refusal_names_what_that_kind_of_channel_takes(
    world: World, kind: str, named: list[str]
) -> None:
    """The cache says that all is granted, Discord that it is not."""
    match kind:
        case "thread":
            where = world.thread(world.channel)
        case "voice":
            where = world.guild.create_voice_channel("voz")
        case _:
            where = world.channel
    await world.command(world.ana, "new", where)
    world.env.inject_error(*EDIT, status=403, code=Code.MISSING_PERMISSIONS, times=None)
    answer = await world.press(world.luis, "join", world.message(where))
    names = [
        es("permission.view_channel"),
        *(es(f"permission.{each}") for each in named),
        es("permission.attach_files"),
        es("permission.read_message_history"),
    ]
    assert answer == es("error.missing_permission", permissions=", ".join(names))
    world.env.backend.faults.clear()


async def test_f22_a_thread_that_no_cache_knows_is_a_thread(world: World) -> None:
    """Archived threads are not in the cache; all other channels of a server are."""
    where = world.thread(world.channel)
    await world.command(world.ana, "new", where)
    world.bot.get_guild(world.guild.id)._remove_thread(discord.Object(where.id))  # type: ignore
    world.env.inject_error(*EDIT, status=403, code=Code.MISSING_ACCESS, times=None)
    answer = await world.press(world.luis, "join", world.message(where))
    assert es("permission.send_messages_in_threads") in answer
    world.env.backend.faults.clear()


async def test_f22_a_picture_refused_out_of_the_blue_comes_in_words(world: World) -> None:
    await world.started()
    world.env.inject_error(*SEND, status=403, code=Code.MISSING_PERMISSIONS)
    await world.step()
    assert world.message().attachments == []
    assert (await world.game()).shown_ply == 1


@pytest.mark.parametrize("code", [Code.MISSING_ACCESS, Code.MISSING_PERMISSIONS])
async def test_f22_a_refusal_of_discord_is_told_as_missing_permissions(
    world: World, code: int
) -> None:
    await world.started()
    world.env.inject_error(*SEND, status=403, code=code, times=None)
    world.dice.faces.append(2)
    answer = await world.press(world.ana, "roll")
    assert "Ver canal, Enviar mensajes" in answer
    world.env.backend.faults.clear()


async def test_f45_the_library_keeps_nothing_of_the_boards(world: World) -> None:
    """Its store of views would grow with every message; ours are plain data."""
    await world.started(quick=True)
    for _ in range(6):
        await world.step()
    store = world.bot._connection._view_store
    assert store._views == {}
    assert store._synced_message_views == {}
    assert list(world.bot.cached_messages) == []
    assert len(world.bot.publisher._locks) == 0


async def test_f46_a_channel_that_no_cache_knows_is_no_hindrance(world: World) -> None:
    await world.started()
    world.bot._connection._guilds.clear()
    assert world.bot.get_channel(world.channel.id) is None
    assert (await world.step()).shown_ply == 1


async def test_a_channel_that_is_gone_is_given_up_quietly(world: World) -> None:
    await world.started()
    world.env.inject_error(*EDIT, status=404, code=Code.UNKNOWN_CHANNEL, times=None)
    world.dice.faces.append(6)
    answer = await world.press(world.ana, "roll")
    assert answer == es("error.channel_gone", command="`/parchis tablero`")
    world.env.backend.faults.clear()
    assert await world.games.lagging() == []


async def test_a_picture_that_cannot_be_drawn_becomes_words(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_: object) -> bytes:
        raise RuntimeError("no ink")

    await world.started()
    monkeypatch.setattr(world.bot.renderer, "png", broken)
    await asks_ana_again(world)
    assert world.message().attachments == []
    assert "Tablero de parchís" in world.text()
    [line] = world.errors.lines
    assert "no ink" in line
    world.errors.lines.clear()


async def test_the_picture_has_the_whole_position_in_words(world: World) -> None:
    await world.started(quick=True)
    [gallery] = [
        part
        for part in world.message().components[-1].children  # type: ignore[attr-defined]
        if isinstance(part, discord.MediaGalleryComponent)
    ]
    [item] = gallery.items
    assert item.description is not None
    assert "Ana" in item.description
    assert "casilla 5" in item.description
    assert "casilla 39" in item.description


async def test_a_choice_shows_a_button_for_each_legal_action_and_no_other(world: World) -> None:
    await world.started(quick=True)
    world.dice.faces.extend([3, 2, 5, 2, 2])
    for _ in range(5):
        await world.step()
    assert world.labels() == ["1 · 5→7", "2 · 8→10", "¿Por qué?", "Desde mi turno", "⚙️ Mi sitio"]
    assert "elige jugada" in world.text()


async def test_f48_a_roll_that_leaves_nothing_is_told_with_its_reason(world: World) -> None:
    """F48: there is no button to press."""
    await world.started()
    world.dice.faces.append(3)
    await world.press(world.ana, "roll")
    assert "🎲3" in world.text()
    assert "necesita un 5" in world.text()
    assert "(P1)" in world.text()
