"""Discord refuses each call of the bot in each way.

Nothing is lost, it is shown later, and whoever pressed is told, if there is any way left to.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest

from bot.games.model import Autopilot, Game, Status
from bot.rules import replay
from tests.discord.calls import REFUSALS, ROUTES
from tests.discord.world import World, es

Act = Callable[[World], Awaitable[str]]
"""What somebody does so that a call becomes necessary; hands back what they are told in private."""

REFERENCE = es("error.unexpected", reference="")
"""What says only that something is wrong is of no use to anybody."""


async def moves(world: World) -> str:
    return await world.press(world.ana, "8→10")


async def asks_for_the_board(world: World) -> str:
    await world.press(world.ana, "8→10")
    return await world.command(world.luis, "board")


async def asks_after_a_crash(world: World) -> str:
    await world.games.sending(await world.game())
    return await world.command(world.luis, "board")


async def presses_out_of_turn(world: World) -> str:
    game = await world.game()
    return await world.press_ghost(world.luis, f"play:1:{game.ply}:8-10")


async def asks_for_the_games(world: World) -> str:
    return await world.command(world.luis, "games")


async def asks_for_the_games_of_no_cache(world: World) -> str:
    world.bot._connection._guilds.clear()
    return await world.command(world.luis, "games")


async def changes_a_page(world: World) -> str:
    await world.command(world.luis, "me")
    page = world.private(world.luis)
    told = world.said(await world.luis.click(page, custom_id="me:0:0:auto-off"))
    assert (await world.games.settings(world.luis.id)).autopilot is Autopilot.OFF
    return told


async def opens_a_form(world: World) -> str:
    return await world.press_ghost(world.luis, "me:0:0:zone")


async def types_a_code(world: World) -> str:
    await world.luis.autocomplete(world.channel, "parchis board", "game", "")
    return ""


async def is_reminded(world: World) -> str:
    mark = world.mark()
    await world.lives(timedelta(hours=12))
    assert world.pinged(mark) == [[world.ana.id]]
    return ""


async def opens_a_thread(world: World) -> str:
    return await world.command(world.carmen, "new", where="thread")


async def opens_a_thread_for_nothing(world: World) -> str:
    guests = {"with": world.luis, "with2": world.pablo}
    return await world.command(world.carmen, "new", where="thread", players=2, **guests)


async def starts_again(world: World) -> str:
    await world.restart()
    return ""


BOARD, ANSWER = "board", "answer"
"""How somebody is told: by the board, which shows what they did, or else in private; in private."""


@dataclass(frozen=True)
class Case:
    """A call that is refused, and how whoever made it necessary is told."""

    kind: str
    act: Act
    told: str
    """``BOARD``, ``ANSWER``, or why there is no way left, or nobody."""
    logged: str = ""
    """With what each error begins that is logged, where that is right."""


CASES = [
    Case("send", asks_for_the_board, BOARD),
    Case("edit", moves, BOARD),
    Case("delete", asks_for_the_board, BOARD),
    Case("search", asks_for_the_board, BOARD),
    Case("search", asks_after_a_crash, BOARD),
    Case("remove", asks_for_the_board, BOARD),
    Case("channel", asks_for_the_games_of_no_cache, ANSWER),
    Case("thread", opens_a_thread, ANSWER),
    Case("drop", opens_a_thread_for_nothing, ANSWER),
    Case("change", changes_a_page, ANSWER),
    Case("follow", asks_for_the_games, ANSWER),
    Case("follow", presses_out_of_turn, "a press has no other place for an answer"),
    Case("answer", moves, "Discord takes no answer after it, and says itself that there is none"),
    Case("answer", opens_a_form, "the same; nothing has been done, and the button is still there"),
    Case(
        "answer",
        types_a_code,
        "nothing is offered; what is typed is taken all the same",
        "Ignoring exception in autocomplete",
    ),
    Case("member", is_reminded, "nobody has pressed; the reminder comes"),
    Case(
        "register",
        starts_again,
        "nobody has pressed; the commands known go on working",
        "the commands could not be registered",
    ),
]


def test_there_is_a_case_for_each_kind_of_call() -> None:
    assert {case.kind for case in CASES} == set(ROUTES)


@pytest.mark.parametrize("refusal", REFUSALS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}-{case.act.__name__}")
async def test_what_was_done_is_kept_shown_later_and_told(
    world: World, case: Case, refusal: str
) -> None:
    await world.chooses(faces=(5, 4, 2, 1, 2, 2))
    world.refusing.refuse(case.kind, refusal)
    told = await case.act(world)
    assert world.refusing.count[case.kind] > 0
    stored = await world.game()
    if case.told in (BOARD, ANSWER):
        assert told or (case.told == BOARD and stored.shown_ply == stored.ply)
        assert not told.startswith(REFERENCE)
    assert case.logged or world.errors.lines == []
    assert all(line.startswith(case.logged) for line in world.errors.lines)
    world.errors.lines.clear()
    await later(world, stored)


@pytest.mark.parametrize("refusal", REFUSALS)
@pytest.mark.parametrize("kind", ["send", "edit", "delete", "search"])
async def test_refused_for_half_a_day_it_is_shown_in_the_end(
    world: World, kind: str, refusal: str
) -> None:
    """People press and give commands, and the clock is left to itself."""
    before = await world.chooses(faces=(5, 4, 2, 1, 2, 2))
    world.refusing.refuse(kind, refusal)
    await world.press(world.ana, "8→10")
    await world.press_ghost(world.luis, "play:1:3:roll")
    await world.press_ghost(world.ana, f"panel:1:{before.ply}:now")
    await world.command(world.luis, "board")
    await world.command(world.luis, "games")
    await world.lives(timedelta(hours=12))
    stored = await world.game()
    assert stored.ply > before.ply
    await later(world, stored)


async def later(world: World, stored: Game) -> None:
    """Nothing is refused any more: what was stored stands there, and the log leads to it."""
    world.forgiven = world.env.error_cursor
    world.refusing.relent()
    await world.lives(timedelta(hours=2))
    game = await world.game()
    assert game.status is Status.PLAYING
    assert (game.state, game.ply) == (stored.state, stored.ply)
    assert (game.shown_ply, game.sending) == (game.ply, None)
    story = await world.games.story(game)
    assert [each.entry.ply for each in story] == list(range(game.ply))
    *_, last = replay(story[0].before, [each.entry.action for each in story])
    assert last.state == game.state
    live = [message for message in world.messages() if world.plays(message)]
    assert [message.id for message in live] == [game.message_id]
    assert f"<@{game.waits_for}>" in world.text(live[0])


async def test_a_failure_of_long_ago_makes_nobody_wait_now(world: World) -> None:
    """Each failure in a row makes the pause longer; once shown, that is forgotten."""
    await world.chooses()
    for tries, pause in ((5, timedelta(hours=1)), (1, timedelta(minutes=2))):
        world.refusing.refuse("send", "503")
        await world.command(world.luis, "board")
        await world.games.redraw(1)
        for _ in range(tries - 1):
            await world.lives(timedelta(hours=1))
        world.refusing.relent()
        await world.lives(pause)
        game = await world.game()
        assert game.shown_ply == game.ply
