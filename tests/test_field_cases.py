"""What went wrong for others, F1 to F50, and where it is proven that it does not here.

Each is a kind of fault that people reported of bots and games like this one.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PRESSES = "discord/test_presses.py"
BOARDS = "discord/test_boards.py"
DAYS = "discord/test_days.py"
CLOCK = "discord/test_clock.py"
COMMANDS = "discord/test_commands.py"
REFUSALS = "discord/test_refusals.py"
RACES = "games/test_races.py"
SCHEMA = "storage/test_schema.py"

# What happens; where it is looked at: the beginnings of the names of tests.
CASES = {
    "F1": ("a restart, then a press", PRESSES, "test_f01"),
    "F2": ("a board of days ago", PRESSES, "test_f02"),
    "F3": ("two games in a channel", PRESSES, "test_f03"),
    "F4": ("RESUMED, a second READY", PRESSES, "test_f04"),
    "F5": ("each path answers once", PRESSES, "test_f05", REFUSALS, "test_what_was_done"),
    "F6": ("a slow picture", PRESSES, "test_f06"),
    "F7": ("an old interaction token", BOARDS, "test_f07"),
    "F8": ("two processes, one press", PRESSES, "test_f08"),
    "F9": ("joining twice", "discord/test_lobby.py", "test_f09", RACES, "test_one_person_joining"),
    "F10": ("ten presses at once", PRESSES, "test_f10", RACES, "test_the_same_"),
    "F11": ("two moves of one message", PRESSES, "test_f11", RACES, "test_one_move_then"),
    "F12": ("somebody else presses", PRESSES, "test_f12"),
    "F13": ("a button of a finished game", PRESSES, "test_f13"),
    "F14": ("the tree, and its registration", COMMANDS, "test_f14"),
    "F15": ("names of commands", COMMANDS, "test_f15"),
    "F16": ("kinds of channels", COMMANDS, "test_f16", "discord/test_threads.py", "test_f16"),
    "F17": ("30046", BOARDS, "test_f17", "discord/test_real_http.py", "test_f17"),
    "F18": ("one picture after an edit", BOARDS, "test_f18"),
    "F19": ("addresses of pictures", BOARDS, "test_f19"),
    "F20": ("429 and 503", BOARDS, "test_f20", "discord/test_real_http.py", "test_f20"),
    "F21": ("fifty pictures at once", "rendering/test_renderer.py", "test_f21"),
    "F22": ("missing permissions", BOARDS, "test_f22", COMMANDS, "test_f22"),
    "F23": ("deleted by hand", BOARDS, "test_f23", "discord/test_lobby.py", "test_f23"),
    "F24": ("hostile names", "discord/test_names.py", "test_f24"),
    "F25": ("names in other scripts", "rendering/test_assets.py", "test_names"),
    "F26": ("computers in a row, edits", DAYS, "test_f26"),
    "F27": ("rows on phones", BOARDS, "test_f27"),
    "F28": ("who is pinged, and when", BOARDS, "test_f28", DAYS, "test_f28"),
    "F29": ("kicked, invited, an outage", "discord/test_servers.py", "test_f29"),
    "F30": ("the host leaves, all leave", "discord/test_seats.py", "test_f30"),
    "F31": (
        "leaving in mid-turn",
        PRESSES,
        "test_f31",
        "games/test_play.py",
        "test_leaving_in_mid",
    ),
    "F32": ("a deadline of a turn gone by", DAYS, "test_f32", CLOCK, "test_f32"),
    "F33": ("nobody to remind", "discord/test_reminders.py", "test_f33"),
    "F34": ("free after a game", "discord/test_seats.py", "test_f34"),
    "F35": ("an error in the clock", CLOCK, "test_f35"),
    "F36": ("killed before it fired", CLOCK, "test_f36"),
    "F37": (
        "off for longer than a limit",
        CLOCK,
        "test_f37",
        "discord/test_shards.py",
        "test_while",
    ),
    "F38": ("nobody presses anything", DAYS, "test_f38"),
    "F39": ("time zones, summer time", DAYS, "test_f39", "games/test_clock.py", "test_quiet_hours"),
    "F40": ("six games, one reminder", "discord/test_reminders.py", "test_f40"),
    "F41": ("fifty writers", RACES, "test_many_games", "storage/test_database.py", "test_a_long"),
    "F42": ("a session of two tasks", "storage/test_store.py", "test_f42"),
    "F43": (
        "up, down, up; no difference",
        SCHEMA,
        "test_up_down_up",
        SCHEMA,
        "test_the_migrations",
    ),
    "F44": ("kill -9 between two steps", "games/test_crash.py", "test_a_killed_process"),
    "F45": ("memory", BOARDS, "test_f45", RACES, "test_locks"),
    "F46": ("shards and caches", BOARDS, "test_f46", "discord/test_reminders.py", "test_f46"),
    "F47": ("one legal move", DAYS, "test_f47"),
    "F48": ("no legal move", BOARDS, "test_f48"),
    "F49": ("two sets of rules agree", "rules/test_naive.py", "test_agree"),
    "F50": ("whoever pressed did it", PRESSES, "test_f50"),
}


@cache
def functions_of(file: str) -> list[str]:
    tree = ast.parse((HERE / file).read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node.name for node in ast.walk(tree) if isinstance(node, kinds)]


def test_all_are_here() -> None:
    assert list(CASES) == [f"F{number}" for number in range(1, 51)]


@pytest.mark.parametrize("case", CASES)
def test_each_has_its_tests(case: str) -> None:
    _, *places = CASES[case]
    for file, name in zip(places[::2], places[1::2], strict=True):
        assert any(test.startswith(name) for test in functions_of(file)), f"{file} has no {name}…"
