"""The import contracts of pyproject.toml hold."""

import logging.config
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parents[1]


def test_import_contracts_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    # It would silence the loggers of all that is imported already, and so later tests.
    monkeypatch.setattr(logging.config, "dictConfig", lambda _config: None)
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS
