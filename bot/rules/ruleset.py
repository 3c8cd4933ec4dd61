"""The rules as data. A house rule is a changed field: ``replace(PARCHIS, capture_count=10)``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from bot.rules.board import RING_52, RING_68, Ring


class Exit(StrEnum):
    """What an entering piece meets on its exit square."""

    SHARE = "share"
    """Whoever stands there is no hindrance and is not captured (L5, S2)."""
    BARS = "bars"
    """Another colour there, or an own barrier, keeps the piece in (C1)."""
    CAPTURES_WHEN_FULL = "captures_when_full"
    """Of two pieces there a rival's is captured (P2); without a rival there is no entry (P3)."""


class Safe(StrEnum):
    """What a safe square does with pieces of two colours; nobody is captured on one."""

    SHARE = "share"
    EXCLUDE = "exclude"
    """A safe square that holds another colour cannot be landed on (C2)."""


class Pair(StrEnum):
    """What two or more pieces of one colour on a square of the ring do."""

    NONE = "none"
    BARS_LANDING = "bars_landing"
    """Those it binds cannot land on it; rivals whom only it would stop may where it is safe."""
    WALL = "wall"
    """The same, and those it binds cannot pass either."""


class PairWhere(StrEnum):
    """The squares on which a pair is one."""

    LOOP = "loop"
    SAFE = "safe"


class PairBinds(StrEnum):
    """Whom a pair stops."""

    ALL = "all"
    """Everybody, its owner included, on safe squares too (P8, C3)."""
    RIVALS = "rivals"
    """Rivals only; landing on a safe square stays allowed (L3, L4)."""


class ThirdSix(StrEnum):
    """What the third six in a row does, besides being void and ending the turn."""

    VOID = "void"
    LAST_MOVED_BACK = "last_moved_back"
    """The last piece moved in this turn goes back to its yard, if it is on the loop (P6)."""
    SECOND_SIX_PIECE_BACK = "second_six_piece_back"
    """The piece that the second six moved does (C8)."""


class Reward(StrEnum):
    """What a capture or a piece home earns."""

    COUNTS = "counts"
    """A count of squares, moved with any one piece (P11, C6)."""
    ROLL = "roll"
    """An extra roll, one a move (L6, S4)."""


class Why(StrEnum):
    """Why a piece may not move, or why only some may."""

    NEEDS_FACE = "needs_face"
    """In the yard, and this face enters nobody."""
    COUNT_NOT_FROM_YARD = "count_not_from_yard"
    EXIT_FULL = "exit_full"
    EXIT_BARRED = "exit_barred"
    OVERSHOOTS = "overshoots"
    WALL = "wall"
    """A blockade on the way or at the target."""
    PAIR = "pair"
    """A pair that cannot be landed on."""
    FULL = "full"
    SAFE_TAKEN = "safe_taken"
    AT_HOME = "at_home"
    MUST_ENTER = "must_enter"
    MUST_OPEN = "must_open"
    THIRD_SIX = "third_six"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One rule set, its options included: every difference between two games is a field here."""

    name: str
    """The named rule set that this is, or was changed from."""
    ring: Ring
    enter_faces: frozenset[int]
    enter_compulsory: bool
    exit: Exit
    capacity: int | None
    """At most so many pieces on a square of loop and lane; None is any number."""
    safe: Safe
    pair: Pair
    pair_where: PairWhere
    pair_binds: PairBinds
    must_open: bool
    """A six must move a piece of an own wall if one can move (P9, C4)."""
    value_of_six: int
    """What a six counts when no own piece is in the yard."""
    unplayable_six_rolls: bool
    third_six: ThirdSix
    reward: Reward
    capture_count: int
    home_count: int
    counts_optional: bool
    """A count that can be used may be declined (C6)."""
    order: int
    """The next seat: 1 as the pieces go, -1 against them (G5)."""
    citations: Mapping[Why, str] = field(compare=False, repr=False)
    """The id of the rule that stands behind each reason."""
    has_walls: bool = False
    """Whether the option Walls exists: it turns the pair into a wall (L4)."""
    quick: bool = False
    """One piece starts on its exit square, two home win (G10)."""
    teams: bool = False
    """2v2: partners sit opposite and win together (G11)."""

    @property
    def pieces_to_win(self) -> int:
        """Pieces a seat must bring home (G9, G10)."""
        return 2 if self.quick else 4

    def tracks(self, sixes: int) -> bool:
        """Whether, after so many sixes, a third may yet ask which piece was moved (P6, C8)."""
        match self.third_six:
            case ThirdSix.VOID:
                return False
            case ThirdSix.LAST_MOVED_BACK:
                return sixes > 0 or self.reward is Reward.ROLL
            case ThirdSix.SECOND_SIX_PIECE_BACK:
                return sixes == 2


PARCHIS = Ruleset(
    name="parchis",
    ring=RING_68,
    enter_faces=frozenset({5}),
    enter_compulsory=True,
    exit=Exit.CAPTURES_WHEN_FULL,
    capacity=2,
    safe=Safe.SHARE,
    pair=Pair.WALL,
    pair_where=PairWhere.LOOP,
    pair_binds=PairBinds.ALL,
    must_open=True,
    value_of_six=7,
    unplayable_six_rolls=True,
    third_six=ThirdSix.LAST_MOVED_BACK,
    reward=Reward.COUNTS,
    capture_count=20,
    home_count=10,
    counts_optional=False,
    order=1,
    citations=MappingProxyType(
        {
            Why.NEEDS_FACE: "P1",
            Why.COUNT_NOT_FROM_YARD: "P11",
            Why.EXIT_FULL: "P3",
            Why.EXIT_BARRED: "P3",
            Why.OVERSHOOTS: "G8",
            Why.WALL: "P8",
            Why.PAIR: "P8",
            Why.FULL: "P7",
            Why.SAFE_TAKEN: "P7",
            Why.AT_HOME: "G2",
            Why.MUST_ENTER: "P1",
            Why.MUST_OPEN: "P9",
            Why.THIRD_SIX: "P6",
        }
    ),
)

LUDO = Ruleset(
    name="ludo",
    ring=RING_52,
    enter_faces=frozenset({6}),
    enter_compulsory=False,
    exit=Exit.SHARE,
    capacity=None,
    safe=Safe.SHARE,
    pair=Pair.BARS_LANDING,
    pair_where=PairWhere.LOOP,
    pair_binds=PairBinds.RIVALS,
    must_open=False,
    value_of_six=6,
    unplayable_six_rolls=True,
    third_six=ThirdSix.VOID,
    reward=Reward.ROLL,
    capture_count=0,
    home_count=0,
    counts_optional=False,
    order=1,
    has_walls=True,
    citations=MappingProxyType(
        {
            Why.NEEDS_FACE: "L1",
            Why.COUNT_NOT_FROM_YARD: "L6",
            Why.EXIT_FULL: "L5",
            Why.EXIT_BARRED: "L5",
            Why.OVERSHOOTS: "G8",
            Why.WALL: "L4",
            Why.PAIR: "L3",
            Why.FULL: "L3",
            Why.SAFE_TAKEN: "L3",
            Why.AT_HOME: "G2",
            Why.MUST_ENTER: "L1",
            Why.MUST_OPEN: "L3",
            Why.THIRD_SIX: "L2",
        }
    ),
)

CLASSIC = Ruleset(
    name="classic",
    ring=RING_68,
    enter_faces=frozenset({5}),
    enter_compulsory=True,
    exit=Exit.BARS,
    capacity=None,
    safe=Safe.EXCLUDE,
    pair=Pair.WALL,
    pair_where=PairWhere.SAFE,
    pair_binds=PairBinds.ALL,
    must_open=True,
    value_of_six=7,
    unplayable_six_rolls=True,
    third_six=ThirdSix.SECOND_SIX_PIECE_BACK,
    reward=Reward.COUNTS,
    capture_count=20,
    home_count=10,
    counts_optional=True,
    order=-1,
    citations=MappingProxyType(
        {
            Why.NEEDS_FACE: "C1",
            Why.COUNT_NOT_FROM_YARD: "C6",
            Why.EXIT_FULL: "C1",
            Why.EXIT_BARRED: "C1",
            Why.OVERSHOOTS: "G8",
            Why.WALL: "C3",
            Why.PAIR: "C3",
            Why.FULL: "C2",
            Why.SAFE_TAKEN: "C2",
            Why.AT_HOME: "G2",
            Why.MUST_ENTER: "C1",
            Why.MUST_OPEN: "C4",
            Why.THIRD_SIX: "C8",
        }
    ),
)

STARS = Ruleset(
    name="stars",
    ring=RING_52,
    enter_faces=frozenset({6}),
    enter_compulsory=False,
    exit=Exit.SHARE,
    capacity=None,
    safe=Safe.SHARE,
    pair=Pair.NONE,
    pair_where=PairWhere.LOOP,
    pair_binds=PairBinds.RIVALS,
    must_open=False,
    value_of_six=6,
    unplayable_six_rolls=False,
    third_six=ThirdSix.VOID,
    reward=Reward.ROLL,
    capture_count=0,
    home_count=0,
    counts_optional=False,
    order=1,
    citations=MappingProxyType(
        {
            Why.NEEDS_FACE: "S1",
            Why.COUNT_NOT_FROM_YARD: "S4",
            Why.EXIT_FULL: "S2",
            Why.EXIT_BARRED: "S2",
            Why.OVERSHOOTS: "G8",
            Why.WALL: "S2",
            Why.PAIR: "S2",
            Why.FULL: "S2",
            Why.SAFE_TAKEN: "S2",
            Why.AT_HOME: "G2",
            Why.MUST_ENTER: "S1",
            Why.MUST_OPEN: "S2",
            Why.THIRD_SIX: "S5",
        }
    ),
)

RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {rules.name: rules for rules in (PARCHIS, LUDO, CLASSIC, STARS)}
)
