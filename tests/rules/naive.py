"""A second implementation of the rules, slow and simple, that shares no code with ``bot.rules``.

Pieces are objects that keep their identity and walk square by square; each rule set is spelt out
in sentences with its rule ids. It reads and writes the one-line notation and takes actions as
text, so that it can be compared with the engine as text: ``Table.read(line)``, ``legal()``,
``play(action)``, ``line()``. It knows the four rule sets and their options, no house rules.
"""

from __future__ import annotations

from tests.rules.naive_layout import (
    COLOURS,
    HOME,
    LANE,
    OPPOSITE,
    ORDERS,
    RING,
    YARD,
    Layout,
    Piece,
)

ENTERS_ON = {"parchis": 5, "classic": 5, "ludo": 6, "stars": 6}


class Table(Layout):
    """A game as it lies on the table, and what the rules say of it."""

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
