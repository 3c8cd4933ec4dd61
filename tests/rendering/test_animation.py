"""Replays: what a viewer of the GIF sees, its size, and its progress."""

import io
import itertools
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.rules import PARCHIS, STARS, Ruleset
from rendering.animation import animate, spread
from rendering.board import render
from rendering.geometry import SIZE
from rendering.replay import scenes_of
from rendering.scene import Scene
from tests.rendering.scenes import COLOURS, NAMES
from tests.rendering.test_replay import game


def some(count: int, rules: Ruleset = PARCHIS) -> list[Scene]:
    """The last scenes of a game."""
    return scenes_of(*game(rules, 3), NAMES, COLOURS)[-count:]


def seen(gif: bytes) -> list[Image.Image]:
    """The whole pictures that a viewer shows, one after the other."""
    image = Image.open(io.BytesIO(gif))
    frames: list[Image.Image] = []
    for index in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(index)
        frames.append(image.convert("RGB"))
    return frames


def differs(frame: Image.Image, scene: Scene) -> bool:
    picture = Image.open(io.BytesIO(render(scene))).convert("RGBA").convert("RGB")
    # The outer corners are see-through and so have no colour of their own.
    inner = (30, 30, SIZE - 30, SIZE - 30)
    return ImageChops.difference(frame.crop(inner), picture.crop(inner)).getbbox() is not None


@pytest.mark.parametrize("rules", [PARCHIS, STARS], ids=lambda rules: rules.name)
@pytest.mark.parametrize("theme", ["classic", "night"])
def test_every_frame_looks_as_its_picture(rules: Ruleset, theme: str) -> None:
    scenes = [replace(scene, theme=theme) for scene in some(8, rules)]
    frames = seen(animate(scenes, 10**7))
    assert len(frames) == len(scenes)
    assert not any(differs(*pair) for pair in zip(frames, scenes, strict=True))


def test_a_frame_holds_only_what_changed() -> None:
    scenes = some(30)
    whole = len(animate(scenes[:1], 10**7))
    more = (len(animate(scenes, 10**7)) - whole) / 29
    assert more < whole / 4
    same = len(animate([scenes[0]] * 2, 10**7))
    assert same - whole < 40


def test_times_and_looping() -> None:
    image = Image.open(io.BytesIO(animate(some(3), 10**7, seconds=0.5, hold=2)))
    durations: list[int] = []
    for index in range(3):
        image.seek(index)
        durations.append(image.info["duration"])
    assert durations == [500, 500, 2000]
    assert image.info["loop"] == 0


def test_a_limit_leaves_frames_out_but_never_the_last() -> None:
    scenes = some(25)
    whole = len(animate(scenes, 10**7))
    for share in (0.95, 0.5):
        limit = int(whole * share)
        gif = animate(scenes, limit)
        frames = seen(gif)
        assert len(gif) <= limit
        assert 1 <= len(frames) < len(scenes)
        assert not differs(frames[-1], scenes[-1])


def test_no_frame_fits() -> None:
    with pytest.raises(ValueError, match="not one frame fits into 9000 bytes"):
        animate(some(5), 9000)


def test_frames_of_one_board_and_theme() -> None:
    one = some(1)[0]
    for frames in ([], [one, replace(one, theme="night")], [one, *some(1, STARS)]):
        with pytest.raises(ValueError, match="one board and theme"):
            animate(frames, 10**7)


def test_progress_and_giving_up() -> None:
    told: list[tuple[int, int]] = []
    animate(some(4), 10**7, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]

    def stop(done: int, total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        animate(some(4), 10**7, progress=stop)


def test_the_same_replay_gives_the_same_bytes() -> None:
    assert animate(some(5), 10**7) == animate(some(5), 10**7)


@pytest.mark.parametrize(("length", "count"), [(10, 1), (10, 2), (10, 7), (10, 10), (400, 61)])
def test_frames_are_spread_evenly(length: int, count: int) -> None:
    indexes = spread(length, count)
    assert len(set(indexes)) == count
    assert indexes[-1] == length - 1
    assert indexes == sorted(indexes)
    gaps = {b - a for a, b in itertools.pairwise(indexes)}
    assert not gaps or max(gaps) - min(gaps) <= 1
