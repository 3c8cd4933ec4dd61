"""What a position asks, and of whom."""

from bot.i18n import listed, text
from bot.narration.words import Names
from bot.rules import State, Why, explain
from bot.rules.moves import value_of


def question(locale: str, state: State, names: Names) -> str:
    """What a position asks of whom, or who has won it, in one sentence."""
    if state.winners:
        won = [names[seat] for seat in state.winners]
        return text(locale, "question.won", names=listed(locale, won), count=len(won))
    name = names[state.turn]
    if state.count:
        return text(locale, "question.count", name=name, count=state.count)
    if not state.die:
        again = state.sixes > 0
        return text(locale, "question.roll_again" if again else "question.roll", name=name)
    forced = explain(state).forced
    if forced is not None and forced.why is Why.MUST_OPEN:
        return text(locale, "question.open", name=name, face=state.die, rule=forced.rule)
    value = value_of(state.rules, state.pieces, state.turn, state.die)
    key = "question.move" if value == state.die else "question.move_counts"
    return text(locale, key, name=name, face=state.die, value=value)
