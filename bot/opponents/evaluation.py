"""What a position is worth to a seat at the next roll, in steps of a piece.

One sum for every rule set: what differs between them is asked of the rules' fields and of the
rules' own functions, so a house rule changes the danger it changes and nothing else.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import fsum

from bot.rules import SEATS, YARD, Action, Move, Seat, State
from bot.rules import moves as board
from bot.rules.ruleset import Reward

WON = 1e6
FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each feature counts. The unit is one step of one piece; shares are of a loss."""

    out: float = 12.0
    """A piece that has left the yard, besides its steps."""
    safe: float = 3.0
    """An own piece on a safe square of the ring."""
    lane: float = 6.0
    """A piece in the lane or home."""
    home: float = 8.0
    """A piece at home, besides that."""
    spare: float = 0.4
    """The share that a piece counts which is not needed for the win (Quick)."""
    pair: float = -2.0
    """An own pair that bars: its pieces are out of danger, but stand in their own way."""
    risk: float = 1.0
    """The expected loss through one roll of each rival."""
    threat: float = 0.5
    """The rivals' expected loss through the side's next rolls, which they can still avert."""
    threat_now: float = 0.9
    """The same through a roll that comes at once."""
    far: float = 1.0
    """How much of a hit counts that needs a six first."""
    roll: float = 7.0
    """An extra roll earned, where captures earn rolls."""
    count: float = 0.8
    """A step of a count earned by a capture."""
    rival: tuple[float, float, float] = (1.0, 0.6, 0.45)
    """A rival's steps against one's own, with one, two and three rivals."""


def evaluate(state: State, seat: Seat, weights: Weights) -> float:
    """The worth of a position for a seat and its partner against their rivals; greater is better.

    It is meant for positions in which the die is to fall; a count still owed is not played out.
    """
    if state.winners:
        return WON if seat in state.winners else -WON
    return _Table(state, seat, weights).worth()


class _Table:
    """One position as one side sees it."""

    __slots__ = ("bonus", "mine", "rivals", "seat", "share", "state", "values", "weights")

    def __init__(self, state: State, seat: Seat, weights: Weights) -> None:
        rules, pieces = state.rules, state.pieces
        against = board.rivals(rules, seat)
        around = [SEATS[(seat + step) % 4] for step in range(4)]  # sums read alike from every seat
        self.state = state
        self.seat = seat
        self.weights = weights
        self.rivals = [other for other in around if other in against and pieces[other]]
        self.mine = [other for other in around if other not in against and pieces[other]]
        self.share = weights.rival[len(self.rivals) - 1]
        self.values = _values(rules.ring.loop, rules.ring.home, weights)
        counts = rules.reward is Reward.COUNTS
        self.bonus = weights.count * rules.capture_count if counts else weights.roll

    def worth(self) -> float:
        state, weights = self.state, self.weights
        pieces = state.pieces
        worth = 0.0
        for own in self.mine:
            worth += self._race(pieces[own]) + self._shelter(own)
        for rival in self.rivals:
            worth -= self.share * self._race(pieces[rival])
            worth -= weights.risk * self._hits(rival, self.mine, 1.0, self.share)
        for own in self.mine:
            now = own == state.turn
            threat = weights.threat_now if now else weights.threat
            worth += threat * self._hits(own, self.rivals, self.share, 1.0)
        stake = 1.0 if state.turn in self.mine else -self.share
        return worth - stake * self._third_six()

    def _race(self, own: tuple[int, ...]) -> float:
        """How far a seat has come; pieces beyond those needed to win count a share."""
        values = self.values
        needed = self.state.rules.pieces_to_win
        total = 0.0
        for place in own[-needed:]:
            total += values[place]
        for place in own[:-needed]:
            total += values[place] * self.weights.spare
        return total

    def _loss(self, victim: Seat, place: int) -> float:
        """What a seat loses with a piece that goes back to its yard."""
        own = list(self.state.pieces[victim])
        before = self._race(self.state.pieces[victim])
        own.remove(place)
        return before - self._race((YARD, *own))

    def _shelter(self, own: Seat) -> float:
        rules, pieces, weights = self.state.rules, self.state.pieces, self.weights
        ring = rules.ring
        squares, safe = ring.squares[own], ring.safe
        worth = 0.0
        for place in pieces[own]:
            if YARD < place < ring.loop and squares[place] in safe:
                worth += weights.safe
        return worth + weights.pair * len(board.pairs_of(rules, pieces, own))

    def _hits(self, roller: Seat, targets: list[Seat], loss: float, bonus: float) -> float:
        """The expected harm that a seat does to others with a roll, if it always does the worst.

        ``loss`` and ``bonus`` weigh what the victims lose and what the capture earns.
        """
        rules, pieces = self.state.rules, self.state.pieces
        ring = rules.ring
        own = pieces[roller]
        standing = {
            ring.squares[victim][place]
            for victim in targets
            for place in pieces[victim]
            if YARD < place < ring.loop
        }
        enters = own[0] == YARD and ring.exits[roller] in standing
        exposed = standing.difference(ring.safe, board.pairs_binding(rules, pieces, roller))
        walk = ring.squares[roller]
        running = [place for place in own if YARD < place < ring.loop]
        if not enters and not (exposed and running):
            return 0.0

        def reaching(steps: int) -> list[Move]:
            return [
                board.step(place, steps)
                for place in running
                if place + steps < ring.loop and walk[place + steps] in exposed
            ]

        def worst(moves: Iterable[Action]) -> float:
            return max(self._harm(roller, move, targets, loss, bonus) for move in moves)

        six = board.value_of(rules, pieces, roller, 6)
        harm = 0.0
        for face in FACES:
            if (enters and face in rules.enter_faces) or reaching(six if face == 6 else face):
                legal = board.by_face(rules, pieces, roller, face)
                harm += worst(legal) / 6 if legal else 0.0
            if later := reaching(six + face):
                harm += self.weights.far * worst(later) / 36
        return harm

    def _harm(
        self, roller: Seat, move: Action, targets: list[Seat], loss: float, bonus: float
    ) -> float:
        """What a move of a seat takes from the targets; 0 for one that captures none of them."""
        if not isinstance(move, Move):
            return 0.0
        state = self.state
        ring = state.rules.ring
        victims = board.captured(state.rules, state.pieces, roller, move, state.newest[roller])
        lost = [
            self._loss(victim, ring.places[victim][ring.squares[roller][move.end]])
            for victim in victims
            if victim in targets
        ]
        # fsum: the same from every seat, in whatever order the victims are found
        return loss * fsum(lost) + bonus * self.bonus if lost else 0.0

    def _third_six(self) -> float:
        """What the seat to roll may lose because it is a third six (P6, C8)."""
        state = self.state
        back = state.tracked
        if state.sixes < 2 or back is None or back >= state.rules.ring.loop:
            return 0.0
        return self._loss(state.turn, back) / 6


@cache
def _values(loop: int, home: int, weights: Weights) -> tuple[float, ...]:
    """What a piece is worth at each place; the last entry, which -1 reads, is the yard."""
    out = [weights.out + place + weights.lane * (place >= loop) for place in range(home)]
    return (*out, weights.out + home + weights.lane + weights.home, 0.0)
