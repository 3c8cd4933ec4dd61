"""The command ``parchis``: what it says when something is wrong, and how it ends."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from errno import EACCES
from pathlib import Path

import pytest

from bot.__main__ import REFUSED, _parser, _stop_signal, main
from bot.settings import Settings
from tests.discord.server import Discord, serving

VERBS = ("run", "sandbox", "check", "copy", "replay", "perft", "duel")
SECRET = "MTIzNDU2.not-a-real-token.AbCdEf"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory and none of the settings of this machine."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "SHARD_IDS", "SHARD_COUNT"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def one_sentence(capsys: pytest.CaptureFixture[str]) -> str:
    """What was said on standard error: one line, and no traceback."""
    said = capsys.readouterr().err.strip()
    assert "\n" not in said
    assert "Traceback" not in said
    return said


def test_help_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert all(verb in said for verb in VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_each_command_has_help(capsys: pytest.CaptureFixture[str], verb: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([verb, "--help"])
    assert ended.value.code == 0
    assert len(capsys.readouterr().out.splitlines()) > 4


@pytest.mark.parametrize("token", [None, "", "   "])
def test_run_without_a_token_says_where_to_get_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, token: str | None
) -> None:
    if token is not None:
        monkeypatch.setenv("DISCORD_TOKEN", token)
    assert main(["run"]) == REFUSED
    assert "set DISCORD_TOKEN" in one_sentence(capsys)


def test_a_setting_that_cannot_be_is_named_without_its_value(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    assert main(["run"]) == REFUSED
    said = one_sentence(capsys)
    assert "LOG_LEVEL ('DEBUG', 'INFO', 'WARNING' or 'ERROR')" in said
    assert "LOUD" not in said


@pytest.mark.parametrize(
    ("ids", "count", "wrong"),
    [
        ("0,1", None, "SHARD_IDS or SHARD_COUNT (SHARD_IDS says nothing without SHARD_COUNT)"),
        ("2", "2", "(SHARD_IDS are numbers from 0 to 1)"),
        ("-1", "2", "(SHARD_IDS are numbers from 0 to 1)"),
        ("0,0", "2", "(SHARD_IDS names a shard twice)"),
        ("1,0, 1", "2", "(SHARD_IDS names a shard twice)"),
        ("one", "2", "SHARD_IDS"),
        ("0,,1", "2", "SHARD_IDS"),
        (",", "2", "SHARD_IDS"),
        ("0", "0", "SHARD_COUNT"),
        ("0", "-1", "SHARD_COUNT"),
    ],
)
def test_shards_that_do_not_fit_are_named(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    ids: str,
    count: str | None,
    wrong: str,
) -> None:
    monkeypatch.setenv("SHARD_IDS", ids)
    if count is not None:
        monkeypatch.setenv("SHARD_COUNT", count)
    assert main(["run"]) == REFUSED
    assert wrong in one_sentence(capsys)


def test_shards_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().shard_ids is None
    monkeypatch.setenv("SHARD_IDS", "0, 2")
    monkeypatch.setenv("SHARD_COUNT", "4")
    assert Settings().shard_ids == (0, 2)
    monkeypatch.setenv("SHARD_IDS", "")
    assert Settings().shard_ids is None


def test_a_file_of_settings_in_another_encoding(
    capsys: pytest.CaptureFixture[str], elsewhere: Path
) -> None:
    (elsewhere / ".env").write_bytes("DISCORD_TOKEN=contraseña\n".encode("latin-1"))
    assert main(["run"]) == REFUSED
    assert ".env is not text in UTF-8" in one_sentence(capsys)


def test_a_file_of_settings_that_cannot_be_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> None:  # root, who may run this, can read every file
        raise PermissionError(EACCES, "Permission denied", ".env")

    monkeypatch.setattr("bot.__main__.Settings", refused)
    assert main(["run"]) == REFUSED
    assert ".env cannot be read (Permission denied)" in one_sentence(capsys)


@pytest.mark.parametrize("verb", ["run", "check"])
def test_an_address_with_a_port_that_is_no_number(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://parchis:hush@host:port/parchis")
    assert main([verb]) == REFUSED
    said = "".join(capsys.readouterr())
    assert "DATABASE_URL is not an address" in said
    assert "hush" not in said


def test_settings_are_read_from_a_file_too(
    capsys: pytest.CaptureFixture[str], elsewhere: Path
) -> None:
    (elsewhere / ".env").write_text(f"DISCORD_TOKEN={SECRET}\nSOMETHING_ELSE=1\n", "utf-8")
    assert main(["check"]) == 0
    assert SECRET not in capsys.readouterr().out


def test_run_with_a_database_that_cannot_be_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, elsewhere: Path
) -> None:
    (elsewhere / "file").write_text("in the way")
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{elsewhere}/file/games.db")
    assert main(["run"]) == REFUSED
    assert "DATABASE_URL" in one_sentence(capsys)


def test_run_with_a_database_server_that_is_not_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    monkeypatch.setenv("DATABASE_URL", "postgresql://parchis:hush@127.0.0.1:9/parchis")
    assert main(["run"]) == REFUSED
    said = one_sentence(capsys)
    assert "database server" in said
    assert "hush" not in said


def test_check_says_line_by_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, elsewhere: Path
) -> None:
    assert main(["check"]) == REFUSED
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["settings", "database", "migrations", "fonts"]
    assert "NOT OK: There is no token" in lines[0]
    assert all("  ok: " in line for line in lines[1:])
    assert list(elsewhere.iterdir()) == []  # looking changes nothing
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    assert main(["check"]) == 0


def test_check_names_a_database_that_cannot_be_used(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, elsewhere: Path
) -> None:
    (elsewhere / "games.db").write_bytes(b"something else entirely" * 100)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///games.db")
    assert main(["check"]) == REFUSED
    said = capsys.readouterr().out
    assert "database    NOT OK: " in said


def test_the_sandbox_refuses_a_port_in_use_and_a_bad_file(
    capsys: pytest.CaptureFixture[str], elsewhere: Path
) -> None:
    (elsewhere / "file").write_text("in the way")
    assert main(["sandbox", "--no-browser", "--file", "file/games.db"]) == REFUSED
    assert "file" in one_sentence(capsys)


@pytest.mark.parametrize(
    ("environment", "arguments", "locale"),
    [
        ({}, [], "en"),
        ({"LANG": "C.UTF-8"}, [], "en"),
        ({"LANG": "es_ES.UTF-8"}, [], "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "de_DE.UTF-8"}, [], "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "es_MX"}, [], "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": ""}, ["--locale", "en"], "en"),
        ({"LANG": "en_GB.UTF-8"}, ["--locale", "es"], "es"),
    ],
)
def test_the_sandbox_speaks_the_language_of_the_machine(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], arguments: list[str], locale: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert _parser().parse_args(["sandbox", *arguments]).locale == locale


def test_the_sandbox_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "simcord", None)
    assert main(["sandbox", "--no-browser"]) == REFUSED
    assert "pip install -e '.[sandbox]'" in one_sentence(capsys)


# -- a real process ------------------------------------------------------------------------------

RUN = """
import sys
from discord.http import Route
Route.BASE = sys.argv[1]
from bot.__main__ import main
sys.exit(main(["run"]))
"""


@asynccontextmanager
async def running(*command: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process of ours, killed if it is still there at the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        env={**os.environ, "DISCORD_TOKEN": SECRET, "LOG_LEVEL": "DEBUG"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_run_with_a_refused_token() -> None:
    discord = Discord()
    discord.refuses_the_token = True
    async with serving(discord) as address, running("-c", RUN, address) as process:
        _, said = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode == REFUSED
    assert b"Discord refused the token" in said.splitlines()[-1]
    assert b"Traceback" not in said
    assert SECRET.encode() not in said


async def test_run_when_discord_cannot_be_reached() -> None:
    async with running("-c", RUN, "http://127.0.0.1:9") as process:
        _, said = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode == REFUSED
    assert b"Discord cannot be reached" in said.splitlines()[-1]
    assert b"Traceback" not in said


async def test_sigterm_ends_a_connected_bot_within_five_seconds() -> None:
    discord = Discord()
    async with serving(discord) as address, running("-c", RUN, address) as process:
        assert process.stderr is not None
        said = b""
        while b"ready as" not in said:
            line = await asyncio.wait_for(process.stderr.readline(), 30)
            assert line, said.decode()
            said += line
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        _, rest = await asyncio.wait_for(process.communicate(), 10)
        took = time.monotonic() - began
    said += rest
    assert process.returncode == 0, said.decode()
    assert took < 5
    assert discord.identified == 1
    assert b"Traceback" not in said, said.decode()
    assert SECRET.encode() not in said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_second_signal_ends_the_process_without_python(number: signal.Signals) -> None:
    """Python's own way would be a traceback of whatever is being closed."""
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    stop = _stop_signal()
    try:
        os.kill(os.getpid(), number)
        await asyncio.wait_for(stop.wait(), 10)
        assert {signal.getsignal(each) for each in before} == {signal.SIG_DFL}
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


async def test_sigterm_ends_the_sandbox_within_five_seconds() -> None:
    command = ("-m", "bot", "sandbox", "--no-browser", "--file", "games.db")
    async with running(*command) as process:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), 30)
        assert line.startswith("Parchís is open at http://127.0.0.1:".encode())
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, said = await asyncio.wait_for(process.communicate(), 10)
        took = time.monotonic() - began
    assert process.returncode == 0, said.decode()
    assert took < 5
    assert said == b""


@pytest.mark.parametrize("option", [("--since", "3"), ("--theme", "night")])
def test_what_only_a_drawing_has_is_not_taken_in_silence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: tuple[str, str]
) -> None:
    record = tmp_path / "game.txt"
    record.write_text("[rules parchis]\n[yellow A]\n[red B]\n[opening Y6 R1]\n")
    assert main(["replay", str(record)]) == 0
    capsys.readouterr()
    assert main(["replay", str(record), *option]) == 2
    assert "add --gif OUT" in one_sentence(capsys)
