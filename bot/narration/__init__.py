"""Events, reasons and positions in words: what happened, what is asked, what the picture shows.

Pure functions, in a language of ``bot.i18n``. Names come in as they are to appear: whoever shows
a text escapes them for the place where it is shown.
"""

from bot.narration.alt import ALT_LIMIT, alt_text, position_lines
from bot.narration.labels import LABEL_LIMIT, action_label, move_label
from bot.narration.questions import question
from bot.narration.reasons import lost_count_reason, lost_roll_reason, reason_text, why_lines
from bot.narration.retelling import record_lines
from bot.narration.turns import opening_line, shorten, turn_lines
from bot.narration.words import MARKS, Cast, Names, Played, place_name

__all__ = [
    "ALT_LIMIT",
    "LABEL_LIMIT",
    "MARKS",
    "Cast",
    "Names",
    "Played",
    "action_label",
    "alt_text",
    "lost_count_reason",
    "lost_roll_reason",
    "move_label",
    "opening_line",
    "place_name",
    "position_lines",
    "question",
    "reason_text",
    "record_lines",
    "shorten",
    "turn_lines",
    "why_lines",
]
