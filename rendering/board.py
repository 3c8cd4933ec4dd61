"""The picture of a position: a pure function that is told what to highlight."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock

from bot.rules import Ring, Seat
from bot.rules.ruleset import Pair, PairWhere
from rendering.assets import Weight, drawable
from rendering.geometry import geometry
from rendering.layers import Layers, Look
from rendering.palette import Palette
from rendering.scene import Scene, Trail
from rendering.sprites import Sheet, Stamp, at, pixel
from rendering.theme import CLASSIC, THEMES, Theme
from rendering.tokens import Token, placed
from rendering.traces import Tracer

__all__ = ["Painter", "Scene", "Trail", "look_of", "prepare", "render"]


def render(scene: Scene) -> bytes:
    """The scene as a PNG, ``geometry.SIZE`` pixels each way; equal scenes give equal bytes.

    Raises:
        KeyError: there is no such theme.
    """
    painter = painter_of(scene)
    return painter.palette.png(painter.canvas(scene))


def painter_of(scene: Scene) -> "Painter":
    """The painter of a scene's board in its theme; KeyError when there is no such theme."""
    return _painter(scene.state.rules.ring, THEMES[scene.theme])


def prepare(ring: Ring, theme: Theme = CLASSIC) -> None:
    """Draw what all pictures of a board share, so that the first one is as quick as the others."""
    painter = _painter(ring, theme)
    for seat in Seat:
        for look in Look:
            painter.layers.yard(seat, look)


@cache
def _made(ring: Ring, theme: Theme) -> "Painter":
    return Painter(ring, theme)


def _painter(ring: Ring, theme: Theme) -> "Painter":
    """The painter of a board, made once even when two threads ask for the first one."""
    with _making:
        return _made(ring, theme)


_making = Lock()


@dataclass(frozen=True, slots=True)
class Card:
    """What is written in a yard, and how the yard looks."""

    look: Look
    name: str
    tally: str


class Painter:
    """Turns scenes of one board and theme into a ground and a list of sprites upon it."""

    def __init__(self, ring: Ring, theme: Theme) -> None:
        self.theme = theme
        self.palette = Palette(theme)
        self.layers = Layers(ring, theme, self.palette)
        self.sheet = Sheet(theme, self.palette)
        self.geometry = geometry(ring)
        self.tracer = Tracer(self.geometry, theme, self.sheet)

        self._written = lru_cache(maxsize=4)(self._write)

    def canvas(self, scene: Scene) -> bytearray:
        """The picture as palette indexes, fresh."""
        canvas = bytearray(self._written(tuple(_card(scene, seat) for seat in Seat)))
        for sprite, x, y in self._upon(scene):
            sprite.draw(canvas, x, y)
        return canvas

    def stamps(self, scene: Scene) -> Iterator[Stamp]:
        """What lies upon the board and its yards, lowest first."""
        yield from self._type(tuple(_card(scene, seat) for seat in Seat))
        yield from self._upon(scene)

    def _write(self, cards: tuple[Card, ...]) -> bytes:
        """The board with its yards, names and tallies: the same for many pictures of a game."""
        canvas = bytearray(self.layers.ground(tuple(card.look for card in cards)))
        for sprite, x, y in self._type(cards):
            sprite.draw(canvas, x, y)
        return bytes(canvas)

    def _upon(self, scene: Scene) -> Iterator[Stamp]:
        """What moves."""
        tokens = list(placed(scene, self.geometry))
        yield from self.tracer.stamps(scene.trail, tokens)
        if scene.die is not None and scene.die_seat is not None:
            yield at(self.sheet.die(scene.die), self.geometry.yards[scene.die_seat].die)
        yield from self.bars(scene, tokens)
        # Pieces that may be chosen have a broader rim and lie above their neighbours.
        for token in sorted(tokens, key=lambda token: (token.guest.ghost, token.guest.label)):
            guest = token.guest
            make = self.sheet.ghost if guest.ghost else self.sheet.piece
            yield at(make(guest.seat, token.radius, guest.label), token.centre)
            if guest.count > 1:
                yield self._count(token)

    def _count(self, token: Token) -> Stamp:
        """The number of a token's pieces, at the edge of the token that is off the others."""
        x, y = token.centre
        middle_x, middle_y = self.geometry.cell(token.guest.seat, token.guest.place).box.centre
        reach = 0.7 * token.radius
        shift = (reach if x >= middle_x else -reach, reach if y >= middle_y else -reach)
        badge = self.sheet.count(token.guest.count, max(8.0, 0.5 * token.radius))
        return at(badge, (x + shift[0], y + shift[1]))

    def _type(self, cards: tuple[Card, ...]) -> Iterator[Stamp]:
        """Names and tallies."""
        theme, sheet = self.theme, self.sheet
        for seat, card in zip(Seat, cards, strict=True):
            yard = self.geometry.yards[seat]
            strong = card.look in (Look.ASKED, Look.WON)
            colour = theme.seats[seat].on_base if strong else theme.ink
            if card.name:
                x, y = yard.text
                width = int(yard.name.right - 18 - x)
                yield at(sheet.text(card.name, Weight.BOLD, 28, width, colour), (x, y))
            if card.look is not Look.EMPTY:
                x, y = yard.tally
                yield at(sheet.text(card.tally, Weight.BLACK, 22, 60, colour), (x - 7, y))

    def bars(self, scene: Scene, tokens: list[Token]) -> Iterator[Stamp]:
        """The bars of the blockades."""
        rules = scene.state.rules
        if rules.pair is Pair.NONE:
            return
        walls: dict[tuple[Seat, int], list[Token]] = {}
        for token in tokens:
            guest = token.guest
            square = rules.ring.square(guest.seat, guest.place)
            if square is None or guest.ghost:
                continue
            safe = square in rules.ring.safe
            # A pair that only bars landing does nothing where rivals share the square.
            idle = safe and rules.pair is Pair.BARS_LANDING
            if (safe or rules.pair_where is PairWhere.LOOP) and not idle:
                walls.setdefault((guest.seat, guest.place), []).append(token)
        for (seat, _), pair in walls.items():
            if sum(token.guest.count for token in pair) > 1:
                x, y = pixel(pair[0].centre)
                to_x, to_y = pixel(pair[-1].centre)
                yield self.sheet.bar(seat, pair[0].radius, to_x - x, to_y - y), x, y


def _card(scene: Scene, seat: Seat) -> Card:
    name = drawable(scene.names[seat])
    if scene.names[seat] and not name:
        name = drawable(scene.seat_names[seat])
    home = scene.state.pieces[seat].count(scene.state.rules.ring.home)
    return Card(look_of(scene, seat), name, f"{home}/{scene.state.rules.pieces_to_win}")


def look_of(scene: Scene, seat: Seat) -> Look:
    """How a seat's yard is shown in a scene."""
    if seat in scene.winners:
        return Look.WON
    if not scene.state.pieces[seat]:
        return Look.EMPTY
    return Look.ASKED if seat == scene.turn else Look.WAITING
