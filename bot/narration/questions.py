"""What a position asks, and of whom."""

from collections.abc import Sequence

from bot.i18n import listed, text
from bot.narration.words import Names, Played
from bot.rules import RollsAgain, State, Why, explain
from bot.rules.moves import value_of


def question(locale: str, state: State, names: Names, story: Sequence[Played] = ()) -> str:
    """What a position asks of whom, or who has won it, in one sentence.

    Args:
        locale: The language.
        state: The position.
        names: Of every seat that the game began with.
        story: What led to the position, if known: that a capture or a piece home rolls again
            stands only there.
    """
    if state.winners:
        won = [names[seat] for seat in state.winners]
        return text(locale, "question.won", names=listed(locale, won), count=len(won))
    name = names[state.turn]
    if state.count:
        key = "question.count_optional" if state.rules.counts_optional else "question.count"
        return text(locale, key, name=name, count=state.count)
    if not state.die:
        again = state.sixes > 0 or _rolls_again(state, story)
        return text(locale, "question.roll_again" if again else "question.roll", name=name)
    forced = explain(state).forced
    if forced is not None and forced.why is Why.MUST_OPEN:
        return text(locale, "question.open", name=name, face=state.die, rule=forced.rule)
    value = value_of(state.rules, state.pieces, state.turn, state.die)
    key = "question.move" if value == state.die else "question.move_counts"
    return text(locale, key, name=name, face=state.die, value=value)


def _rolls_again(state: State, story: Sequence[Played]) -> bool:
    """Whether the last thing that happened is that the seat to move earned another roll."""
    return bool(story) and story[-1].events[-1:] == (RollsAgain(state.turn),)
