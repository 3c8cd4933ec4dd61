"""The verbs that study games: replay, perft, duel."""

import io
from pathlib import Path

import pytest
from PIL import Image

from bot.__main__ import REFUSED, main
from rendering.geometry import SIZE
from rendering.theme import THEMES

RECORD = """\
[rules parchis/quick]
[yellow Ana]
[red Luis]
[opening Y2 R4]
[result *]

1. R r3 39-42
2. Y r5 0-5
3. R r6 42-48 r2
"""


def said(capsys: pytest.CaptureFixture[str]) -> tuple[list[str], str]:
    """The lines on standard output, and the sentence on standard error."""
    output = capsys.readouterr()
    assert "Traceback" not in output.err
    return output.out.splitlines(), output.err.strip()


@pytest.fixture(autouse=True)
def spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    """The language of the machine, which is that of the words unless one says otherwise."""
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")


def test_a_record_is_told_move_by_move(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, "utf-8")
    assert main(["replay", str(file)]) == 0
    lines, error = said(capsys)
    assert error == ""
    assert lines[0] == "Parchís · rápida"
    assert lines[-1] == "3. 🔴 Luis: 🎲6 de la 42 a la 48 · 🎲2"
    assert main(["replay", str(file), "--locale", "en"]) == 0
    assert "3. 🔴 Luis: 🎲6 from 42 to 48" in said(capsys)[0][-1]


def test_a_record_comes_from_standard_input_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(RECORD))
    assert main(["replay", "-"]) == 0
    assert len(said(capsys)[0]) == 7


@pytest.mark.parametrize(
    ("damage", "by", "line", "told"),
    [
        ("42-48", "42-49", 9, 6),  # a move that is none
        ("2. Y", "2. R", 8, 5),  # somebody else's turn
        ("r2\n", "r2\n?!\n", 10, 7),  # no turn at all
    ],
)
def test_of_a_damaged_record_the_good_beginning_is_told(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    damage: str,
    by: str,
    line: int,
    told: int,
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD.replace(damage, by), "utf-8")
    assert main(["replay", str(file)]) == REFUSED
    lines, error = said(capsys)
    assert len(lines) >= told
    assert error.startswith(f"The record is damaged in line {line}: ")


def test_without_a_game_in_it_a_record_tells_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    assert main(["replay", str(file)]) == REFUSED
    lines, error = said(capsys)
    assert lines == []
    assert "line 1" in error
    assert main(["replay", str(tmp_path / "nothing.txt")]) == REFUSED
    assert "nothing.txt" in said(capsys)[1]


def test_perft_counts_from_a_rule_set_and_from_a_position(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["perft", "parchis Y:0,0,0,0 R:0,0,0,0 >Y", "--depth", "2"]) == 0
    assert said(capsys)[0] == ["31"]
    assert main(["perft", "parchis", "--depth", "2"]) == 0
    assert said(capsys)[0] == ["31"]
    assert main(["perft", "stars/teams", "--depth", "1"]) == 0
    assert said(capsys)[0] == ["6"]


def test_divide_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "ludo", "--depth", "4", "--divide"]) == 0
    *lines, last = said(capsys)[0]
    assert [line.split(":")[0] for line in lines] == ["r1", "r2", "r3", "r4", "r5", "r6"]
    assert last == f"in all: {sum(int(line.split()[1]) for line in lines)}"


@pytest.mark.parametrize(
    "arguments",
    [
        ["perft", "chess"],
        ["perft", "parchis Y:0,0,0 >Y"],
        ["perft", "parchis", "--depth", "0"],
        ["duel", "medium", "nobody"],
        ["duel", "medium", "easy", "--games", "0"],
        ["duel", "medium", "easy", "--rules", "chess"],
        ["duel", "medium", "easy", "--seats", "5"],
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) == REFUSED
    lines, error = said(capsys)
    assert lines == []
    assert "\n" not in error
    assert error.endswith(".")


def test_a_duel_is_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    duel = ["duel", "medium", "random", "--games", "20", "--rules", "ludo/quick", "--seed", "3"]
    assert main(duel) == 0
    first, _ = said(capsys)
    assert main(duel) == 0
    assert said(capsys)[0] == first
    assert first[0].startswith("medium against random, ludo/quick: won ")


@pytest.mark.parametrize("theme", THEMES)
def test_a_record_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path, theme: str) -> None:
    file, out = tmp_path / "game.txt", tmp_path / "game.gif"
    file.write_text(RECORD, "utf-8")
    assert main(["replay", str(file), "--gif", str(out), "--theme", theme]) == 0
    assert said(capsys) == ([], "")
    drawn = out.read_bytes()
    with Image.open(out) as image:
        assert image.size == (SIZE, SIZE)
        frames = getattr(image, "n_frames", 1)
        image.seek(frames - 1)
        image.load()
    # The start, three moves, and the last throw.
    assert frames == 5
    main(["replay", str(file), "--gif", str(out), "--theme", theme])
    assert out.read_bytes() == drawn
    main(["replay", str(file), "--gif", str(out), "--theme", theme, "--since", "4"])
    with Image.open(out) as image:
        assert getattr(image, "n_frames", 1) == 3


def test_of_a_damaged_record_the_good_beginning_is_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, out = tmp_path / "game.txt", tmp_path / "game.gif"
    file.write_text(RECORD.replace("42-48", "42-49"), "utf-8")
    assert main(["replay", str(file), "--gif", str(out)]) == REFUSED
    assert said(capsys)[1].startswith("The record is damaged in line 9: ")
    with Image.open(out) as image:
        assert getattr(image, "n_frames", 1) == 4
    out.unlink()
    file.write_text("nothing of the kind", "utf-8")
    assert main(["replay", str(file), "--gif", str(out)]) == REFUSED
    assert said(capsys)[1].startswith("The record is damaged in line 1: ")
    assert not out.exists()


def test_what_cannot_be_drawn_or_written_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, "utf-8")
    for since in ("8", "-1"):
        out = tmp_path / "game.gif"
        assert main(["replay", str(file), "--gif", str(out), "--since", since]) == REFUSED
        assert "plies 0 to 7" in said(capsys)[1]
        assert not out.exists()
    assert main(["replay", str(file), "--gif", str(tmp_path)]) == REFUSED
    assert "--gif" in said(capsys)[1]
    out = tmp_path / "game.png"
    assert main(["replay", str(file), "--gif", str(out)]) == REFUSED
    assert "game.png" in (said_of_it := said(capsys)[1])
    assert "end in .gif" in said_of_it
    assert not out.exists()
    assert main(["replay", str(file), "--gif", str(tmp_path / "GAME.GIF")]) == 0
    missing = str(tmp_path / "nothing.txt")
    assert main(["replay", missing, "--gif", str(tmp_path / "game.gif")]) == REFUSED
    assert "The record cannot be read" in said(capsys)[1]
