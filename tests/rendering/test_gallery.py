"""The README's pictures, and that they still look as they did when somebody looked at them.

When a change is meant: ``python -m rendering.gallery DIRECTORY``, look at each picture at full size
and at 400 pixels, and copy the PNGs to ``tests/rendering/golden``.
"""

import io
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from rendering import gallery
from rendering.geometry import SIZE

GOLDEN = Path(__file__).parent / "golden"
SHARE = 0.0005
"""Of the pixels, how many may differ clearly: another FreeType sets type a little differently.

It is half of the pixels of one piece.
"""
CLEARLY = 48
"""Levels in the brightest channel."""


@pytest.fixture(scope="module")
def pictures() -> dict[str, bytes]:
    return gallery.pictures()


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGBA")


def test_each_picture_of_the_gallery_has_a_golden_one(pictures: dict[str, bytes]) -> None:
    names = {name for name in pictures if name.endswith(".png")}
    assert names == {path.name for path in GOLDEN.iterdir()}
    assert max(len(pictures[name]) for name in names) <= 45_000


@pytest.mark.parametrize("path", sorted(GOLDEN.iterdir()), ids=lambda path: path.stem)
def test_pictures_look_as_they_did(path: Path, pictures: dict[str, bytes]) -> None:
    golden, shown = opened(path.read_bytes()), opened(pictures[path.name])
    difference = ImageChops.difference(golden, shown)
    clear = sum(
        1
        for level in zip(*(band.tobytes() for band in difference.split()), strict=True)
        if max(level) > CLEARLY
    )
    assert clear <= SHARE * SIZE * SIZE, clear
    assert max(ImageStat.Stat(difference).mean) < 0.3


def test_the_replay_is_short_enough_to_be_shown(pictures: dict[str, bytes]) -> None:
    image = Image.open(io.BytesIO(pictures["replay.gif"]))
    assert image.size == (SIZE, SIZE)
    assert 20 <= image.n_frames <= 80  # type: ignore[attr-defined]
    assert len(pictures["replay.gif"]) < 2_000_000


def test_the_command_writes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(out: Path) -> None:
        monkeypatch.setattr(sys, "argv", ["gallery", str(out)])
        gallery.main()

    run(tmp_path / "all")
    assert {path.name for path in (tmp_path / "all").iterdir()} == {
        *(path.name for path in GOLDEN.iterdir()),
        "replay.gif",
    }
    run(tmp_path / "one.png")
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "all" / "board.png").read_bytes()
