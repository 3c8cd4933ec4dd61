"""The commands: Discord's limits, where they work, and what they answer."""

from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.games.model import Status
from bot.i18n import rule_ids, text
from bot.i18n.rulebook import rule_text, rules_title, ruleset_name
from bot.rules import RULESETS, Seat
from bot.rules.record import parse_record
from cogs.ui.lengths import in_time
from cogs.ui.rest import Code
from tests.discord import limits
from tests.discord.world import World, es


async def tree_of(world: World) -> list[dict[str, Any]]:
    """The whole command tree as it would be sent to Discord."""
    tree = world.bot.tree
    assert tree.translator is not None
    return [
        await command.get_translated_payload(tree, tree.translator)
        for command in tree.get_commands()
    ]


async def test_f14_the_tree_is_within_discords_limits_in_every_language(world: World) -> None:
    tree = await tree_of(world)
    assert [each["name"] for each in tree] == ["parchis"]
    assert [fault for command in tree for fault in limits.faults_of_command(command)] == []


async def test_f15_names_are_localised_and_both_spanishes_agree(world: World) -> None:
    [parchis] = await tree_of(world)
    new = next(each for each in parchis["options"] if each["name"] == "new")
    assert new["name_localizations"]["es-ES"] == "nueva"
    assert new["name_localizations"]["es-419"] == "nueva"
    assert "en-US" not in new["name_localizations"]
    names = {option["name"]: option["name_localizations"]["es-ES"] for option in new["options"]}
    assert names == {
        key: text("es", f"cmd.new.{key}.name")
        for key in (
            *("rules", "quick", "teams", "walls", "players"),
            *("pace", "limit", "on_leave", "where", "theme", "with", "with2", "with3"),
        )
    }


async def test_f14_a_failing_registration_stops_nothing(world: World) -> None:
    await world.started()
    world.env.inject_error("PUT", "/applications/*", status=400, code=50035, message="invalid")
    await world.restart()
    assert any("could not be registered" in line for line in world.errors.lines)
    world.errors.lines.clear()
    await world.step()
    assert (await world.game()).ply == 1
    assert world.bot.guilds


async def test_commands_are_registered_once_a_process(world: World) -> None:
    syncs = [r for r in world.env.http_requests if r.method == "PUT"]
    world.bot.dispatch("ready")
    await world.env.settle()
    assert len(syncs) == 1
    assert [r for r in world.env.http_requests if r.method == "PUT"] == syncs


# -- F16: places ---------------------------------------------------------------------------------


async def test_f16_in_a_private_message_there_is_one_clear_reason(world: World) -> None:
    result = await world.ana.user.slash("parchis new")
    assert world.said(result) == es("error.dm_only_server")
    result = await world.ana.user.slash("parchis games")
    assert world.said(result) == es("games.none", command="`/parchis nueva`")
    assert es("ruleset.parchis.title") in world.said(await world.ana.user.slash("parchis rules"))


@pytest.mark.parametrize("kind", ["thread", "post", "voice", "stage", "news"])
async def test_f16_a_game_is_played_wherever_messages_are(world: World, kind: str) -> None:
    match kind:
        case "thread":
            where = world.thread(world.channel)
        case "post":
            where = world.thread(world.guild.create_forum_channel("foro"))
        case "voice":
            where = world.guild.create_voice_channel("voz")
        case "stage":
            where = world.guild.create_stage_channel("escenario")
        case _:
            where = world.guild.create_news_channel("noticias")
    assert await world.command(world.ana, "new", where) == ""
    await world.press(world.luis, "join", world.message(where))
    world.dice.faces.extend([6, 1, 2])
    await world.press(world.ana, "start", world.message(where))
    await world.press(world.ana, "roll", world.message(where))
    assert (await world.game()).shown_ply == 1
    assert (await world.game()).channel_id == where.id
    assert len(world.messages(where)) == 1


@pytest.mark.parametrize("permission", ["send_messages", "attach_files", "read_message_history"])
async def test_f22_what_is_missing_is_named_before_anything_is_posted(
    world: World, permission: str
) -> None:
    world.deny(world.env.backend.bot_user.id, permission)
    answer = await world.command(world.ana, "new")
    assert answer == es("error.missing_permission", permissions=es(f"permission.{permission}"))
    assert world.messages() == []
    assert await world.games.of_channel(world.channel.id) == []


async def test_f22_in_a_voice_channel_it_takes_connect(world: World) -> None:
    """Discord closes its chat to who may not connect."""
    where = world.guild.create_voice_channel("voz")
    world.deny(world.env.backend.bot_user.id, "connect", channel=where)
    answer = await world.command(world.ana, "new", where)
    assert answer == es("error.missing_permission", permissions=es("permission.connect"))


@pytest.mark.parametrize("where", ["channel", "thread"])
async def test_f22_a_lobby_that_may_not_be_shown_is_none(world: World, where: str) -> None:
    """The cache says that all is granted, Discord that it is not."""
    refusal = {"status": 403, "code": Code.MISSING_PERMISSIONS}
    world.env.inject_error("POST", "/channels/*/messages", **refusal, times=None)
    answer = await world.command(world.ana, "new", where=where, **{"with": world.luis})
    assert answer.endswith(es("answer.not_opened"))
    assert "Enviar mensajes" in answer
    world.env.backend.faults.clear()
    assert await world.games.of_person(world.ana.id) == []
    assert await world.games.lagging() == []
    world.later(timedelta(hours=2))
    await world.env.advance_time(31)
    # Of a thread, Discord's own line about its opening stays.
    assert not any(message.components for message in world.messages())
    assert world.bot.get_channel(world.channel.id).threads == []  # type: ignore[union-attr]


async def test_f22_in_a_thread_it_is_the_right_to_send_in_threads(world: World) -> None:
    where = world.thread(world.channel)
    world.deny(world.env.backend.bot_user.id, "send_messages_in_threads")
    answer = await world.command(world.ana, "new", where)
    name = es("permission.send_messages_in_threads")
    assert answer == es("error.missing_permission", permissions=name)


async def test_the_board_speaks_the_servers_language(world: World) -> None:
    world.guild_locale = "en-GB"
    await world.started()
    assert "roll the die" in world.text()
    assert await world.press(world.carmen, "roll") == es("error.not_in_game")


# -- board, games, leave, rules ------------------------------------------------------------------


async def test_board_without_a_game_says_how_to_open_one(world: World) -> None:
    answer = await world.command(world.ana, "board")
    assert answer == es("error.no_game_here", command="`/parchis nueva`")
    foreigner = world.person("Joe", locale="fr")
    answer = await world.command(foreigner, "board")
    assert answer == text("en", "error.no_game_here", command="`/parchis new`")


async def test_board_with_several_games_takes_mine_or_asks_for_the_code(world: World) -> None:
    await world.started()
    await world.command(world.carmen, "new")
    codes = [(await world.game(2)).code, (await world.game(1)).code]
    answer = await world.command(world.pablo, "board")
    assert answer == es("error.which_game", codes=", ".join(codes))
    mark = world.mark()
    assert await world.command(world.luis, "board") == ""
    assert len(world.sent(mark)) == 1
    assert await world.command(world.pablo, "board", game=codes[0].lower()) == ""
    assert "En la mesa" in world.text()
    assert await world.command(world.pablo, "board", game="ZZZZ") == es("error.no_game")


async def test_board_asked_for_elsewhere_answers_with_its_address(world: World) -> None:
    await world.started()
    elsewhere = world.guild.create_text_channel("charla")
    answer = await world.command(world.ana, "board", elsewhere)
    message = world.message()
    where = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{message.id}"
    assert answer == es("answer.board", link=where)
    assert world.messages(elsewhere) == []


async def test_codes_are_offered_while_typing(world: World) -> None:
    await world.started()
    await world.command(world.carmen, "new")
    offered = await world.luis.autocomplete(world.channel, "parchis board", "game", "")
    assert [each["value"] for each in offered] == [
        (await world.game(1)).code,
        (await world.game(2)).code,
    ]
    assert offered[0]["name"] == f"{(await world.game(1)).code} · Ana, Luis"
    code = (await world.game(2)).code
    offered = await world.luis.autocomplete(
        world.channel, "parchis board", "game", code[:3].lower()
    )
    assert code in [each["value"] for each in offered]


@pytest.mark.parametrize("name", ["leave", "autopilot", "away", "back"])
async def test_for_ones_own_seat_only_ones_own_games_are_offered(world: World, name: str) -> None:
    await world.started()
    await world.command(world.carmen, "new")
    offered = await world.luis.autocomplete(world.channel, f"parchis {name}", "game", "")
    assert [each["value"] for each in offered] == [(await world.game(1)).code]
    assert await world.pablo.autocomplete(world.channel, f"parchis {name}", "game", "") == []


async def test_games_lists_mine_with_links(world: World) -> None:
    await world.started()
    await world.command(world.luis, "new")
    answer = await world.command(world.ana, "games")
    game = await world.game(1)
    link = f"https://discord.com/channels/{game.guild_id}/{game.channel_id}/{game.message_id}"
    assert game.deadline is not None
    until = in_time(game.deadline)
    line = es("games.your_turn", code=game.code, link=link)
    assert answer.splitlines()[1:] == [es("games.until", line=line, when=until)]
    lines = (await world.command(world.luis, "games")).splitlines()
    assert len(lines) == 3
    line = es("games.waiting", code=game.code, name="Ana", link=link)
    assert es("games.until", line=line, when=until) in lines


async def test_leaving_a_lobby_needs_no_question(world: World) -> None:
    await world.command(world.ana, "new")
    await world.press(world.luis, "join")
    answer = await world.command(world.luis, "leave")
    assert answer == es("answer.left", code=(await world.game()).code)
    assert "Luis" not in world.text()


async def test_leaving_a_game_of_mine_elsewhere_and_none_at_all(world: World) -> None:
    await world.started()
    assert await world.command(world.pablo, "leave") == es(
        "error.no_game_here", command="`/parchis nueva`"
    )
    code = (await world.game()).code
    await world.leave(world.ana, game=code)
    assert (await world.game()).status is Status.OVER


@pytest.mark.parametrize("locale", ["es", "en"])
@pytest.mark.parametrize("name", RULESETS)
async def test_rules_are_shown_in_sections(world: World, name: str, locale: str) -> None:
    """From one page by its buttons to all others, in place."""
    reader = world.person("Lee", locale={"es": "es-ES", "en": "en-GB"}[locale])
    rules = RULESETS[name]
    result = await reader.slash(world.channel, "parchis rules", rules=name)
    assert result.response is not None
    page = result.response
    read = world.said(result)
    for at in ("general", "special"):
        await reader.click(page.message, custom_id=f"rules:0:0:{name}-{at}")
        shown = world.env.backend.get_message(world.channel.id, page.id)
        read += "\n".join(limits.texts(shown.components))
    assert rules_title(locale, rules) in read
    for rule in rule_ids(rules):
        assert f"**{rule}** {rule_text(locale, rules, rule)}" in read
    others = [each for each in limits.buttons(shown.components) if not each.get("disabled")]
    assert {each["label"] for each in others} == {
        text(locale, "rules.general"),
        *(ruleset_name(locale, other) for other in RULESETS.values() if other != rules),
    }
    assert world.messages() == []


async def test_rules_are_those_of_the_game_played_here(world: World) -> None:
    await world.command(world.ana, "new", rules="stars")
    assert es("ruleset.stars.title") in await world.command(world.luis, "rules")


async def test_a_page_of_rules_that_never_was_is_refused(world: World) -> None:
    for code in ("chess-general", "ludo-P8", "ludo-"):
        answer = await world.press_ghost(world.ana, f"rules:0:0:{code}")
        assert answer == es("error.stale")


async def test_a_record_is_handed_out_and_replays(world: World) -> None:
    await world.command(world.ana, "new")
    assert await world.command(world.ana, "record") == es("error.not_started")
    await world.press(world.luis, "join")
    world.dice.faces.extend([6, 1, 5, 2, 6])
    await world.press(world.ana, "start")
    for _ in range(3):
        await world.step()
    result = await world.carmen.slash(world.channel, "parchis record")
    game = await world.game()
    assert world.said(result) == es("answer.record", code=game.code)
    assert result.response is not None
    [file] = result.response.message.attachments
    record = parse_record((await file.read()).decode())
    *_, (_, _, last) = record.steps()
    assert last.state == game.state
    assert record.names == ((Seat.YELLOW, "Ana"), (Seat.RED, "Luis"))
    assert dict(record.headers)["game"] == game.code


async def test_a_record_of_a_game_that_is_over_is_for_those_who_played_it(world: World) -> None:
    await world.started()
    world.dice.faces.append(2)
    await world.step()
    await world.leave(world.luis)
    game = await world.game()
    assert game.status is Status.OVER
    result = await world.ana.slash(world.channel, "parchis record")
    assert world.said(result) == es("answer.record", code=game.code)
    assert result.response is not None
    [file] = result.response.message.attachments
    assert "[result Y]" in (await file.read()).decode()
    offered = await world.ana.autocomplete(world.channel, "parchis record", "game", "")
    assert [each["value"] for each in offered] == [game.code]
    assert await world.command(world.luis, "record", game=game.code) == es(
        "answer.record", code=game.code
    )
    assert await world.command(world.pablo, "record", game=game.code) == es("error.no_game")


async def test_a_command_of_another_version_is_explained(world: World) -> None:
    """Discord goes on offering a command for a while after it has changed."""
    for commands in world.env.backend.commands.values():
        for command in commands.values():
            command["options"][0]["name"] = "begin"
    result = await world.ana.slash(world.channel, "parchis begin")
    assert world.said(result) == es("error.old_command")
    world.forgiven = world.env.error_cursor


@pytest.mark.parametrize(
    "name",
    [
        *("new", "board", "games", "leave", "rules", "record", "me", "seat", "back", "end"),
        *("since", "text", "replay"),
    ],
)
async def test_every_command_is_acknowledged_before_anything_else(world: World, name: str) -> None:
    mark = world.mark()
    await world.command(world.ana, name)
    assert world.env.http_requests[mark].path.startswith("/interactions/")


def test_intents_are_guilds_only_and_mentions_none(world: World) -> None:
    assert world.bot.intents == discord.Intents(guilds=True)
    assert world.bot.allowed_mentions is not None
    assert world.bot.allowed_mentions.to_dict() == {"parse": []}
