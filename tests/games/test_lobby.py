"""Before the game: who gets in, where they sit, who starts, how a lobby ends."""

import re
from dataclasses import replace

import pytest

from bot.games.lobby import LETTERS, NAME_LIMIT
from bot.games.model import Game, Person, Player, Status
from bot.games.service import Games
from bot.rules import PARCHIS, STARS, Seat, initial
from bot.storage import StorageError, Store
from tests.games.scripted import (
    ANA,
    BO,
    CY,
    DI,
    EVA,
    Clock,
    ScriptedDice,
    opened,
    refused,
    seats,
    started,
)

TEAMS = replace(PARCHIS, teams=True)
Y, B, R, G = Seat


async def test_a_lobby_is_opened(games: Games, clock: Clock) -> None:
    game = await opened(games, invited=[BO, CY, BO])
    assert game == await games.get(game.id) == await games.find(code=game.code, guild_id=10)
    assert game.players == (
        Player(1, "Ana", None),
        Player(2, "Bo", None, invited=True),
        Player(3, "Cy", None, invited=True),
    )
    assert re.fullmatch(f"[{LETTERS}]{{4}}", game.code)
    assert (game.host_id, game.status, game.ply, game.shown_ply) == (1, Status.LOBBY, 0, -1)
    assert game.created_at == clock.time
    assert await games.lagging() == [game.id]


async def test_what_cannot_be_opened(games: Games) -> None:
    with refused("invite_self"):
        await opened(games, invited=[BO, ANA])
    with refused("too_many_invited", most=1):
        await opened(games, max_players=2, invited=[BO, CY])
    with refused("teams_players"):
        await opened(games, rules=TEAMS, max_players=3)
    for number in (1, 5):
        with pytest.raises(ValueError, match="2 to 4 players"):
            await opened(games, max_players=number)
    assert await games.of_channel(20) == []


async def test_codes_are_unlike_each_other(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["BCDF", "BCDF", "BCDG"])
    monkeypatch.setattr("bot.games.lobby.new_code", lambda: next(drawn))
    assert [(await opened(games)).code for _ in range(2)] == ["BCDF", "BCDG"]
    monkeypatch.setattr("bot.games.lobby.new_code", lambda: "BCDF")
    with pytest.raises(StorageError, match="No free code"):
        await opened(games)
    assert (await opened(games, guild_id=11)).code == "BCDF"


@pytest.mark.parametrize("code", ["XXXX", "", "BCD", "A'; --", "\ud800BCD", "\0\0\0\0", "B" * 999])
async def test_no_game_has_that_code(games: Games, code: str) -> None:
    with refused("no_game"):
        await games.find(code=code, guild_id=10)


async def test_a_code_is_found_however_it_is_written(games: Games) -> None:
    game = await opened(games)
    assert await games.find(code=f" {game.code.lower()} ", guild_id=10) == game
    with refused("no_game"):
        await games.find(code=game.code, guild_id=11)


async def test_joining_and_changing_colours(games: Games) -> None:
    game = await opened(games)

    async def join(person: Person, seat: Seat | None = None) -> dict[str, str | None]:
        joined = await games.join(game.id, person, seat)
        assert joined == await games.get(game.id)
        return seats(joined)

    assert await join(BO) == {"Ana": None, "Bo": None}
    assert await join(BO, R) == {"Ana": None, "Bo": "R"}
    assert await join(BO, R) == {"Ana": None, "Bo": "R"}
    with refused("seat_taken", seat=R, name="Bo"):
        await join(CY, R)
    with refused("seat_taken", seat=R, name="Bo"):
        await join(ANA, R)
    assert await join(ANA, Y) == {"Ana": "Y", "Bo": "R"}
    assert await join(BO, G) == {"Ana": "Y", "Bo": "G"}
    assert await join(CY, R) == {"Ana": "Y", "Bo": "G", "Cy": "R"}
    assert await join(ANA) == {"Ana": None, "Bo": "G", "Cy": "R"}
    assert await join(DI) == {"Ana": None, "Bo": "G", "Cy": "R", "Di": None}
    with refused("lobby_full"):
        await join(EVA)
    assert await join(DI, B) == {"Ana": None, "Bo": "G", "Cy": "R", "Di": "B"}


async def test_joining_twice_changes_nothing(games: Games) -> None:
    game = await opened(games)
    once = await games.join(game.id, BO, R)
    assert await games.join(game.id, BO, R) == once


async def test_places_are_kept_for_those_invited(games: Games) -> None:
    game = await opened(games, max_players=3, invited=[BO])
    assert seats(await games.join(game.id, CY)) == {"Ana": None, "Cy": None, "Bo": "*"}
    with refused("place_reserved"):
        await games.join(game.id, DI)
    assert seats(await games.join(game.id, BO, R)) == {"Ana": None, "Cy": None, "Bo": "R"}
    with refused("lobby_full"):
        await games.join(game.id, DI)


async def test_who_declines_an_invitation_frees_the_place(games: Games) -> None:
    game = await opened(games, max_players=2, invited=[BO])
    with refused("place_reserved"):
        await games.join(game.id, CY)
    assert seats(await games.leave(game.id, BO.id)) == {"Ana": None}
    with refused("not_in_lobby"):
        await games.leave(game.id, BO.id)
    assert seats(await games.join(game.id, CY)) == {"Ana": None, "Cy": None}


async def test_join_leave_join_is_one_seat(games: Games) -> None:
    game = await opened(games)
    await games.join(game.id, BO, R)
    await games.leave(game.id, BO.id)
    assert seats(await games.join(game.id, BO)) == {"Ana": None, "Bo": None}


async def test_the_host_role_passes_on_and_the_last_one_out_cancels(
    games: Games, clock: Clock
) -> None:
    game = await opened(games, invited=[CY])
    await games.join(game.id, BO)
    game = await games.leave(game.id, ANA.id)
    assert (game.host_id, game.status) == (BO.id, Status.LOBBY)
    with refused("not_host", name="Bo"):
        await games.start(game.id, ANA.id)
    game = await games.leave(game.id, BO.id)
    assert (game.status, game.ended_at, game.expires_at) == (Status.CANCELLED, clock.time, None)
    for late in (games.join(game.id, BO), games.leave(game.id, CY.id), games.start(game.id, 2)):
        with refused("lobby_closed"):
            await late
    assert await games.of_person(CY.id) == []
    assert await games.lagging() == [game.id]  # its end is still to be shown


async def test_another_one_leaving_leaves_the_host(games: Games) -> None:
    game = await opened(games)
    await games.join(game.id, BO)
    assert (await games.leave(game.id, BO.id)).host_id == ANA.id


async def test_cancelling(games: Games) -> None:
    game = await opened(games)
    await games.join(game.id, BO)
    with refused("not_host", name="Ana"):
        await games.cancel(game.id, BO.id)
    cancelled = await games.cancel(game.id, ANA.id)
    assert cancelled.status is Status.CANCELLED
    assert await games.cancel(game.id, ANA.id) == cancelled
    with refused("lobby_closed"):
        await games.cancel(game.id, BO.id)

    other = await opened(games)
    assert (await games.cancel(other.id, EVA.id, moderator=True)).status is Status.CANCELLED

    running = await started(games, ANA, BO)
    for user, moderator in ((ANA, False), (EVA, True)):
        with refused("already_started"):
            await games.cancel(running.id, user.id, moderator=moderator)


async def test_a_lobby_expires_after_seven_days(games: Games, clock: Clock) -> None:
    game = await opened(games)
    running = await started(games, ANA, BO)
    clock.passes(days=7, seconds=-1)
    assert await games.expire() == []
    later = await opened(games)
    clock.passes(seconds=1)
    assert await games.expire() == [game.id]
    assert await games.expire() == []
    game = await games.get(game.id)
    assert (game.status, game.ended_at, game.expires_at) == (Status.EXPIRED, clock.time, None)
    with refused("lobby_closed"):
        await games.join(game.id, BO)
    assert (await games.get(later.id)).status is Status.LOBBY
    assert (await games.get(running.id)).status is Status.PLAYING


async def test_every_change_is_shown_and_nothing_else(games: Games) -> None:
    game = await opened(games)

    async def lags() -> bool:
        stored = await games.get(game.id)
        await games.shown(stored, message_id=1, message_at=stored.created_at, asked_id=None)
        return stored.shown_ply < stored.ply

    assert await lags()
    await games.join(game.id, BO)
    assert await lags()
    await games.join(game.id, BO)
    assert not await lags()
    await games.join(game.id, BO, R)
    assert await lags()
    await games.leave(game.id, BO.id)
    assert await lags()
    await games.join(game.id, CY)
    assert await lags()
    await games.start(game.id, ANA.id)
    assert await lags()
    await games.start(game.id, ANA.id)
    assert not await lags()


# -- starting ------------------------------------------------------------------------------------


async def test_who_may_start_and_when(games: Games) -> None:
    game = await opened(games, invited=[CY])
    with refused("need_two"):
        await games.start(game.id, ANA.id)
    await games.join(game.id, BO)
    with refused("not_host", name="Ana"):
        await games.start(game.id, BO.id)
    game = await games.start(game.id, ANA.id)
    assert game.status is Status.PLAYING
    assert game.expires_at is None
    assert seats(game) == {"Ana": "Y", "Bo": "R"}  # Cy did not come
    assert await games.start(game.id, ANA.id) == game
    with refused("not_host", name="Ana"):
        await games.cancel((await opened(games)).id, BO.id)
    for late in (games.start(game.id, BO.id), games.join(game.id, CY)):
        with refused("already_started"):
            await late


@pytest.mark.parametrize(
    ("wishes", "sit"),
    [
        ([None, None], "YR"),
        ([B, None], "BG"),
        ([None, B], "GB"),
        ([Y, B], "YR"),  # moved opposite
        ([Y, R], "YR"),
        ([None, None, None], "YRB"),
        ([B, None, Y], "BRY"),
        ([None, None, None, None], "YRBG"),
        ([G, None, Y, None], "GRYB"),
    ],
)
async def test_where_they_sit(games: Games, wishes: list[Seat | None], sit: str) -> None:
    game = await opened(games)
    for person, wish in zip((ANA, BO, CY, DI), wishes, strict=False):
        await games.join(game.id, person, wish)
    game = await games.start(game.id, ANA.id)
    assert [player.seat.letter for player in game.players if player.seat is not None] == list(sit)
    assert game.state is not None
    assert set(game.state.seats) == {player.seat for player in game.players}


@pytest.mark.parametrize(
    ("people", "rules", "faces", "opening"),
    [
        ([ANA, BO], PARCHIS, "36", "Y3R6"),
        ([ANA, BO], PARCHIS, "664421", "Y6R6 Y4R4 Y2R1"),
        ([ANA, BO, CY, DI], PARCHIS, "1234", "Y1B2R3G4"),
        # Ties throw again among themselves.
        ([ANA, BO, CY, DI], PARCHIS, "626615512", "Y6B2R6G6 Y1R5G5 R1G2"),
        ([ANA, BO, CY], PARCHIS, "55221", "Y5B5R2 Y2B1"),
        ([ANA, BO, CY], STARS, "123", "R1G2Y3"),
    ],
)
async def test_who_starts(
    store: Store, clock: Clock, people: list[Person], rules, faces: str, opening: str
) -> None:
    dice = ScriptedDice(int(face) for face in faces)
    game = await started(Games(store, dice, clock), *people, rules=rules)
    seated = tuple(player.seat for player in game.players if player.seat is not None)
    told = ["".join(f"{seat.letter}{face}" for seat, face in each) for each in game.opening]
    assert " ".join(told) == opening
    assert dice.thrown == list(range(len(faces)))
    assert game.throws == len(faces)
    starter = max(game.opening[-1], key=lambda throw: throw[1])[0]
    assert game.state == initial(rules, seated, starter)


async def test_2v2_takes_four_and_draws_the_seats(store: Store, clock: Clock) -> None:
    games = Games(store, ScriptedDice([1, 2, 3, 4]), clock)
    game = await opened(games, rules=TEAMS)
    for person in (BO, CY):
        await games.join(game.id, person, Y)  # no colour is kept, so none is taken
    with refused("need_four"):
        await games.start(game.id, ANA.id)
    game = await games.join(game.id, DI)
    assert seats(game) == dict.fromkeys(["Ana", "Bo", "Cy", "Di"])
    game = await games.start(game.id, ANA.id)
    assert seats(game) == {"Ana": "G", "Bo": "R", "Cy": "B", "Di": "Y"}


# -- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("@everyone", "@everyone"),
        ("a_b_ **c** [x](http://y)", "a_b_ **c** [x](http://y)"),
        ("\u202egnol", "\u202egnol"),
        ("a" + "\u0301" * 32, "a" + "\u0301" * 32),
        ("🐎中", "🐎中"),
        ("x" * 500, "x" * NAME_LIMIT),
        ("nul\0", "nul\ufffd"),
        ("half \ud83d", "half ?"),
        ("'; DROP TABLE games; --", "'; DROP TABLE games; --"),
        ("  Ana\n", "  Ana\n"),
        ("", ""),
    ],
)
async def test_names_are_stored_raw(games: Games, name: str, kept: str) -> None:
    game = await opened(games, Person(1, name), invited=[Person(2, name)])
    game = await games.join(game.id, Person(3, name))
    assert [player.name for player in (await games.get(game.id)).players] == [kept] * 3


async def test_an_unknown_game(games: Games) -> None:
    async def all_verbs(game_id: int) -> None:
        for verb in (
            games.get(game_id),
            games.join(game_id, ANA),
            games.leave(game_id, 1),
            games.start(game_id, 1),
            games.cancel(game_id, 1, moderator=True),
            games.act(game_id, ANA, 0, "roll"),
            games.moved_to(game_id, 5),
        ):
            with refused("no_game"):
                await verb

    await all_verbs(1)
    await all_verbs(10**30)


async def test_lists_are_newest_first(games: Games) -> None:
    def ids(found: list[Game]) -> list[int]:
        return [game.id for game in found]

    one, two = await opened(games), await opened(games, BO, invited=[ANA])
    assert ids(await games.of_channel(20)) == [two.id, one.id]
    assert ids(await games.of_person(ANA.id)) == [two.id, one.id]
    assert ids(await games.of_person(BO.id)) == [two.id]
    await games.cancel(one.id, ANA.id)
    assert ids(await games.of_person(ANA.id)) == [two.id]
