"""A second implementation of the rules, slow and simple, that shares no code with ``bot.rules``.

Pieces are objects that keep their identity and walk square by square; each rule set is spelt out
in sentences with its rule ids. It reads and writes the one-line notation and takes actions as
text, so that it can be compared with the engine as text: ``Table.read(line)``, ``legal()``,
``play(action)``, ``line()``. It knows the four rule sets and their options, no house rules.
"""

from __future__ import annotations

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
ENTERS_ON = {"parchis": 5, "classic": 5, "ludo": 6, "stars": 6}

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


class Table:
    """A game as it lies on the table."""

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
    def read(cls, line: str) -> Table:
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

    def copy(self) -> Table:
        other = Table.__new__(Table)
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

    def pair_of_one_colour(self, square: int) -> str:
        """The colours that have two or more pieces on a square."""
        here = [piece.colour for piece in self.on(square)]
        return "".join(colour for colour in COLOURS if here.count(colour) >= 2)

    def cannot_pass(self, mover: Piece, square: int) -> bool:
        pairs = self.pair_of_one_colour(square)
        if self.name == "parchis":
            return pairs != ""  # P8: owner and partner included, safe or not
        if self.name == "classic":
            return pairs != "" and square in self.safe  # C3: only there
        if self.name == "ludo" and "walls" in self.options:
            return any(self.rivals(mover.colour, colour) for colour in pairs)  # L4
        return False  # L3, S2

    def cannot_land(self, mover: Piece, spot: tuple[str, int]) -> bool:
        zone, number = spot
        if zone == HOME:
            return False  # P7: home is not limited
        if zone == LANE:
            in_lane = [p for p in self.of(mover.colour) if p.zone == LANE and p.number == number]
            return self.name == "parchis" and len(in_lane) >= 2  # P7
        here = self.on(number)
        if self.name == "parchis":
            return len(here) >= 2  # P7, P8
        if self.name == "classic":
            if number not in self.safe:
                return False  # C2
            if any(piece.colour != mover.colour for piece in here):
                return True  # C2
            return len(here) >= 2  # C3
        if self.name == "ludo" and number not in self.safe:
            pairs = self.pair_of_one_colour(number)
            return any(self.rivals(mover.colour, colour) for colour in pairs)  # L3
        return False

    def target(self, piece: Piece, steps: int) -> tuple[str, int] | None:
        """Where a piece gets by so many steps, or None if it may not go there."""
        if piece.zone in (YARD, HOME):
            return None
        spot: tuple[str, int] | None = (piece.zone, piece.number)
        for step in range(1, steps + 1):
            assert spot is not None
            spot = self.next_spot(piece.colour, spot)
            if spot is None:
                return None  # G8
            if step < steps and spot[0] == RING and self.cannot_pass(piece, spot[1]):
                return None
        assert spot is not None
        return None if self.cannot_land(piece, spot) else spot

    def may_enter(self) -> bool:
        """Whether the exit square lets a piece of the turn's colour in."""
        here = self.on(self.exit[self.turn])
        if self.name == "parchis":  # P2, P3
            return len(here) < 2 or any(self.rivals(self.turn, piece.colour) for piece in here)
        if self.name == "classic":  # C1
            return len(here) < 2 and all(piece.colour == self.turn for piece in here)
        return True  # L5, S2

    def worth(self, face: int) -> int:
        empty_yard = all(piece.zone != YARD for piece in self.of(self.turn))
        if face == 6 and empty_yard and self.name in ("parchis", "classic"):
            return 7  # P5, C7
        return face

    def in_own_blockade(self, piece: Piece) -> bool:
        if piece.zone != RING or self.turn not in self.pair_of_one_colour(piece.number):
            return False
        return self.name == "parchis" or piece.number in self.safe

    # -- what may be done --------------------------------------------------------------------------

    def legal(self) -> set[str]:
        """The legal actions as text."""
        if self.winners:
            return set()
        if self.die:
            return self.by_die(self.die)
        if self.count:
            return self.by_count(self.count)
        return {f"r{face}" for face in (1, 2, 3, 4, 5, 6)}

    def by_die(self, face: int) -> set[str]:
        own = self.of(self.turn)
        entering = (
            {f"0-{self.exit[self.turn]}"}
            if face == ENTERS_ON[self.name]
            and any(p.zone == YARD for p in own)
            and self.may_enter()
            else set()
        )
        if entering and self.name in ("parchis", "classic"):
            return entering  # P1, C1
        moves = {}
        for piece in own:
            spot = self.target(piece, self.worth(face))
            if spot is not None:
                moves[self.move_text(piece, spot)] = piece
        if face == 6 and self.name in ("parchis", "classic"):  # P9, C4
            opening = {text for text, piece in moves.items() if self.in_own_blockade(piece)}
            if opening:
                return opening
        return entering | set(moves)

    def by_count(self, count: int) -> set[str]:
        moves: set[str] = set()
        for piece in self.of(self.turn):
            spot = self.target(piece, count)
            if spot is not None:
                moves.add(self.move_text(piece, spot))
        if moves and self.name == "classic":
            moves.add("no")  # C6
        return moves

    def move_text(self, piece: Piece, spot: tuple[str, int]) -> str:
        return f"{self.place(piece)}-{self.place(Piece(piece.colour, *spot))}"

    # -- doing it ----------------------------------------------------------------------------------

    def play(self, action: str) -> None:
        """Plays an action that is legal, or a withdrawal."""
        if action.startswith("out"):
            self.withdraw(action[3])
        elif action.startswith("r"):
            self.roll(int(action[1]))
        elif action == "no":
            self.count = 0
            self.go_on()
        else:
            self.move(*action.split("-"))

    def roll(self, face: int) -> None:
        if face == 6:
            self.sixes += 1
        else:
            self.sixes = 0  # G12
        if self.sixes == 3:
            self.third_six()
            return
        if face == 6 and self.name == "classic":
            self.last = None  # C8: the piece that the second six itself moves
        if self.by_die(face):
            self.die = face
        elif face == 6 and self.name != "stars":  # P4, L2, C7; S4
            self.die = 0
        else:
            self.next_turn()

    def third_six(self) -> None:
        piece = self.last
        if piece is not None and piece.zone == RING and self.name in ("parchis", "classic"):
            piece.zone, piece.number = YARD, 0
        self.next_turn()

    def move(self, start: str, end: str) -> None:
        movable = [piece for piece in self.of(self.turn) if self.place(piece) == start]
        # Of equal pieces the one that a third six would send back (rules.md leaves it open).
        piece = self.last if self.last in movable else movable[0]
        assert piece is not None
        if self.name == "parchis" or self.die == 6:
            self.last = piece
        entered = piece.zone == YARD
        there = self.piece(self.turn, end)
        captured = self.captured_by(entered, there)
        for victim in captured:
            victim.zone, victim.number = YARD, 0
        self.clock += 1
        piece.zone, piece.number, piece.arrived = there.zone, there.number, self.clock
        self.die = self.count = 0
        got_home = piece.zone == HOME
        if got_home and self.side_is_home(self.turn):
            self.win(self.turn)
        elif got_home and all(p.zone == HOME for p in self.of(self.turn)):
            self.next_turn()  # G11: what is owed is dropped
        elif not captured and not got_home:
            self.go_on()
        elif self.name in ("parchis", "classic"):
            count = 20 if captured else 10
            if self.by_count(count):
                self.count = count
            else:
                self.go_on()
        # L6, S4: else the same seat rolls again, and the sixes stay as they are

    def captured_by(self, entered: bool, there: Piece) -> list[Piece]:
        if there.zone != RING:
            return []
        here = self.on(there.number)
        rivals = [piece for piece in here if self.rivals(self.turn, piece.colour)]
        if entered:
            if self.name == "parchis" and len(here) == 2 and rivals:
                return [max(rivals, key=lambda piece: piece.arrived)]  # P2
            return []  # L5, S2
        return [] if there.number in self.safe else rivals

    def go_on(self) -> None:
        if not self.sixes:
            self.next_turn()

    def next_turn(self) -> None:
        self.die = self.count = self.sixes = 0
        self.last = None
        order = ORDERS[self.name]
        while True:
            self.turn = order[(order.index(self.turn) + 1) % 4]
            if any(piece.zone != HOME for piece in self.of(self.turn)):  # G11, G15
                return

    # -- the end -----------------------------------------------------------------------------------

    def side(self, colour: str) -> str:
        """The colours of a side that are still in the game."""
        both = colour + OPPOSITE[colour] if "teams" in self.options else colour
        return "".join(each for each in COLOURS if each in both and self.of(each))

    def has_enough(self, colour: str) -> bool:
        home = [piece for piece in self.of(colour) if piece.zone == HOME]
        return len(home) >= (2 if "quick" in self.options else 4)  # G9, G10

    def side_is_home(self, colour: str) -> bool:
        return all(self.has_enough(each) for each in self.side(colour))

    def win(self, colour: str) -> None:
        self.winners = self.side(colour)
        self.die = self.count = self.sixes = 0

    def withdraw(self, colour: str) -> None:
        """G15."""
        self.pieces = [piece for piece in self.pieces if piece.colour != colour]
        left = [each for each in COLOURS if self.of(each)]
        if self.side(left[0]) == "".join(left):
            self.win(left[0])
        elif (
            "teams" in self.options
            and self.of(OPPOSITE[colour])
            and self.has_enough(OPPOSITE[colour])
        ):
            self.win(OPPOSITE[colour])
        elif colour == self.turn:
            self.next_turn()


def successors(line: str) -> dict[str, str]:
    """Each legal action of a position, and each withdrawal, with the position after it."""
    table = Table.read(line)
    actions = sorted(table.legal())
    if actions:
        actions += [f"out{colour}" for colour in COLOURS if table.of(colour)]
    found: dict[str, str] = {}
    for action in actions:
        after = table.copy()
        after.play(action)
        found[action] = after.line()
    return found


def perft(table: Table, depth: int) -> int:
    """How many sequences of so many plies a position allows."""
    if depth == 0:
        return 1
    total = 0
    for action in table.legal():
        after = table.copy()
        after.play(action)
        total += perft(after, depth - 1)
    return total
