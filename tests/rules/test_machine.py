"""What always holds, whatever is played: a state machine over every kind of game."""

from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.rules import (
    YARD,
    Action,
    Chance,
    Decline,
    IllegalAction,
    Move,
    Roll,
    Seat,
    State,
    Won,
    action_text,
    apply,
    explain,
    initial,
    legal_actions,
    parse_action,
    parse_position,
    parse_rules,
    position_text,
    replay,
    to_act,
    withdraw,
)
from bot.rules.ruleset import Pair, PairBinds, PairWhere
from bot.rules.state import Withdraw
from tests.rules.positions import HEADS, seatings

HOUSE = (
    "parchis/capture_count=10",
    "parchis/enter_faces=5+6",
    "parchis/must_open=no",
    "parchis/home_count=0",
    "parchis/order=-1",
    "parchis/exit=share/capacity=any",
    "classic/counts_optional=no",
    "classic/third_six=last_moved_back",
    "ludo/third_six=last_moved_back",
    "ludo/capacity=2/exit=bars",
    "ludo/reward=counts/capture_count=10/home_count=5",
    "stars/unplayable_six_rolls=yes",
)
PLIES = 4000  # no random game of the tests is as long


def walls_on_the_way(state: State, move: Move) -> list[int]:
    """The squares with a wall that a move passes, counted afresh from the pieces."""
    rules, seat = state.rules, state.turn
    ring = rules.ring
    if rules.pair is not Pair.WALL or move.start == YARD:
        return []
    found: list[int] = []
    for place in range(move.start + 1, min(move.end, ring.loop)):
        square = ring.square(seat, place)
        for other in Seat:
            partner = rules.teams and other == seat.partner
            if rules.pair_binds is PairBinds.RIVALS and (other == seat or partner):
                continue
            here = [p for p in state.pieces[other] if ring.square(other, p) == square]
            if len(here) >= 2 and (rules.pair_where is PairWhere.LOOP or square in ring.safe):
                assert square is not None
                found.append(square)
    return found


def refuses(state: State, action: Action) -> bool:
    try:
        apply(state, action)
    except IllegalAction as refusal:
        message = str(refusal)
    else:
        return False
    assert position_text(state) in message
    return True


class Game(RuleBasedStateMachine):
    """A game from its start: plays, seats that withdraw, and what must hold after each step."""

    @initialize(
        head=st.sampled_from(HEADS + HOUSE), seats=st.integers(0), starter=st.integers(0, 3)
    )
    def begin(self, head: str, seats: int, starter: int) -> None:
        rules = parse_rules(head)
        choices = seatings(rules)
        chosen = choices[seats % len(choices)]
        self.state = self.first = initial(rules, chosen, chosen[starter % len(chosen)])
        self.actions: list[Action] = []
        self.gone: set[Seat] = set()

    def play(self, action: Action) -> None:
        before = self.state
        step = apply(before, action)
        assert apply(before, action) == step
        self.actions.append(action)
        self.state = step.state
        won = [event for event in step.events if isinstance(event, Won)]
        assert [event.winners for event in won] == ([step.state.winners] if won else [])
        assert bool(won) == bool(step.state.winners)

    @rule(choice=st.integers(0, 10**6))
    def one(self, choice: int) -> None:
        legal = legal_actions(self.state)
        if legal:
            self.play(legal[choice % len(legal)])

    @rule(seed=st.integers(0, 10**6), plies=st.integers(1, 300))
    def many(self, seed: int, plies: int) -> None:
        random = Random(seed)
        for _ in range(plies):
            if not (legal := legal_actions(self.state)):
                break
            self.play(random.choice(legal))

    @rule(choice=st.integers(0, 3))
    def leave(self, choice: int) -> None:
        if self.state.winners or len(self.state.seats) < 3:
            return
        seat = self.state.seats[choice % len(self.state.seats)]
        step = withdraw(self.state, seat)
        assert step == apply(self.state, Withdraw(seat))
        self.gone.add(seat)
        self.actions.append(Withdraw(seat))
        self.state = step.state
        assert refuses(self.state, Withdraw(seat))

    @invariant()
    def pieces_are_conserved(self) -> None:
        for seat, before in zip(Seat, self.first.pieces, strict=True):
            own = self.state.pieces[seat]
            assert len(own) == (0 if seat in self.gone else len(before))
            assert list(own) == sorted(own)
            assert all(YARD <= place <= self.state.rules.ring.home for place in own)

    @invariant()
    def squares_hold_what_they_may(self) -> None:
        rules = self.state.rules
        ring = rules.ring
        here: dict[object, list[Seat]] = {}
        for seat in self.state.seats:
            for place in self.state.pieces[seat]:
                if YARD < place < ring.home:
                    spot = ring.square(seat, place) or (seat, place)
                    here.setdefault(spot, []).append(seat)
        for spot, seats in here.items():
            assert rules.capacity is None or len(seats) <= rules.capacity
            sides = {seat % 2 if rules.teams else seat for seat in seats}
            assert len(sides) == 1 or spot in ring.safe

    @invariant()
    def the_phase_is_one_of_three(self) -> None:
        state = self.state
        assert not (state.die and state.count)
        legal = legal_actions(state)
        actor = to_act(state)
        if state.winners:
            assert actor is None
            assert legal == ()
        elif state.die or state.count:
            assert actor is state.turn
            assert legal
            assert all(isinstance(action, Move | Decline) for action in legal)
        else:
            assert actor is Chance.DIE
            assert legal == tuple(Roll(face) for face in range(1, 7))
        assert len(set(legal)) == len(legal)
        assert 0 <= state.sixes <= 2

    @invariant()
    def no_wall_is_passed(self) -> None:
        for action in legal_actions(self.state):
            if isinstance(action, Move):
                assert not walls_on_the_way(self.state, action)

    @invariant()
    def notation_goes_both_ways(self) -> None:
        text = position_text(self.state)
        again = parse_position(text)
        assert again == self.state
        assert hash(again) == hash(self.state)
        assert again.legal == self.state.legal
        assert position_text(again) == text
        for action in legal_actions(self.state):
            assert parse_action(action_text(action, self.state), self.state) == action

    @precondition(lambda self: self.state.die or self.state.count)
    @invariant()
    def a_piece_has_a_reason_exactly_when_it_cannot_move(self) -> None:
        told = explain(self.state)
        starts = {move.start for move in legal_actions(self.state) if isinstance(move, Move)}
        assert {reason.place for reason in told.pieces if reason.stop is None} == starts
        assert {reason.place for reason in told.pieces} == set(self.state.pieces[self.state.turn])

    @precondition(lambda self: to_act(self.state) is Chance.DIE)
    @rule(face=st.integers(1, 6))
    def a_throw_has_a_reason_exactly_when_it_moves_nothing(self, face: int) -> None:
        told = explain(self.state, face)
        after = apply(self.state, Roll(face)).state
        starts: set[int] = set()
        if after.die:
            starts = {move.start for move in after.legal if isinstance(move, Move)}
        assert {reason.place for reason in told.pieces if reason.stop is None} == starts

    @rule()
    def nothing_else_is_legal(self) -> None:
        state = self.state
        home = state.rules.ring.home
        legal = set(legal_actions(state))
        for start in {*state.pieces[state.turn], YARD, 0, 7}:
            for end in range(-1, home + 3):
                move = Move(start, end)
                assert (move in legal) != refuses(state, move)
        others = [Decline(), Roll(0), Roll(7), *(Roll(face) for face in range(1, 7))]
        for action in others:
            assert (action in legal) != refuses(state, action)

    def teardown(self) -> None:
        if not hasattr(self, "first"):
            return
        steps = replay(self.first, self.actions)
        assert (steps[-1].state if steps else self.first) == self.state
        random = Random(len(self.actions))
        state = self.state
        for _ in range(PLIES):
            if not (legal := legal_actions(state)):
                break
            state = apply(state, random.choice(legal)).state
        assert state.winners
        self.state = state
        self.the_phase_is_one_of_three()
        self.notation_goes_both_ways()


Game.TestCase.settings = settings(
    max_examples=60,
    stateful_step_count=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
TestGame = Game.TestCase
