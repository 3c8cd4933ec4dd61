"""The table of the second implementation of the rules: pieces, squares, and how they are written.

It shares no code with ``bot.rules`` either; ``tests.rules.naive`` has the rules.
"""

from __future__ import annotations

from typing import Self

YARD, RING, LANE, HOME = "yard", "ring", "lane", "home"
COLOURS = "YBRG"
OPPOSITE = {"Y": "R", "R": "Y", "B": "G", "G": "B"}

LONG_RING = {
    "squares": 68,
    "lane": 7,
    "exit": {"Y": 5, "B": 22, "R": 39, "G": 56},
    "last": {"Y": 68, "B": 17, "R": 34, "G": 51},
    "safe": {5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63, 68},
}
SHORT_RING = {
    "squares": 52,
    "lane": 5,
    "exit": {"R": 1, "G": 14, "Y": 27, "B": 40},
    "last": {"R": 51, "G": 12, "Y": 25, "B": 38},
    "safe": {1, 14, 27, 40, 9, 22, 35, 48},
}
BOARDS = {"parchis": LONG_RING, "classic": LONG_RING, "ludo": SHORT_RING, "stars": SHORT_RING}
ORDERS = {"parchis": "YBRG", "classic": "YGRB", "ludo": "RGYB", "stars": "RGYB"}  # G5

WALKS: dict[tuple[str, str], dict[tuple[str, int], int]] = {}
"""By rule set and colour: how far each spot of its way is, found by walking once."""


class Piece:
    """One piece: its colour, where it is, and when it came there."""

    __slots__ = ("arrived", "colour", "number", "zone")

    def __init__(self, colour: str, zone: str, number: int = 0, arrived: int = 0) -> None:
        self.colour = colour
        self.zone = zone
        self.number = number
        self.arrived = arrived


class Layout:
    """The pieces on their board, whose turn it is and what is owed: what lies on the table."""

    def __init__(self, head: str) -> None:
        self.head = head
        self.name, *self.options = head.split("/")
        board = BOARDS[self.name]
        self.squares: int = board["squares"]
        self.lane: int = board["lane"]
        self.exit: dict[str, int] = board["exit"]
        self.last_square: dict[str, int] = board["last"]
        self.safe: set[int] = board["safe"]
        self.pieces: list[Piece] = []
        self.turn = ""
        self.die = 0
        self.count = 0
        self.sixes = 0
        self.last: Piece | None = None
        self.winners = ""
        self.clock = 0

    # -- text ----------------------------------------------------------------------------------

    @classmethod
    def read(cls, line: str) -> Self:
        """The table that a line of notation describes."""
        head, *words = line.split()
        table = cls(head)
        last = ""
        for word in words:
            if word[1] == ":":
                for place in word[2:].split(","):
                    table.pieces.append(table.piece(word[0], place))
            elif word[0] == ">":
                table.turn = word[1]
                if "=" in word:
                    table.die = int(word[3:])
                if "+" in word:
                    table.count = int(word[3:])
            elif word[0] == "#":
                table.winners = word[1:]
            elif word[0] == "6":
                table.sixes = int(word[2:])
            elif word.startswith("last="):
                last = word[5:]
            else:
                assert word.startswith("new=")
                square, colour = int(word[4:-1]), word[-1]
                newest = next(p for p in table.on(square) if p.colour == colour)
                newest.arrived = 1
                table.clock = 1
        if last:
            table.last = next(p for p in table.of(table.turn) if table.place(p) == last)
        return table

    def piece(self, colour: str, place: str) -> Piece:
        if place == "0":
            return Piece(colour, YARD)
        if place == "H":
            return Piece(colour, HOME)
        if place[0] == "L":
            return Piece(colour, LANE, int(place[1:]))
        return Piece(colour, RING, int(place))

    def place(self, piece: Piece) -> str:
        return {
            YARD: "0",
            HOME: "H",
            RING: str(piece.number),
            LANE: f"L{piece.number}",
        }[piece.zone]

    def line(self) -> str:
        """The table as a line of notation."""
        words = [self.head]
        for colour in COLOURS:
            if own := self.of(colour):
                own.sort(key=self.way_gone)
                words.append(f"{colour}:" + ",".join(self.place(piece) for piece in own))
        if self.winners:
            return " ".join([*words, "#" + self.winners])
        owed = f"={self.die}" if self.die else f"+{self.count}" if self.count else ""
        words.append(f">{self.turn}{owed}")
        if self.sixes:
            words.append(f"6x{self.sixes}")
        if self.last is not None and self.third_six_may_ask():
            words.append(f"last={self.place(self.last)}")
        if self.name == "parchis":
            for colour in COLOURS:
                here = self.on(self.exit[colour])
                if self.of(colour) and len(here) == 2 and self.two_different_rivals(colour, here):
                    newest = max(here, key=lambda piece: piece.arrived)
                    words.append(f"new={self.exit[colour]}{newest.colour}")
        return " ".join(words)

    def third_six_may_ask(self) -> bool:
        if self.name == "parchis":
            return self.sixes > 0
        return self.name == "classic" and self.sixes == 2

    def two_different_rivals(self, colour: str, here: list[Piece]) -> bool:
        first, second = here
        return first.colour != second.colour and all(self.rivals(colour, p.colour) for p in here)

    def way_gone(self, piece: Piece) -> int:
        """How far a piece has come. KeyError: its colour never stands there."""
        walk = WALKS.setdefault((self.name, piece.colour), {})
        if not walk:
            spot: tuple[str, int] | None = (RING, self.exit[piece.colour])
            walk[(YARD, 0)] = -1
            while spot is not None:
                walk[spot] = len(walk) - 1
                spot = self.next_spot(piece.colour, spot)
        return walk[(piece.zone, piece.number)]

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        for name, value in vars(self).items():
            setattr(other, name, value)
        other.pieces = [Piece(p.colour, p.zone, p.number, p.arrived) for p in self.pieces]
        if self.last is not None:
            other.last = other.pieces[self.pieces.index(self.last)]
        return other

    # -- looking ---------------------------------------------------------------------------------

    def of(self, colour: str) -> list[Piece]:
        return [piece for piece in self.pieces if piece.colour == colour]

    def on(self, square: int) -> list[Piece]:
        return [p for p in self.pieces if p.zone == RING and p.number == square]

    def rivals(self, one: str, other: str) -> bool:
        if one == other:
            return False
        return not ("teams" in self.options and OPPOSITE[one] == other)

    def next_spot(self, colour: str, spot: tuple[str, int]) -> tuple[str, int] | None:
        """One step on; None behind home (G2, G3)."""
        zone, number = spot
        if zone == RING:
            if number == self.last_square[colour]:
                return (LANE, 1)
            return (RING, 1 if number == self.squares else number + 1)
        if zone == LANE:
            return (HOME, 0) if number == self.lane else (LANE, number + 1)
        return None
