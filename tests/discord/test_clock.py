"""The clock's round: it never dies in silence, acts once, and credits what nobody could help."""

import asyncio
from datetime import timedelta

import pytest

from bot.app import ParchisBot
from bot.games.model import Status
from bot.games.service import Games
from bot.storage import Store
from rendering.renderer import Renderer
from tests.discord.world import Dice, World

DAY = timedelta(days=1)


async def test_f35_an_error_in_one_game_leaves_the_others_and_the_next_round(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        await world.chooses()
    before = [(await world.game(number)).ply for number in (1, 2, 3)]
    tick = world.games.tick

    async def broken(game_id: int) -> object:
        if game_id == 2:
            raise RuntimeError("a fault in one game")
        return await tick(game_id)

    monkeypatch.setattr(world.games, "tick", broken)
    await world.lives(DAY)
    after = [(await world.game(number)).ply for number in (1, 2, 3)]
    assert [then > now for then, now in zip(after, before, strict=True)] == [True, False, True]
    assert any("a fault in one game" in line for line in world.errors.lines)
    world.errors.lines.clear()
    monkeypatch.undo()
    await world.round()
    assert (await world.game(2)).ply > before[1]


@pytest.mark.parametrize("part", ["beat", "due", "expire", "reminders", "purge", "lagging"])
async def test_f35_no_part_of_the_round_keeps_the_others_from_being_done(
    world: World, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    async def broken(*_: object) -> object:
        raise RuntimeError("this part is broken")

    await world.chooses()
    await world.command(world.carmen, "new")
    monkeypatch.setattr(world.games, part, broken)
    world.later(timedelta(days=8))
    await world.store.beat("all", world.now())
    await world.round()
    monkeypatch.undo()
    assert any("this part is broken" in line for line in world.errors.lines)
    world.errors.lines.clear()
    if part != "due":
        assert (await world.game(1)).ply > 9
    if part != "expire":
        assert (await world.game(2)).status is Status.EXPIRED


async def test_f35_a_part_that_is_cancelled_is_not_the_end_of_the_clock(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cancelled(*_: object) -> object:
        raise asyncio.CancelledError

    before = await world.chooses()
    monkeypatch.setattr(world.games, "expire", cancelled)
    monkeypatch.setattr(world.games, "beat", cancelled)
    world.later(DAY)
    await world.round()
    assert (await world.game()).ply > before.ply
    assert any("was cancelled" in line for line in world.errors.lines)
    world.errors.lines.clear()


async def test_f35_the_loop_comes_round_again_by_itself(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = 0

    async def broken() -> None:
        nonlocal rounds
        rounds += 1
        raise RuntimeError("the whole round fails")

    monkeypatch.setattr(world.bot.clockwork, "round", broken)
    await world.env.advance_time(61)
    assert rounds >= 3
    assert len(world.errors.lines) == rounds
    world.errors.lines.clear()


async def test_f36_what_was_scheduled_before_the_process_was_killed_comes_once(
    world: World,
) -> None:
    before = await world.chooses()
    world.later(DAY)
    await world.store.beat("all", world.now())
    await world.restart()
    await world.round()
    game = await world.game()
    assert game.ply > before.ply
    player = game.player(world.ana.id)
    assert player is not None
    assert player.misses == 1
    await world.round()
    assert (await world.game()).ply == game.ply


async def test_f37_time_in_which_no_process_ran_is_credited(world: World) -> None:
    before = await world.chooses()
    await world.round()
    world.later(timedelta(hours=26))
    await world.restart()
    await world.round()
    game = await world.game()
    assert game.ply == before.ply
    assert before.deadline is not None
    assert game.deadline == before.deadline + timedelta(hours=26)
    assert f"<t:{int(game.deadline.timestamp())}:R>" in world.text()


async def test_f37_an_outage_of_a_shard_is_credited(world: World) -> None:
    """Nobody could press anything: presses come through its connection."""
    before = await world.chooses()
    world.bot.dispatch("shard_disconnect", 0)
    await world.env.settle()
    for _ in range(5):
        await world.lives(timedelta(hours=5))
    world.bot.dispatch("shard_disconnect", 0)  # a try to connect that failed
    await world.env.settle()
    await world.lives(timedelta(hours=1))
    assert (await world.game()).deadline == before.deadline
    world.bot.dispatch("shard_resumed", 0)
    await world.env.settle()
    await world.round()
    game = await world.game()
    assert game.ply == before.ply
    assert before.deadline is not None
    assert game.deadline == before.deadline + timedelta(hours=26)
    await world.round()
    assert (await world.game()).deadline == game.deadline
    await world.lives(DAY)
    assert (await world.game()).ply > before.ply


async def test_f32_a_click_and_the_deadline_at_once_have_one_effect(world: World) -> None:
    await world.chooses()
    await world.store.beat("all", world.now() + DAY)
    world.later(DAY)
    [first, *_] = world.plays()
    thrown = len(world.dice.thrown)
    clock = asyncio.create_task(world.bot.clockwork.round())
    [answer] = await world.at_once([(world.ana, first)])
    await clock
    await world.env.settle()
    story = await world.games.story(await world.game())
    plies = [each.entry.ply for each in story]
    assert plies == sorted(set(plies))
    assert len(world.dice.thrown) > thrown
    assert answer in ("", "El tablero ya ha cambiado: mira la última jugada.")


# -- two processes on one database -----------------------------------------------------------------


class Silent:
    """Stands for the publisher and the reminders of a process: notes what it is asked for."""

    def __init__(self) -> None:
        self.published: list[int] = []
        self.reminded: list[int] = []

    async def publish(self, game_id: int) -> None:
        self.published.append(game_id)

    async def catch_up(self) -> None:
        pass

    async def send(self, reminder: object) -> None:
        self.reminded.append(reminder.user_id)  # type: ignore[attr-defined]


async def test_two_processes_for_all_servers_act_on_a_deadline_once(
    world: World, renderer: Renderer
) -> None:
    before = await world.chooses()
    other = Store(world.url)
    bot = ParchisBot(Games(other, Dice(), world.now), renderer, world.now)
    silent = Silent()
    bot.clockwork._publisher = silent  # type: ignore[assignment]
    bot.clockwork._reminders = silent  # type: ignore[assignment]
    world.later(DAY)
    await world.store.beat("all", world.now())
    await asyncio.gather(world.bot.clockwork.round(), bot.clockwork.round())
    await world.env.settle()
    player = (await world.game()).player(world.ana.id)
    assert player is not None
    assert player.misses == 1
    assert (await world.game()).ply > before.ply
    await other.close()
