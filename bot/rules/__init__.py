"""The rules core: explicit chance, immutable values, bare verbs. Standard library only.

>>> state = initial(PARCHIS, (Seat.YELLOW, Seat.RED), starter=Seat.YELLOW)
>>> to_act(state)
<Chance.DIE: 'die'>
>>> state, events = apply(state, Roll(5))
>>> legal_actions(state)
(Move(start=-1, end=0),)
"""

from bot.rules.analysis import divide, perft, replay
from bot.rules.board import RING_52, RING_68, SEATS, YARD, Ring, Seat
from bot.rules.engine import Step, apply, initial, legal_actions, to_act, withdraw
from bot.rules.events import (
    Captured,
    CountDeclined,
    CountEarned,
    CountLost,
    Event,
    Moved,
    Rolled,
    RollLost,
    RollsAgain,
    SentBack,
    Skipped,
    ThirdSixVoid,
    TurnPassed,
    Withdrew,
    Won,
)
from bot.rules.notation import (
    NotationError,
    action_text,
    parse_action,
    parse_position,
    parse_rules,
    place_text,
    position_text,
    rules_text,
)
from bot.rules.reasons import Explanation, PieceReason, Stop, explain
from bot.rules.ruleset import CLASSIC, LUDO, PARCHIS, RULESETS, STARS, Ruleset, Why
from bot.rules.seating import highest, play_order, seats_for
from bot.rules.state import (
    Action,
    Chance,
    Decline,
    IllegalAction,
    Move,
    Roll,
    State,
    Withdraw,
)

__all__ = [
    "CLASSIC",
    "LUDO",
    "PARCHIS",
    "RING_52",
    "RING_68",
    "RULESETS",
    "SEATS",
    "STARS",
    "YARD",
    "Action",
    "Captured",
    "Chance",
    "CountDeclined",
    "CountEarned",
    "CountLost",
    "Decline",
    "Event",
    "Explanation",
    "IllegalAction",
    "Move",
    "Moved",
    "NotationError",
    "PieceReason",
    "Ring",
    "Roll",
    "RollLost",
    "Rolled",
    "RollsAgain",
    "Ruleset",
    "Seat",
    "SentBack",
    "Skipped",
    "State",
    "Step",
    "Stop",
    "ThirdSixVoid",
    "TurnPassed",
    "Why",
    "Withdraw",
    "Withdrew",
    "Won",
    "action_text",
    "apply",
    "divide",
    "explain",
    "highest",
    "initial",
    "legal_actions",
    "parse_action",
    "parse_position",
    "parse_rules",
    "perft",
    "place_text",
    "play_order",
    "position_text",
    "replay",
    "rules_text",
    "seats_for",
    "to_act",
    "withdraw",
]
