"""The command that runs the benchmarks."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from tests.benchmarks import __main__ as command


def test_lists_the_modules() -> None:
    assert "rules" in command.names()
    assert "test_main" not in command.names()
    with pytest.raises(SystemExit, match="no such benchmark: nonsense"):
        command.main(["nonsense"])


def test_prints_a_line_each_and_counts_missed_targets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows: list[dict[str, Any]] = [
        {"name": "quick", "value": 1, "ok": True},
        {"name": "slow", "value": 9, "ok": False},
    ]
    module = SimpleNamespace(run=lambda: rows)
    monkeypatch.setattr(command.importlib, "import_module", lambda _: module)
    assert command.main(["rules"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [{"benchmark": "rules", **row} for row in rows]


def test_says_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> None:
        raise ModuleNotFoundError("No module named 'cairosvg'", name="cairosvg.surface")

    monkeypatch.setattr(command.importlib, "import_module", missing)
    (row,) = command.figures("rendering")
    assert row["skipped"].startswith("cairosvg.surface is not installed: pip install")


def test_a_module_of_ours_that_is_missing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> None:
        raise ModuleNotFoundError("No module named 'bot.nothing'", name="bot.nothing")

    monkeypatch.setattr(command.importlib, "import_module", missing)
    with pytest.raises(ModuleNotFoundError):
        command.figures("rendering")
