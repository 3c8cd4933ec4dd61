"""The picture in words, for those who do not see it."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.i18n import text, variant
from bot.i18n.names import plain_name
from bot.narration.questions import question
from bot.narration.turns import turn_lines
from bot.narration.words import Cast, Names, Played, move_sentence, place_name, victims_of
from bot.rules import YARD, Action, Move, Roll, Seat, State, apply, legal_actions
from bot.rules.moves import pairs_of
from bot.rules.ruleset import Pair

ALT_LIMIT: Final = 1024
"""Characters of an alternative text that Discord's API accepts."""


def alt_text(
    locale: str,
    state: State,
    names: Names,
    story: Sequence[Played] = (),
    limit: int = ALT_LIMIT,
    *,
    casts: Sequence[Cast] = (),
    instead: str | None = None,
) -> str:
    """The whole picture in words, plain text of at most ``limit`` characters.

    Whose turn it is and what is asked, the options with their numbers, each seat's pieces, the
    newest moves. If that is too long, moves are left out first, then pieces, then options.

    Args:
        locale: The language.
        state: The position shown; option 1 is its first legal action.
        names: Raw names of every seat that the game began with; ``plain_name`` is applied here.
        story: What is told beside the picture, oldest first.
        limit: In characters; the turn and the question stand even if it is less than they need.
        casts: For each action of the story who sat where then, as for ``turn_lines``; raw too.
        instead: What is said instead of the question and the options, if nobody is asked.
    """
    names = {seat: plain_name(name) for seat, name in names.items()}
    parts = _asked(locale, state, names, story, instead)
    options = _options(locale, state, names) if instead is None else []
    pieces = _pieces(locale, state, names)
    casts = [cast.shown(plain_name) for cast in casts]
    lines = turn_lines(locale, story, names, casts, winner=False)
    while True:
        told = list(parts)
        if options:
            told.append(text(locale, "alt.options", options="; ".join(options)))
        told += pieces
        if lines:
            told.append(text(locale, "alt.last", lines=" / ".join(lines)))
        whole = " ".join(told)
        if len(whole) <= limit:
            return whole
        if lines:
            del lines[0]
        elif pieces:
            del pieces[-1]
        elif options:
            del options[-1]
        else:
            return whole


def position_lines(
    locale: str, state: State, names: Names, instead: str | None = None
) -> list[str]:
    """The position without what happened, however long: plain text, a line for each thing told.

    Args:
        locale: The language.
        state: The position.
        names: Raw names of every seat that the game began with.
        instead: As for ``alt_text``.
    """
    names = {seat: plain_name(name) for seat, name in names.items()}
    return [
        *_asked(locale, state, names, (), instead),
        *(_options(locale, state, names) if instead is None else []),
        *_pieces(locale, state, names),
    ]


def _asked(
    locale: str, state: State, names: Names, story: Sequence[Played], instead: str | None
) -> list[str]:
    parts = [text(locale, variant("alt.title", state.rules))]
    if instead is not None:
        return [*parts, instead]
    if not state.winners:
        parts.append(text(locale, "question.turn", name=names[state.turn], seat=state.turn))
    return [*parts, question(locale, state, names, story)]


def _options(locale: str, state: State, names: Names) -> list[str]:
    return [
        _option(locale, state, action, number, names)
        for number, action in enumerate(legal_actions(state), start=1)
        if not isinstance(action, Roll)
    ]


def _pieces(locale: str, state: State, names: Names) -> list[str]:
    return [
        text(locale, "alt.pieces", name=names[seat], seat=seat, places=_places(locale, state, seat))
        for seat in state.seats
    ]


def _option(locale: str, state: State, action: Action, number: int, names: Names) -> str:
    if not isinstance(action, Move):
        return text(locale, "alt.decline", number=number, count=state.count)
    victims = victims_of(apply(state, action).events)
    move = move_sentence(locale, state, action, victims, names)
    return text(locale, "alt.option", number=number, move=move)


def _places(locale: str, state: State, seat: Seat) -> str:
    """Where a seat's pieces are: ``2 en casa, barrera en casilla 12``."""
    rules = state.rules
    walls = pairs_of(rules, state.pieces, seat) if rules.pair is Pair.WALL else []
    told: list[str] = []
    for place, count in Counter(state.pieces[seat]).items():
        name = place_name(locale, rules.ring, seat, place)
        if place in walls:
            key = "alt.blockade" if count == 2 else "alt.blockade_of"
            told.append(text(locale, key, place=name, count=count))
        elif place == YARD:
            told.append(text(locale, "alt.in_yard", count=count))
        elif place == rules.ring.home:
            told.append(text(locale, "alt.at_home", count=count))
        elif count > 1:
            told.append(text(locale, "alt.many", place=name, count=count))
        else:
            told.append(name)
    return ", ".join(told)
