"""Colours for every eye: seats stay apart under simulated colour blindness, type stays readable."""

import itertools
from typing import NamedTuple

import pytest

from rendering.theme import RGB, THEMES, Shape, Theme

ALL = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))

# Machado, Oliveira, Fernandes 2009, full severity; on linear RGB.
SIGHTS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


class Least(NamedTuple):
    """What a theme promises."""

    pieces: float
    """CIE76 distance of any two seats' pieces; about 2.3 is just noticeable."""
    yards: float
    """The same of the yards and lanes, which also say their name and shape."""
    lightness: float
    """Lightness (L*) of any two seats' pieces, for eyes and screens without any colour."""
    type: float
    """Contrast of type and what it stands on (WCAG 2: 4.5 is AA, 7 is AAA)."""
    board: float
    """Contrast of outlines and paper."""


PROMISED = {
    "classic": Least(pieces=24, yards=14, lightness=4, type=3.5, board=7),
    "night": Least(pieces=26, yards=18, lightness=3.5, type=4.5, board=7),
    "contrast": Least(pieces=40, yards=19, lightness=10, type=7, board=15),
}


@ALL
@pytest.mark.parametrize("sight", SIGHTS)
def test_seats_are_told_apart(theme: Theme, sight: str) -> None:
    least = PROMISED[theme.name]
    for one, other in itertools.combinations(theme.seats, 2):
        assert distance(one.base, other.base, sight) >= least.pieces, (one.shape, other.shape)
        assert distance(one.tint, other.tint, sight) >= least.yards, (one.shape, other.shape)


@ALL
def test_seats_differ_in_lightness(theme: Theme) -> None:
    lightness = sorted(lab(seat.base, "normal")[0] for seat in theme.seats)
    assert all(b - a >= PROMISED[theme.name].lightness for a, b in itertools.pairwise(lightness)), (
        lightness
    )


@ALL
def test_each_seat_has_its_own_shape(theme: Theme) -> None:
    assert {seat.shape for seat in theme.seats} == set(Shape)


@ALL
def test_type_is_readable(theme: Theme) -> None:
    pairs = [(theme.paper, theme.ink), (theme.safe, theme.ink), (theme.white, theme.ink)]
    for seat in theme.seats:
        pairs += [(seat.base, seat.on_base), (seat.tint, theme.ink)]
    for below, type_ in pairs:
        assert contrast(below, type_) >= PROMISED[theme.name].type, (below, type_)
    assert contrast(theme.paper, theme.ink) >= PROMISED[theme.name].board


@ALL
def test_colours_are_found_exactly(theme: Theme) -> None:
    flat = [theme.paper, theme.frame, theme.empty, theme.safe, theme.line, theme.ink]
    for seat in theme.seats:
        flat += [seat.base, seat.light, seat.dark, seat.tint, seat.on_base]
    assert all(channel % 4 == 0 for colour in flat for channel in colour)


def linear(colour: RGB) -> list[float]:
    shares = [channel / 255 for channel in colour]
    return [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]


def contrast(one: RGB, other: RGB) -> float:
    """The ratio of WCAG 2."""
    weights = (0.2126, 0.7152, 0.0722)
    dark, light = sorted(
        sum(w * c for w, c in zip(weights, linear(colour), strict=True)) for colour in (one, other)
    )
    return (light + 0.05) / (dark + 0.05)


def lab(colour: RGB, sight: str) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of a colour as that sight has it."""
    rgb = linear(colour)
    seen = [
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, rgb, strict=True))))
        for row in SIGHTS[sight]
    ]
    to_xyz = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.1191920, 0.9503041),
    )
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        _cube_root(sum(m * c for m, c in zip(row, seen, strict=True)) / w)
        for row, w in zip(to_xyz, white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116


def distance(one: RGB, other: RGB, sight: str) -> float:
    a, b = lab(one, sight), lab(other, sight)
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
