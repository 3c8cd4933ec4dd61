"""The fixed palette shows what full colour would show."""

import io
import math
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.rules import LUDO, PARCHIS, Ruleset, Seat
from rendering.board import Painter, look_of, painter_of, render
from rendering.geometry import SIZE
from rendering.palette import Palette
from rendering.scene import Scene
from rendering.theme import THEMES, Theme
from tests.rendering.scenes import sample


def in_full_colour(painter: Painter, scene: Scene) -> Image.Image:
    """The same layers and sprites laid upon each other in RGB, with real transparency."""
    image = painter.layers.draw_board().convert("RGBA")
    for seat in Seat:
        box = painter.geometry.yards[seat].box
        yard = painter.layers.draw_yard(seat, look_of(scene, seat))
        image.paste(yard, (int(box.left), int(box.top)))
    for sprite, x, y in painter.stamps(scene):
        image.alpha_composite(sprite.rgba, (x + sprite.left, y + sprite.top))
    return image.convert("RGB")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("rules", [PARCHIS, LUDO], ids=lambda rules: rules.name)
def test_palette_is_close_to_full_colour(rules: Ruleset, theme: str) -> None:
    for scene in sample(15, 11, rules):
        worst, psnr = difference(replace(scene, theme=theme))
        assert (worst <= 24, psnr >= 49) == (True, True), (worst, psnr, scene)


def difference(scene: Scene) -> tuple[int, float]:
    """The greatest difference in a channel, and the signal-to-noise ratio in decibels."""
    painter = painter_of(scene)
    shown = Image.open(io.BytesIO(render(scene))).convert("RGBA").convert("RGB")
    image = ImageChops.difference(shown, in_full_colour(painter, scene))
    # The board's outer corners are see-through in one and not in the other.
    image = image.crop((8, 8, SIZE - 8, SIZE - 8))
    counts = image.histogram()
    worst = max(value % 256 for value, count in enumerate(counts) if count)
    squares = sum((value % 256) ** 2 * count for value, count in enumerate(counts))
    return worst, 10 * math.log10(255**2 / (squares / (3 * image.width * image.height)))


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_every_flat_colour_is_in_the_palette(theme: Theme) -> None:
    palette = Palette(theme)
    flat = [
        theme.paper,
        theme.frame,
        theme.empty,
        theme.safe,
        theme.line,
        theme.ink,
        theme.white,
        theme.gold,
    ]
    for seat in theme.seats:
        flat += [seat.base, seat.light, seat.dark, seat.tint]
    assert [palette.colours[palette.index(colour)] for colour in flat] == flat
    assert len(palette.colours) <= 256
