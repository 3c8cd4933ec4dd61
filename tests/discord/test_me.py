"""What is one's own in all games: the page of /parchis me, its buttons and forms."""

from datetime import timedelta

import pytest

from bot.games.model import Autopilot
from bot.i18n import text
from tests.discord.world import World, es


async def test_the_defaults_need_nobody_to_set_anything(world: World) -> None:
    said = await world.command(world.ana, "me")
    assert said.splitlines() == [
        "### " + es("me.title"),
        es("me.auto_forced"),
        es("me.zone_none"),
        es("me.quiet_none"),
        es("me.reminders_on", length="1 hora"),
    ]


async def test_each_thing_can_be_set_and_taken_back(world: World) -> None:
    await world.command(world.ana, "me")
    said = await world.fill_in(world.ana, "Zona horaria", "Europe/Madrid")
    assert es("me.zone", zone="Europe\\/Madrid") in said
    said = await world.fill_in(world.ana, "Silencio", "22:30", "8")
    assert es("me.quiet", start="22:30", end="08:00") in said
    said = await world.fill_in(world.ana, "Cada cuánto", "6 h")
    assert es("me.reminders_on", length="6 horas") in said
    assert es("me.reminders_off") in await world.press_private(world.ana, "Sin avisos")
    assert es("me.auto_off") in await world.press_private(world.ana, "A mano")
    mine = await world.games.settings(world.ana.id)
    assert (mine.time_zone, mine.quiet_from, mine.quiet_to) == ("Europe/Madrid", 22 * 60 + 30, 480)
    assert (mine.reminders, mine.reminder_every) == (False, timedelta(hours=6))
    assert mine.autopilot is Autopilot.OFF
    assert es("me.quiet_none") in await world.fill_in(world.ana, "Silencio", "", "")
    assert es("me.zone_none") in await world.fill_in(world.ana, "Zona horaria", "")
    assert "Avisos: sí" in await world.press_private(world.ana, "Avísame")


@pytest.mark.parametrize(
    ("button", "fields", "error"),
    [
        ("Zona horaria", ("Marte/Olimpo",), "bad_zone"),
        ("Silencio", ("25:00", "8"), "bad_time"),
        ("Silencio", ("ayer", "hoy"), "bad_time"),
        ("Cada cuánto", ("1 minuto",), "bad_interval"),
        ("Cada cuánto", ("a veces",), "bad_interval"),
    ],
)
async def test_what_cannot_be_is_said_clearly(
    world: World, button: str, fields: tuple[str, ...], error: str
) -> None:
    await world.command(world.ana, "me")
    assert await world.fill_in(world.ana, button, *fields) == es(f"error.{error}")


async def test_a_new_game_begins_with_ones_own_autopilot(world: World) -> None:
    await world.command(world.luis, "me")
    await world.press_private(world.luis, "A mano")
    game = await world.chooses()
    player = game.player(world.luis.id)
    assert player is not None
    assert player.autopilot is Autopilot.OFF


async def test_the_page_is_in_the_readers_language(world: World) -> None:
    reader = world.person("Joe", locale="en-US")
    assert text("en", "me.title") in await world.command(reader, "me")
    said = await world.fill_in(reader, "Time zone", "America/New_York")
    assert "America\\/New\\_York" in said
