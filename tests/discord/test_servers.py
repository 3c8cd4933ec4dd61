"""F29: the bot is kicked and invited again, a server is out for a while."""

from datetime import timedelta

from simcord.backend import serializers
from sqlalchemy import Engine, event

from bot.games.model import Status
from tests.discord.world import World

DAY = timedelta(days=1)


async def emit(world: World, event: str, payload: dict[str, object]) -> None:
    world.env.backend.emit(event, payload)
    await world.env.settle()


async def kick(world: World) -> None:
    await emit(world, "GUILD_DELETE", {"id": str(world.guild.id)})


async def invite(world: World) -> None:
    guild = world.env.backend.guilds[world.guild.id]
    await emit(
        world, "GUILD_CREATE", dict(serializers.guild_create_payload(world.env.backend, guild))
    )


async def test_f29_after_a_kick_the_clock_stands_still(world: World) -> None:
    before = await world.chooses()
    await kick(world)
    assert (await world.game()).suspended_at is not None
    mark = world.mark()
    for _ in range(3):
        await world.lives(DAY)
    game = await world.game()
    assert (game.ply, game.status) == (before.ply, Status.PLAYING)
    assert world.sent(mark) == world.edited(mark) == []


async def test_f29_invited_again_the_games_go_on_with_the_time_that_was_left(
    world: World,
) -> None:
    before = await world.chooses()
    await world.lives(timedelta(hours=2))
    await kick(world)
    await world.lives(3 * DAY)
    mark = world.mark()
    await invite(world)
    game = await world.game()
    assert game.suspended_at is None
    assert before.deadline is not None
    assert game.deadline == before.deadline + 3 * DAY
    assert f"<t:{int(game.deadline.timestamp())}:R>" in world.text()
    assert [ping for ping in world.pinged(mark) if ping] == []
    await world.press(world.ana, "1 ·")


async def test_f29_what_nobody_invited_back_is_deleted_after_thirty_days(world: World) -> None:
    await world.chooses()
    await kick(world)
    await world.lives(29 * DAY)
    assert (await world.game()).suspended_at is not None
    await world.lives(2 * DAY)
    assert await world.games.of_person(world.ana.id) == []


async def test_f29_a_server_that_is_out_for_an_hour_is_no_kick(world: World) -> None:
    await world.chooses()
    await emit(world, "GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    assert (await world.game()).suspended_at is None
    await invite(world)
    await world.press(world.ana, "1 ·")


async def test_f29_invited_again_while_no_process_ran(world: World) -> None:
    await world.chooses()
    await kick(world)
    await world.restart()  # simcord's server has been there all the time
    assert (await world.game()).suspended_at is None


async def test_f29_removed_while_no_process_ran(world: World) -> None:
    """Nobody told the bot: at the start it sees where it is."""
    world.env.create_guild("Otra")
    before = await world.chooses()
    await world.round()
    guilds = world.env.backend.guilds
    guild = guilds.pop(world.guild.id)
    world.later(timedelta(hours=26))
    await world.restart()
    game = await world.game()
    assert game.suspended_at == world.now()
    assert before.deadline is not None
    assert game.deadline == before.deadline + timedelta(hours=26)
    mark = world.mark()
    for _ in range(2):
        await world.lives(DAY)
    assert world.sent(mark) == world.edited(mark) == []
    guilds[guild.id] = guild
    await invite(world)
    game = await world.game()
    assert game.suspended_at is None
    assert game.deadline == before.deadline + timedelta(hours=26) + 2 * DAY
    assert (game.ply, game.status) == (before.ply, Status.PLAYING)


async def test_f29_when_no_server_at_all_is_told_of_no_clock_stops(world: World) -> None:
    await world.chooses()
    world.env.backend.guilds.clear()
    await world.restart()
    assert list(world.bot.guilds) == []
    assert (await world.game()).suspended_at is None


async def test_f29_a_server_that_is_out_at_the_start_is_ours(world: World) -> None:
    """Ready comes again too, after each new session."""
    await world.chooses()
    await emit(world, "GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    for _ in range(2):
        world.bot.dispatch("ready")
        await world.env.settle()
    assert (await world.game()).suspended_at is None


async def test_a_start_takes_no_more_writes_with_more_servers(world: World) -> None:
    await world.chooses()
    await world.round()
    few = await _writes_at_a_start(world)
    for number in range(20):
        world.env.create_guild(f"Otra {number}")
    # What is written at one time counts once, so it is not always the same.
    assert await _writes_at_a_start(world) < few + 5


async def _writes_at_a_start(world: World) -> int:
    """How often a start asks to be the one who writes."""
    written: list[str] = []

    def watch(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement == "BEGIN IMMEDIATE":
            written.append(statement)

    event.listen(Engine, "before_cursor_execute", watch)
    try:
        await world.restart()
    finally:
        event.remove(Engine, "before_cursor_execute", watch)
    assert written
    return len(written)
