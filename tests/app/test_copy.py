"""``parchis copy``: what it says, and what it refuses."""

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import REFUSED, main
from bot.storage import Store, upgrade
from tests.storage.samples import lobby

OLD, NEW = "sqlite:///old.db", "sqlite:///new.db"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory and none of the settings of this machine."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def old() -> None:
    """A database with one lobby, in which three people have a place."""

    async def fill() -> None:
        await upgrade(OLD)
        store = Store(OLD)
        await store.insert(lobby())
        await store.close()

    asyncio.run(fill())


COPIED = """\
beats       0
games       1
reminders   0
users       0
actions     0
players     3
All 4 rows are there: now set DATABASE_URL to the new address.
"""


@pytest.mark.usefixtures("old")
def test_copy_counts_each_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["copy", "--from", OLD, "--to", NEW]) == 0
    assert capsys.readouterr().out == COPIED
    monkeypatch.setenv("DATABASE_URL", OLD)
    assert main(["copy", "--to", "sqlite:///newer.db"]) == 0
    assert capsys.readouterr().out == COPIED


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        (OLD, "sqlite:///./old.db", "the same database"),
        (OLD, "sqlite:///full.db", "not empty"),
        ("sqlite:///missing.db", NEW, "no database file"),
        (OLD, "nonsense", "not an address"),
        (OLD, "postgresql://parchis:hush@127.0.0.1:9/parchis", "database server"),
    ],
)
def test_copy_refuses_in_one_sentence(
    capsys: pytest.CaptureFixture[str], source: str, target: str, said: str
) -> None:
    assert main(["copy", "--from", OLD, "--to", "sqlite:///full.db"]) == 0
    capsys.readouterr()
    assert main(["copy", "--from", source, "--to", target]) == REFUSED
    out, err = capsys.readouterr()
    assert said in err
    assert err.count("\n") == 1
    assert out == ""
    assert "hush" not in err
