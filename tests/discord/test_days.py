"""A game over days: what is played without asking, whom it calls, and what the clock does."""

from datetime import timedelta

import pytest

from bot.games.model import Actor, Pace, Status
from bot.i18n import text
from cogs.ui.budget import Budget
from tests.discord.world import World, es

DAY = timedelta(days=1)


async def test_by_the_day_all_is_played_up_to_the_first_choice(world: World) -> None:
    game = await world.chooses()
    assert game.pace is Pace.DAY
    assert game.ply > 4
    assert game.waits_for == world.ana.id
    assert world.labels() == ["1 · 5→7", "2 · 8→10", "¿Por qué?", "Desde mi turno", "⚙️ Mi sitio"]
    assert es("start.announcement", code=game.code, names="") not in world.text()
    assert world.text().startswith(f"¡Empieza la partida {game.code}!")
    assert "🔴 Luis: 🎲1" in world.text()
    assert len(world.sent()) == 2  # the lobby, and one board for all of it
    assert world.pinged()[1] == [world.ana.id, world.luis.id]


async def test_f26_many_moves_that_ask_nobody_are_one_message(world: World) -> None:
    """Luis brings a piece out, Ana is asked again: one edit, no ping."""
    await world.chooses(faces=(5, 4))
    mark = world.mark()
    await world.press(world.ana, "8→10")
    assert world.sent(mark) == []
    assert len(world.edited(mark)) == 1
    assert "saca ficha a la 39" in world.text()
    assert "8 a la 10" not in world.text().splitlines()[-1]


async def test_f26_a_round_of_three_computers_is_one_message(world: World) -> None:
    await world.command(world.ana, "new", pace="day", limit="", quick=True)
    for level in ("+ Fácil", "+ Medio", "+ Fácil"):
        await world.press(world.ana, level)
    await world.press(world.ana, "start")
    for _ in range(5):
        before, mark = await world.game(), world.mark()
        await world.press(world.ana, world.plays()[0].rpartition(":")[2])
        assert (await world.game()).ply - before.ply > 3
        assert len(world.sent(mark)) + len(world.edited(mark)) == 1
        assert all(f"{name}" in world.text() for name in "🟡🔵🔴🟢")


async def test_f39_the_deadline_shown_is_the_one_stored(world: World) -> None:
    game = await world.chooses()
    assert game.deadline == world.now() + DAY
    assert f"<t:{int(game.deadline.timestamp())}:R>" in world.text()


async def test_f28_who_seems_to_be_here_is_called_three_minutes_later(world: World) -> None:
    await world.chooses(faces=(5, 4, 2, 1, 2))
    await world.press(world.ana, "8→10")
    mark = world.mark()
    await world.press(world.ana, "1 ·")  # Luis has never acted: he is called
    assert world.pinged(mark) == [[world.luis.id]]
    await world.press(world.luis, "1 ·")
    # Ana has just moved: she sees the edit.
    assert (await world.game()).waits_for == world.ana.id
    assert world.pinged(mark) == [[world.luis.id]]
    assert f"<@{world.ana.id}>" in world.text()
    await world.lives(timedelta(minutes=2))
    assert world.pinged(mark) == [[world.luis.id]]
    await world.lives(timedelta(minutes=1))
    assert world.pinged(mark) == [[world.luis.id], [world.ana.id]]
    await world.lives(timedelta(minutes=5))
    assert len(world.pinged(mark)) == 2
    await world.press(world.ana, "1 ·")


async def test_f28_a_ping_and_a_reminder_of_one_question_are_one_message(world: World) -> None:
    """Both are due at once when the clock jumps; the last reminder comes all the same."""
    await world.chooses(faces=(5, 4, 2, 1, 2))
    for person in (world.ana, world.ana, world.luis):
        await world.press(person, "1 ·")
    game = await world.game()
    assert game.waits_for == world.ana.id
    assert game.ping_at is not None
    mark = world.mark()
    await world.lives(timedelta(hours=12))
    assert world.pinged(mark) == [[world.ana.id]]
    await world.lives(timedelta(minutes=1))
    assert world.pinged(mark) == [[world.ana.id]]
    await world.lives(timedelta(hours=11))
    assert world.pinged(mark) == [[world.ana.id]] * 2


async def test_f28_who_wants_no_more_pings_this_turn_is_not_called(world: World) -> None:
    await world.chooses(faces=(5, 4, 2, 1, 2))
    for person in (world.ana, world.ana, world.luis):
        await world.press(person, "1 ·")
    assert (await world.game()).waits_for == world.ana.id
    await world.games.mute(1, world.ana.id)
    mark = world.mark()
    await world.lives(timedelta(minutes=3))
    assert world.sent(mark) == world.edited(mark) == []
    assert (await world.game()).ping_at is None


async def test_f28_in_a_live_game_too_they_are_called_before_the_computer_plays(
    world: World,
) -> None:
    await world.started(pace="live", limit="")
    for _ in range(2):
        world.dice.faces.append(2)
        await world.press(world.who((await world.game()).waits_for or 0), "roll")
    mark = world.mark()
    for _ in range(5):
        await world.lives(timedelta(seconds=30))
    assert world.pinged(mark) == [[world.ana.id]]
    assert (await world.game()).waits_for == world.ana.id


async def test_f28_who_acts_in_time_is_not_called(world: World) -> None:
    await world.chooses(faces=(5, 4, 2, 1, 2))
    for person in (world.ana, world.ana, world.luis):
        await world.press(person, "1 ·")
    mark = world.mark()
    world.later(timedelta(minutes=1))
    world.dice.faces.extend([2, 3])
    await world.press(world.ana, "1 ·")
    await world.lives(timedelta(minutes=1))
    assert [world.ana.id] not in world.pinged(mark)


async def test_f38_the_deadline_is_enforced_though_nobody_clicks(world: World) -> None:
    before = await world.chooses(faces=(5, 4))
    mark = world.mark()
    await world.lives(timedelta(hours=23, minutes=59))
    assert (await world.game()).ply == before.ply
    await world.lives(timedelta(minutes=1))
    game = await world.game()
    assert game.ply > before.ply
    assert es("board.late", names="Ana") in world.text()
    player = game.player(world.ana.id)
    assert player is not None
    assert player.misses == 1
    assert len([ping for ping in world.pinged(mark) if ping]) == 1  # the reminder of half the time


async def test_f32_a_deadline_for_a_turn_that_has_changed_does_nothing(world: World) -> None:
    await world.chooses(faces=(5, 4))
    world.later(timedelta(hours=23))
    await world.press(world.ana, "8→10")
    after = await world.game()
    await world.lives(timedelta(hours=2))
    game = await world.game()
    assert (game.ply, game.deadline) == (after.ply, after.deadline)
    assert all(player.misses == 0 for player in game.players)


async def test_after_three_in_a_row_the_seat_plays_by_itself_until_its_owner_is_back(
    world: World,
) -> None:
    await world.chooses()
    world.dice.faces.extend([5, *[2, 1] * 400])
    while not (await away_of(world, world.ana.id)):
        await world.lives(DAY)
        game = await world.game()
        assert game.status is Status.PLAYING
    assert es("board.away", names="Ana") in world.text()
    assert (await world.game()).waits_for == world.luis.id
    answer = await world.press(world.ana, "¡Ya he vuelto!")
    assert answer == es("answer.back", code=(await world.game()).code)
    assert es("board.away", names="Ana") not in world.text()
    assert not await away_of(world, world.ana.id)
    assert await world.press_ghost(world.pablo, "back:1:0:now") == es("error.not_in_game")


async def away_of(world: World, user_id: int) -> bool:
    player = (await world.game()).player(user_id)
    assert player is not None
    return player.away


async def test_with_nobody_left_the_game_pauses_says_so_once_and_closes(world: World) -> None:
    await world.chooses()
    for person in (world.ana, world.luis):
        await world.command(person, "autopilot", mode="all")
    game = await world.game()
    assert game.status is Status.PAUSED
    assert "En pausa" in world.text()
    assert world.labels() == ["¡Ya he vuelto!", "Desde mi turno", "⚙️ Mi sitio"]
    mark = world.mark()
    await world.lives(timedelta(days=13))
    assert world.sent(mark) == world.edited(mark) == []
    assert (await world.game()).ply == game.ply
    await world.lives(DAY)
    assert (await world.game()).status is Status.ABANDONED
    assert es("board.abandoned") in world.text()
    assert world.codes() == []
    assert [ping for ping in world.pinged(mark) if ping] == []


async def test_coming_back_before_anybody_has_acted_greets_nobody_anew(world: World) -> None:
    game = await world.chooses()
    assert world.text().startswith(f"¡Empieza la partida {game.code}!")
    until = (world.now() + 2 * DAY).date().isoformat()
    for person in (world.ana, world.luis):
        await world.command(person, "away", until=until)
    assert (await world.game()).status is Status.PAUSED
    mark = world.mark()
    await world.press(world.ana, "¡Ya he vuelto!")
    assert (await world.game()).status is Status.PLAYING
    assert "Empieza la partida" not in world.text()
    assert world.pinged(mark) == []  # she is plainly there
    # Nor where the board goes elsewhere.
    other = world.guild.create_text_channel("otro")
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    await world.command(world.ana, "board", other)
    assert "Empieza la partida" not in world.text(world.message(other))


async def test_a_paused_game_goes_on_when_somebody_is_back(world: World) -> None:
    await world.chooses(faces=(5, 4))
    await world.press(world.ana, "8→10")
    for person in (world.ana, world.luis):
        await world.command(person, "autopilot", mode="all")
    world.later(timedelta(hours=1))
    mark = world.mark()
    assert await world.press_ghost(world.ana, "play:1:3:5-7") == es("error.game_paused")
    world.dice.faces.extend([1, 1, 1, 1])
    await world.press(world.ana, "¡Ya he vuelto!")
    game = await world.game()
    assert game.status is Status.PLAYING
    assert game.waits_for == world.ana.id
    # She is plainly there; if she goes again without an answer she is called.
    assert world.pinged(mark) == [[]]  # the board was too old to be edited
    await world.lives(timedelta(minutes=3))
    assert world.pinged(mark) == [[], [world.ana.id]]


async def test_f47_what_leaves_no_choice_is_played_only_where_it_is_wanted(world: World) -> None:
    await world.chooses(faces=(5, 4))
    await world.command(world.luis, "autopilot", mode="off")
    mark = world.mark()
    await world.press(world.ana, "8→10")
    assert (await world.game()).waits_for == world.luis.id
    assert world.plays()[-1].endswith(":roll")
    await world.press(world.luis, "roll")  # a 5: he has to enter, by hand
    assert world.labels()[0] == "1 · sale a 39"
    assert world.pinged(mark) == [[world.luis.id]]
    await world.press(world.luis, "sale a 39")
    story = await world.games.story(await world.game())
    assert [each.entry.by for each in story[-3:]] == [Actor.PERSON, Actor.PERSON, Actor.DIE]


@pytest.mark.parametrize("words", ["0", "20 días", "ayer", "30 s"])
async def test_a_limit_that_cannot_be_is_refused(world: World, words: str) -> None:
    answer = await world.command(world.ana, "new", limit=words)
    assert answer == es("error.bad_limit")
    assert world.messages() == []


@pytest.mark.parametrize(
    ("pace", "limit", "told"),
    [
        ("live", "", "3 minutos"),
        ("day", "", "1 día"),
        ("slow", "", "3 días"),
        ("day", "1 día y 12 h", "1 día y 12 horas"),
        ("live", "90 min", "1 hora y 30 minutos"),
    ],
)
async def test_the_lobby_says_how_fast_it_is_played(
    world: World, pace: str, limit: str, told: str
) -> None:
    await world.command(world.ana, "new", pace=pace, limit=limit, on_leave="computer")
    assert es(f"lobby.pace_{pace}", limit=told) in world.text()
    assert es("lobby.leaving_computer") in world.text()


async def test_in_english_too(world: World) -> None:
    world.guild_locale = "en-GB"
    await world.chooses()
    for person in (world.ana, world.luis):
        await world.command(person, "autopilot", mode="all")
    game = await world.game()
    assert game.expires_at is not None
    when = f"<t:{int(game.expires_at.timestamp())}:R>"
    assert text("en", "board.paused", when=when) in world.text()


# -- F26: not too many edits in a channel ----------------------------------------------------------


async def test_f26_of_many_changes_at_once_few_are_shown_and_the_last_one_is(world: World) -> None:
    """At most five messages or edits in five seconds: those that wait melt into one."""
    waits: list[float] = []
    time = 0.0

    async def sleep(seconds: float) -> None:
        nonlocal time
        waits.append(seconds)
        time += seconds

    world.budget = Budget(5, 5.0, clock=lambda: time, sleep=sleep)
    await world.restart()
    await world.started()
    mark = world.mark()
    for _ in range(8):
        world.dice.faces.append(2)
        await world.step()
    assert (await world.game()).shown_ply == 8
    shown = len(world.sent(mark)) + len(world.edited(mark))
    assert shown <= 8
    assert 0 < len(waits) <= 3
    assert sum(waits) >= 5


async def test_a_budget_is_each_channels_own_and_forgets() -> None:
    now = 0.0

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    budget = Budget(2, 5.0, clock=lambda: now, sleep=sleep)
    for _ in range(2):
        await budget.turn(1)
    await budget.turn(2)
    assert now == 0
    await budget.turn(1)
    assert now == 5
    now = 100.0
    await budget.turn(3)
    assert list(budget._done) == [3]
