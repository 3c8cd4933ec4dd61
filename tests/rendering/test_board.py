"""Pictures of scenes: what is on them, their format, and that no name or position breaks them."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from bot.rules import (
    LUDO,
    PARCHIS,
    RING_68,
    RULESETS,
    Move,
    Ruleset,
    Seat,
    legal_actions,
    parse_position,
)
from rendering import theme
from rendering.board import Scene, Trail, painter_of, render
from rendering.gallery import showpiece
from rendering.geometry import SIZE, geometry
from rendering.tokens import placed
from tests.rendering.scenes import COLOURS, NAMES, sample

Y, B, R, G = Seat
MOST = 48_000
"""Bytes of a picture."""


def scene(position: str, **shown: object) -> Scene:
    """The scene of a position in notation: the options are its legal moves."""
    state = parse_position(position)
    plain = Scene(
        state=state,
        names=NAMES,
        turn=None if state.winners else state.turn,
        die=state.die or None,
        die_seat=state.turn,
        options=tuple(action for action in legal_actions(state) if isinstance(action, Move)),
        winners=state.winners,
        seat_names=COLOURS,
    )
    return replace(plain, **shown)  # type: ignore[arg-type]


def opened(picture: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(picture))
    image.load()
    return image


def colour_at(image: Image.Image, point: tuple[float, float]) -> object:
    return image.convert("RGBA").getpixel((int(point[0]), int(point[1])))


def tokens(of: Scene) -> list[tuple[Seat, int, int, str, bool]]:
    """What stands on the board: seat, place, count, label, whether a ghost."""
    guests = [token.guest for token in placed(of, geometry(of.state.rules.ring))]
    return [(g.seat, g.place, g.count, g.label, g.ghost) for g in guests]


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_pictures_of_random_games(rules: Ruleset) -> None:
    for each in sample(10, 5, rules):
        picture = render(each)
        image = opened(picture)
        assert (image.format, image.mode, image.size) == ("PNG", "P", (SIZE, SIZE))
        assert len(picture) <= MOST


def test_the_same_scene_gives_the_same_bytes() -> None:
    one, other = sample(3, 2), sample(3, 2)
    pictures = [render(each) for each in one]
    assert [render(each) for each in reversed(other)] == pictures[::-1]
    assert len(set(pictures)) == 3


def test_the_showpiece_is_drawn() -> None:
    assert opened(render(showpiece())).size == (SIZE, SIZE)


def test_corners_are_see_through_and_the_rest_is_not() -> None:
    image = opened(render(showpiece())).convert("RGBA")
    last = SIZE - 1
    for corner in ((0, 0), (last, 0), (0, last), (last, last)):
        assert image.getpixel(corner)[3] == 0  # type: ignore[index]
    assert image.crop((26, 0, SIZE - 26, SIZE)).getchannel("A").getextrema() == (255, 255)


def test_a_theme_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError, match="neon"):
        render(replace(showpiece(), theme="neon"))


def test_every_part_of_the_picture_changes_it() -> None:
    plain = scene("parchis Y:0,8,20,35 R:0,12,62,H >Y=4")
    others = [
        replace(plain, state=parse_position("parchis Y:0,9,20,35 R:0,12,62,H >Y=4")),
        replace(plain, names=("Eva", *NAMES[1:])),
        replace(plain, turn=R, options=()),
        replace(plain, die=3),
        replace(plain, die_seat=R),
        replace(plain, trail=(Trail(R, 0, 5),)),
        replace(plain, trail=(Trail(R, 0, 5, (Y,)),)),
        replace(plain, options=plain.options[:1]),
        replace(plain, winners=(R,)),
        replace(plain, theme="night"),
        replace(plain, theme="contrast"),
    ]
    assert len({render(each) for each in (plain, *others)}) == len(others) + 1


@pytest.mark.parametrize(
    "names",
    [
        ("李小龙", "محمد", "\U0001f3b2\U0001f3b2", "Жанна"),
        ("\u202eevil", "e" + "\u0301\u0336" * 5000, "\x00\n\t", "@everyone"),
        ("W" * 100_000, "\u200b", "[x](http://y)", "a_b_"),
        ("", "", "", ""),
    ],
)
def test_hostile_names(names: tuple[str, str, str, str]) -> None:
    each = replace(scene("parchis Y:0,8,20,35 B:0,0,0,1 R:0,12,62,H G:3,3,L1,H >Y=4"), names=names)
    assert opened(render(each)).size == (SIZE, SIZE)


def test_an_undrawable_name_falls_back_to_the_colour() -> None:
    plain = scene("parchis Y:0,8,20,35 R:0,12,62,H >Y=4")
    chinese = render(replace(plain, names=("李小龙", "", "Eva", "")))
    assert chinese == render(replace(plain, names=("amarillo", "", "Eva", "")))


def test_a_language_that_the_font_lacks_leaves_the_name_out() -> None:
    plain = scene("parchis Y:0,8,20,35 R:0,12,62,H >Y=4")
    japanese = ("黄", "青", "赤", "緑")
    assert render(
        replace(plain, names=("李", "", "", ""), seat_names=japanese)
    ) == render(replace(plain, names=("", "", "", "")))  # fmt: skip


def test_pieces_stand_where_the_rules_say() -> None:
    image = opened(render(scene("parchis Y:0,8,20,H R:0,12,62,L1 >Y")))
    geo = geometry(RING_68)
    yellow, red = theme.CLASSIC.seats[Y].base, theme.CLASSIC.seats[R].base
    for seat, place, base in ((Y, 3, yellow), (Y, 15, yellow), (R, 41, red), (R, 64, red)):
        x, y = geo.cell(seat, place).box.centre
        assert colour_at(image, (x + 12, y)) == (*base, 255)
    x, y = geo.yards[Y].slots.centres[0]
    assert colour_at(image, (x + 18, y)) == (*yellow, 255)
    x, y = geo.yards[Y].slots.centres[1]
    assert colour_at(image, (x + 18, y)) == (*theme.CLASSIC.paper, 255)


def test_options_number_pieces_and_their_targets() -> None:
    each = scene("parchis Y:8,20,35,35 R:0,12,62,62 >Y=4")
    shown = tokens(each)
    assert [(m.start, m.end) for m in each.options] == [(3, 7), (15, 19), (30, 34)]
    assert sorted(t for t in shown if t[3]) == [
        (Y, 3, 1, "1", False),
        (Y, 7, 1, "1", True),
        (Y, 15, 1, "2", False),
        (Y, 19, 1, "2", True),
        (Y, 30, 1, "3", False),
        (Y, 34, 1, "3", True),
    ]


def test_entering_and_going_home_are_numbered_too() -> None:
    entering = tokens(scene("parchis Y:0,0,20,35 R:0,12,62,62 >Y=5"))
    assert [t for t in entering if t[3]] == [(Y, -1, 1, "1", False), (Y, 0, 1, "1", True)]
    home = tokens(scene("parchis Y:L4,L4,H,H R:0,12,62,62 >Y=4"))
    assert [t for t in home if t[3]] == [(Y, 71, 1, "1", True), (Y, 67, 1, "1", False)]


def test_a_full_exit_is_still_shown_as_target() -> None:
    each = scene("parchis Y:0,0,20,35 R:0,5,62,62 G:5,0,0,0 new=5G >Y=5")
    placed = [t for t in tokens(each) if t[1] == 0 or t[0] in (R, G)]
    assert (Y, 0, 1, "1", True) in placed
    assert opened(render(each)).size == (SIZE, SIZE)


def test_nobody_s_options_are_shown_when_nobody_is_asked() -> None:
    over = scene("parchis Y:H,H,H,H R:0,12,62,62 #Y")
    assert over.turn is None
    assert not [t for t in tokens(over) if t[3]]


@pytest.mark.parametrize(
    ("position", "place", "shown"),
    [
        ("parchis Y:8,8,H,H R:0,0,0,0 >R", 3, [1, 1]),
        ("classic Y:8,8,8,H R:0,0,0,0 >R", 3, [3]),
        ("stars Y:28,28,28,28 R:0,0,0,0 >R", 1, [4]),
    ],
)
def test_crowds_are_counted(position: str, place: int, shown: list[int]) -> None:
    assert [t[2] for t in tokens(scene(position)) if t[0] == Y and t[1] == place] == shown


def test_sixteen_pieces_on_one_square() -> None:
    each = scene("stars R:1,1,1,1 Y:1,1,1,1 G:1,1,1,1 B:1,1,1,1 >R")
    assert sorted(t[:3] for t in tokens(each)) == [(Y, 26, 4), (B, 13, 4), (R, 0, 4), (G, 39, 4)]
    assert opened(render(each)).size == (SIZE, SIZE)


@pytest.mark.parametrize(
    ("position", "barred"),
    [
        ("parchis Y:8,8,H,H R:0,0,0,0 >R", True),
        ("parchis Y:12,12,H,H R:0,0,0,0 >R", True),
        ("parchis Y:8,9,H,H R:0,0,0,0 >R", False),
        ("parchis Y:12,20,H,H R:12,0,0,0 >R", False),
        ("parchis Y:L2,L2,H,H R:0,0,0,0 >R", False),
        ("classic Y:8,8,H,H R:0,0,0,0 >R", False),
        ("classic Y:12,12,H,H R:0,0,0,0 >R", True),
        ("ludo Y:28,28,H,H R:0,0,0,0 >R", True),
        ("ludo Y:35,35,H,H R:0,0,0,0 >R", False),
        ("ludo/walls Y:35,35,H,H R:0,0,0,0 >R", True),
        ("stars Y:28,28,H,H R:0,0,0,0 >R", False),
    ],
)
def test_blockades_are_bars(position: str, barred: bool) -> None:
    each = scene(position)
    painter = painter_of(each)
    assert bool(list(painter.bars(each, list(placed(each, painter.geometry))))) == barred


def test_traces_of_every_move_can_be_drawn() -> None:
    for rules in (PARCHIS, LUDO):
        home = rules.ring.home
        plain = scene(f"{rules.name} Y:0,0,0,H R:0,0,0,0 >R")
        for seat in Seat:
            for start in range(-1, home, 5):
                ends = (0,) if start < 0 else (start + 1, min(start + 20, home))
                trail = tuple(Trail(seat, start, end, (R, B)) for end in ends)
                assert opened(render(replace(plain, trail=trail))).size == (SIZE, SIZE)
