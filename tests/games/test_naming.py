"""Who everybody is: computers in the reader's language, and who sat where when."""

from bot.games import naming
from bot.games.model import Actor, Autopilot
from bot.games.naming import casts, everybody, name_of, names, names_after, names_at, told
from bot.games.service import Games
from bot.narration import turn_lines
from tests.games.scripted import ANA, BO, CY, DAYS, EVA, Clock, asked, codes, opened, started


async def test_a_computer_is_named_in_the_readers_language(games: Games) -> None:
    game = await opened(games, ANA, computers=["easy", "medium"])
    assert [told("en", name_of(game, each)) for each in game.players] == [
        "Ana",
        "Computer (easy)",
        "Computer (medium)",
    ]
    assert told("es", name_of(game, game.players[1])) == "Ordenador (fácil)"


async def test_several_of_a_level_are_numbered_and_keep_their_numbers(games: Games) -> None:
    game = await started(games, ANA, BO, computers=["medium"], **DAYS)
    assert set(names("en", game).values()) == {"Ana", "Bo", "Computer (medium)"}
    game = await games.leave(game.id, BO.id)
    numbered = {"Ana", "Computer 1 (medium)", "Computer 2 (medium)"}
    assert set(names("en", game).values()) == numbered
    assert set(names("es", game).values()) >= {"Ordenador 1 (medio)", "Ordenador 2 (medio)"}
    first = game.player(-1)
    assert first is not None
    assert first.seat is not None
    before = game.ply
    await games.request_seat(game.id, EVA, first.seat)
    game = await games.allow_seat(game.id, ANA.id, EVA.id)
    # The first one has gone, and in what is told of it it is the first one still.
    assert set(names("en", game).values()) == {"Ana", "Eva", "Computer 2 (medium)"}
    assert set(names_at("en", game, before - 1).values()) == numbered


async def test_who_sat_where_when_a_ply_was_played(games: Games) -> None:
    game = await started(games, ANA, BO, CY, **DAYS)
    left_at = game.ply
    bo = next(each.seat for each in game.players if each.id == BO.id)
    assert bo is not None
    game = await games.leave(game.id, BO.id)
    await games.request_seat(game.id, EVA, bo)
    game = await games.allow_seat(game.id, ANA.id, EVA.id)
    came_at = game.ply
    assert left_at < came_at
    for ply, name in (
        (naming.OPENING, "Bo"),
        (left_at - 1, "Bo"),
        (left_at, "Computer (medium)"),
        (came_at - 1, "Computer (medium)"),
        (came_at, "Eva"),
    ):
        assert names_at("en", game, ply)[bo] == name, ply
    assert names("en", game)[bo] == "Eva"
    for plies, name in ((0, "Bo"), (left_at, "Bo"), (left_at + 1, "Computer (medium)")):
        assert names_after("en", game, plies)[bo] == name
    assert names_after("en", game, game.ply)[bo] == "Eva"
    assert everybody("en", game)[bo] == ["Bo", "Computer (medium)", "Eva"]
    assert [each.names[bo] for each in casts("en", game, await games.story(game))] == [
        "Bo"
    ] * left_at + ["Computer (medium)"] * (came_at - left_at)


async def test_who_comes_back_is_named_once(games: Games) -> None:
    game = await started(games, ANA, BO, **DAYS)
    bo = next(each.seat for each in game.players if each.id == BO.id)
    assert bo is not None
    await games.leave(game.id, BO.id)
    await games.request_seat(game.id, BO, bo)
    game = await games.allow_seat(game.id, ANA.id, BO.id)
    assert everybody("en", game)[bo] == ["Bo", "Computer (medium)"]


async def test_it_is_told_when_the_computer_decided_for_somebody(
    games: Games, clock: Clock
) -> None:
    game = await started(games, ANA, BO, **DAYS)
    seats = {each.id: each.seat for each in game.players}
    # Bo lets a question pass, and later has all played.
    for _ in range(60):
        if game.waits_for == BO.id:
            break
        game = await games.act(game.id, asked(game), game.ply, codes(game)[0])
    clock.passes(days=1)
    game = (await games.tick(game.id)).game
    game = await games.set_autopilot(game.id, BO.id, Autopilot.ALL)
    for _ in range(40):
        if game.waits_for != ANA.id:
            break
        game = await games.act(game.id, ANA, game.ply, codes(game)[0])
    story = await games.story(game)
    stood_in = {Actor.DEADLINE, Actor.AUTOPILOT}
    assert stood_in <= {each.entry.by for each in story}
    lines = turn_lines("en", story, names("en", game), casts("en", game, story))
    assert any(line.startswith(("🟡 Bo 🤖:", "🔴 Bo 🤖:")) for line in lines)
    assert not any("Ana 🤖" in line for line in lines)
    for played, cast in zip(story, casts("en", game, story), strict=True):
        assert cast.stands_in == (played.entry.by in stood_in)
        assert not cast.stands_in or played.before.turn is seats[BO.id]
