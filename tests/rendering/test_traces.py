"""Reading the move: whose piece went where, what was captured, and that it all stays readable."""

import io

import pytest
from PIL import Image, ImageChops

from bot.rules import RING_52, RING_68, Ring, Seat, parse_position
from rendering.board import painter_of, render
from rendering.geometry import Point, geometry
from rendering.scene import Scene, Trail
from rendering.theme import CLASSIC
from tests.rendering.scenes import COLOURS, NAMES

Y, B, R, G = Seat
BOARDS = pytest.mark.parametrize("ring", [RING_68, RING_52], ids=["68", "52"])


def traced(ring: Ring, *trail: Trail) -> Scene:
    """A board on which nobody has left the yard, with traces upon it."""
    rules = "parchis" if ring is RING_68 else "ludo"
    return Scene(
        state=parse_position(f"{rules} Y:0,0,0,0 B:0,0,0,0 R:0,0,0,0 G:0,0,0,0 >Y"),
        names=NAMES,
        turn=Y,
        die=None,
        die_seat=None,
        trail=trail,
        seat_names=COLOURS,
    )


def picture(scene: Scene) -> Image.Image:
    return Image.open(io.BytesIO(render(scene))).convert("RGBA").convert("RGB")


def bases(image: Image.Image, around: Point, reach: int) -> set[Seat]:
    """The seats whose colour is seen near a point."""
    x, y = around
    box = (int(x) - reach, int(y) - reach, int(x) + reach + 1, int(y) + reach + 1)
    seen = {colour for _, colour in image.crop(box).getcolors(10_000) or ()}
    return {seat for seat in Seat if CLASSIC.seats[seat].base in seen}


@BOARDS
def test_moves_over_the_same_squares_run_next_to_each_other(ring: Ring) -> None:
    # All four pass square 13 of the 52 ring or square 26 of the 68 ring.
    square = 26 if ring is RING_68 else 6
    trail: list[Trail] = []
    for seat in Seat:
        place = ring.places[seat][square]
        trail.append(Trail(seat, place - 4, place + 4))
    image = picture(traced(ring, *trail))
    assert bases(image, geometry(ring).squares[square - 1].box.centre, 19) == set(Seat)


@BOARDS
def test_numbers_stay_readable_under_traces(ring: Ring) -> None:
    trail = [
        Trail(seat, start, start + 11, (), seat in (Y, R))
        for start in range(0, ring.loop - 12, 12)
        for seat in Seat
    ]
    plain, shown = picture(traced(ring)), picture(traced(ring, *trail[:12]))
    for cell in geometry(ring).squares:
        x, y = (int(part) for part in cell.number)
        box = (x - 7, y - 4, x + 7, y + 4)
        difference = ImageChops.difference(plain.crop(box), shown.crop(box))
        # The plate may cover a line of the board, but no stroke lies upon the figures.
        changed = sum(1 for value in difference.convert("L").tobytes() if value > 64)
        assert changed <= 14, cell.address


@BOARDS
def test_older_turns_are_drawn_finer(ring: Ring) -> None:
    def size(*turns: Seat) -> int:
        """Pixels that the first move changes, by what was played after it."""
        later = [Trail(seat, 20, 21) for seat in turns]
        return changed(picture(traced(ring, *later)), picture(traced(ring, Trail(R, 2, 9), *later)))

    assert size() > size(B) > size(B, G)


def changed(one: Image.Image, other: Image.Image) -> int:
    return sum(1 for value in ImageChops.difference(one, other).convert("L").tobytes() if value)


@BOARDS
def test_a_count_has_another_stroke(ring: Ring) -> None:
    plain = picture(traced(ring))
    by_die = changed(plain, picture(traced(ring, Trail(Y, 4, 24))))
    by_count = changed(plain, picture(traced(ring, Trail(Y, 4, 24, count=True))))
    assert 0.4 * by_die < by_count < 0.85 * by_die


@BOARDS
@pytest.mark.parametrize("victim", Seat)
def test_a_lost_piece_is_marked_where_it_stood_and_its_way_home(ring: Ring, victim: Seat) -> None:
    taker = victim.partner
    geo = geometry(ring)
    yard = geo.yards[victim]
    place = 10
    captured = picture(traced(ring, Trail(taker, 3, place, (victim,))))
    spot = geo.cell(taker, place).box.centre
    assert victim in bases(captured, spot, 18)
    sent_back = picture(traced(ring, Trail(victim, place, -1)))
    spot = geo.cell(victim, place).box.centre
    assert bases(sent_back, spot, 18) >= {victim}
    # The arrow's head lies inside the circle of the yard, away from the pieces' slots.
    for shown in (captured, sent_back):
        assert changed(in_circle(picture(traced(ring)), yard), in_circle(shown, yard)) > 40


def in_circle(image: Image.Image, yard: object) -> Image.Image:
    x, y = yard.circle  # type: ignore[attr-defined]
    radius = yard.circle_radius  # type: ignore[attr-defined]
    return image.crop((int(x - radius), int(y - radius), int(x + radius), int(y + radius)))


@BOARDS
def test_nothing_is_drawn_off_the_picture(ring: Ring) -> None:
    painter = painter_of(traced(ring))
    for seat in Seat:
        for start in range(-1, ring.home, 3):
            ends = (0,) if start < 0 else (start + 1, min(start + 20, ring.home))
            trail = [Trail(seat, start, end, tuple(Seat), end - start > 12) for end in ends]
            trail += [Trail(other, max(start, 0), -1) for other in Seat]
            for sprite, x, y in painter.stamps(traced(ring, *(trail * 3))):
                left, top = x + sprite.left, y + sprite.top
                assert min(left, top) >= 0
                assert max(left + sprite.rgba.width, top + sprite.rgba.height) <= 950
