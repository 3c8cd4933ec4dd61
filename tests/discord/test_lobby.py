"""Before the start: who comes, with which colour, who may start, and what becomes of a lobby."""

from datetime import timedelta

import discord
import pytest

from bot.games.model import Status
from bot.i18n import text
from bot.rules import Seat, rules_text
from tests.discord.world import World, es


async def test_new_posts_a_lobby_and_answers_nothing_more(world: World) -> None:
    assert await world.command(world.ana, "new") == ""
    [message] = world.messages()
    assert "Abre la mesa: Ana." in world.text(message)
    assert "Quedan 3 sitios libres." in world.text(message)
    colours = ["Amarillas", "Rojas", "Azules", "Verdes"]
    computers = ["+ Fácil", "+ Medio"]
    assert world.labels(message) == ["Me apunto", *colours, "Salir", "Cancelar", *computers]
    assert world.pinged() == [[]]


async def test_options_are_told_in_the_lobby(world: World) -> None:
    await world.command(world.ana, "new", quick=True, teams=True)
    assert es("ruleset.parchis.special") in world.text()
    assert es("lobby.quick_teams") in world.text()
    assert es("lobby.teams") in world.text()
    assert world.labels()[:3] == ["Me apunto", "Salir", "Cancelar"]  # the seats are drawn


@pytest.mark.parametrize(
    ("rules", "colours"),
    [
        ("parchis", ["Amarillas", "Rojas", "Azules", "Verdes"]),
        ("classic", ["Amarillas", "Rojas", "Azules", "Verdes"]),
        ("ludo", ["Rojas", "Amarillas", "Verdes", "Azules"]),
        ("stars", ["Rojas", "Amarillas", "Verdes", "Azules"]),
    ],
)
async def test_what_is_special_about_the_rules_and_the_colours_in_their_order(
    world: World, rules: str, colours: list[str]
) -> None:
    await world.command(world.ana, "new", rules=rules)
    shown = world.text()
    assert es("lobby.title", rules=es(f"ruleset.{rules}"), code=(await world.game()).code) in shown
    assert es(f"ruleset.{rules}.special") in shown
    assert world.labels()[1:5] == colours


async def test_walls_are_for_ludo(world: World) -> None:
    for rules in ("parchis", "classic", "stars"):
        answer = await world.command(world.ana, "new", rules=rules, walls=True)
        assert answer == es("error.walls_ludo")
    assert world.messages() == []
    await world.command(world.ana, "new", rules="ludo", walls=True)
    assert es("lobby.walls") in world.text()
    assert rules_text((await world.game()).rules) == "ludo/walls"


async def test_the_invited_are_pinged_once_and_their_places_kept(world: World) -> None:
    await world.command(
        world.ana, "new", **{"with": world.luis, "with2": world.carmen, "players": 3}
    )
    assert world.pinged() == [[world.luis.id, world.carmen.id]]
    assert world.text().startswith(f"<@{world.luis.id}> y <@{world.carmen.id}>: Ana os invita")
    answer = await world.press(world.pablo, "join")
    assert answer == es("error.place_reserved")
    await world.press(world.luis, "join")
    await world.press(world.carmen, "🔵")
    assert world.pinged() == [[world.luis.id, world.carmen.id]]
    assert "La mesa está completa." in world.text()
    assert "<@" not in world.text()


async def test_an_invited_person_may_decline(world: World) -> None:
    await world.command(world.ana, "new", **{"with": world.luis})
    await world.press(world.luis, "leave")
    assert "Luis" not in world.text()


async def test_a_bot_cannot_be_invited(world: World) -> None:
    robot = world.person("R2", bot=True)
    answer = await world.command(world.ana, "new", **{"with": robot})
    assert answer == es("error.invite_bot")
    assert world.messages() == []


async def test_one_cannot_invite_oneself_or_too_many(world: World) -> None:
    answer = await world.command(world.ana, "new", **{"with": world.ana})
    assert answer == es("error.invite_self")
    answer = await world.command(
        world.ana, "new", players=2, **{"with": world.luis, "with2": world.carmen}
    )
    assert answer == es("error.too_many_invited", most=1)
    assert world.messages() == []


async def test_two_against_two_is_for_four(world: World) -> None:
    answer = await world.command(world.ana, "new", teams=True, players=3)
    assert answer == es("error.teams_players")


async def test_f09_joining_twice_and_again_is_one_seat(world: World) -> None:
    await world.command(world.ana, "new")
    code = next(each for each in world.codes() if each.endswith(":join"))
    assert await world.at_once([(world.luis, code)] * 3) == ["", "", ""]
    await world.press(world.luis, "leave")
    await world.press(world.luis, "join")
    assert [player.id for player in (await world.game()).players] == [world.ana.id, world.luis.id]


async def test_a_colour_is_chosen_changed_and_shown_as_taken(world: World) -> None:
    await world.command(world.ana, "new")
    await world.press(world.ana, "🟡")
    assert "🟡 Ana · amarillas" in world.text()
    assert "Amarillas" not in world.labels()
    await world.press(world.ana, "🟢")
    assert "🟢 Ana · verdes" in world.text()
    assert "Amarillas" in world.labels()
    code = next(each for each in world.codes() if each.endswith(":join-R"))
    answers = await world.at_once([(world.luis, code), (world.carmen, code)])
    assert answers == ["", es("error.seat_taken", seat=Seat.RED, name="Luis")]
    assert {player.seat for player in (await world.game()).players} == {Seat.GREEN, Seat.RED}


async def test_only_the_host_starts_and_only_with_enough(world: World) -> None:
    await world.command(world.ana, "new")
    assert "Empezar" not in world.labels()
    assert await world.press_ghost(world.ana, "lobby:1:0:start") == (es("error.need_two"))
    await world.press(world.luis, "join")
    assert await world.press(world.luis, "start") == (es("error.not_host", name="Ana"))


async def test_starting_twice_at_once_starts_once(world: World) -> None:
    await world.command(world.ana, "new")
    await world.press(world.luis, "join")
    world.dice.faces.extend([6, 1])
    mark = world.mark()
    assert await world.at_once([(world.ana, "lobby:1:0:start")] * 2) == ["", ""]
    assert len(world.sent(mark)) == 1
    assert len(world.messages()) == 1


async def test_the_start_is_told_once_to_all_with_the_opening_throws(world: World) -> None:
    await world.command(world.ana, "new")
    await world.press(world.luis, "join")
    world.dice.faces.extend([3, 3, 2, 5])  # a tie, then Luis
    mark = world.mark()
    await world.press(world.ana, "start")
    text = world.text()
    assert "A ver quién sale: Ana 3, Luis 3; desempate: Ana 2, Luis 5. Empieza Luis" in text
    assert text.startswith("¡Empieza la partida ")
    assert world.pinged(mark) == [[world.ana.id, world.luis.id]]
    assert len(world.messages()) == 1  # the lobby's message has made room


async def test_a_start_that_was_not_shown_is_told_with_what_came_after_it(world: World) -> None:
    """Somebody leaves before the first board gets through: the throws and the start stay news."""
    await world.command(world.ana, "new")
    await world.press(world.luis, "join")
    await world.press(world.carmen, "join")
    world.dice.faces.extend([6, 1, 2])
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    assert await world.press(world.ana, "start") == es("error.unshown")
    asked = await world.luis.slash(world.channel, "parchis leave")
    assert asked.response is not None
    mark = world.mark()
    world.env.backend.faults.clear()
    await world.luis.click(asked.response.message, custom_id="leave:1:0:yes")
    assert world.pinged(mark) == [[world.ana.id, world.carmen.id]]
    assert world.text().startswith("¡Empieza la partida ")
    assert "A ver quién sale: Ana 6" in world.text()
    assert "Luis deja la partida" in world.text()


async def test_the_host_role_passes_on_and_the_last_one_out_closes(world: World) -> None:
    await world.command(world.ana, "new")
    await world.press(world.luis, "join")
    await world.press(world.ana, "leave")
    assert "Abre la mesa: Luis." in world.text()
    await world.press(world.luis, "leave")
    assert (await world.game()).status is Status.CANCELLED
    [message] = world.messages()
    assert "se ha cancelado" in world.text(message)
    assert world.codes(message) == []


async def test_cancelling_is_the_hosts_and_the_moderators(world: World) -> None:
    await world.command(world.ana, "new")
    assert await world.press(world.luis, "cancel") == es("error.not_host", name="Ana")
    moderators = world.guild.create_role(
        "moderators", permissions=discord.Permissions(manage_messages=True)
    )
    chief = world.guild.add_member(world.env.create_user("chief"), roles=[moderators])
    world.locales[chief.id] = "en-US"
    assert await world.press(chief, "cancel") == ""
    assert "se ha cancelado" in world.text()
    answer = await world.press_ghost(world.luis, "lobby:1:0:join")
    assert answer == es("error.lobby_closed")


async def test_a_lobby_expires_after_seven_days_with_one_line(world: World) -> None:
    await world.command(world.ana, "new")
    mark = world.mark()
    await world.env.advance_time(31)
    assert world.mark() == mark
    world.later(timedelta(days=7))
    await world.env.advance_time(31)
    [message] = world.messages()
    assert world.text(message) == (
        f"La partida {(await world.game()).code} se ha cerrado: en siete días nadie la empezó."
    )
    assert world.codes(message) == []
    assert world.pinged(mark) == [[]]


async def test_f23_a_lobby_deleted_by_hand_is_posted_again_once(world: World) -> None:
    await world.command(world.ana, "new", **{"with": world.carmen})
    world.env.backend.delete_message(world.channel.id, world.message().id)
    mark = world.mark()
    await world.at_once([(world.luis, "lobby:1:0:join"), (world.pablo, "lobby:1:0:join")])
    assert len(world.messages()) == 1
    assert len(world.sent(mark)) == 1
    assert world.pinged(mark) == [[]]  # who was invited has been called before


async def test_a_lobby_older_than_an_hour_is_replaced_not_edited(world: World) -> None:
    await world.command(world.ana, "new")
    old = world.message()
    world.later(timedelta(minutes=56))
    mark = world.mark()
    await world.press(world.luis, "join")
    assert len(world.sent(mark)) == 1
    assert [message.id for message in world.messages()] != [old.id]
    assert len(world.messages()) == 1


@pytest.mark.parametrize("locale", ["es-ES", "es-419", "en-US", "de"])
async def test_private_answers_are_in_the_readers_language(world: World, locale: str) -> None:
    reader = world.person("Eva", locale=locale)
    await world.command(world.ana, "new")
    answer = await world.press(reader, "cancel")
    language = "es" if locale.startswith("es") else "en"
    assert answer == text(language, "error.not_host", name="Ana")
