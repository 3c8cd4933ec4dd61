"""Runs the cases of the text files beside it. README.md explains what they mean."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.rules import (
    Captured,
    CountDeclined,
    CountEarned,
    CountLost,
    Event,
    IllegalAction,
    Moved,
    NotationError,
    Ring,
    Rolled,
    RollLost,
    RollsAgain,
    Seat,
    SentBack,
    Skipped,
    State,
    ThirdSixVoid,
    TurnPassed,
    Withdrew,
    Won,
    action_text,
    apply,
    highest,
    initial,
    legal_actions,
    parse_action,
    parse_position,
    parse_rules,
    place_text,
    play_order,
    position_text,
    seats_for,
)

HERE = Path(__file__).parent
TAG = re.compile(r"([GPLCS]\d+)([+-])$")
IDS = [f"{group}{n + 1}" for group, last in zip("GPLCS", (15, 11, 6, 8, 5), strict=True)
       for n in range(last)]  # fmt: skip
SEAT = {seat.letter: seat for seat in Seat}
EXPECTATIONS = ("legal", "refused", "events", "after", "invalid", "seats", "highest", "order")
SETTINGS = ("position", "start", "play", "join", "throw", "turns")
ROLLS = "r1 r2 r3 r4 r5 r6"


@dataclass(frozen=True)
class Case:
    """One case: where it stands, the rules it is about, and its lines as (number, key, value)."""

    file: str
    line: int
    title: str
    tags: tuple[str, ...]
    lines: tuple[tuple[int, str, str], ...]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def read(path: Path) -> Iterator[Case]:
    """The cases of a file. Text before the first ``#`` and lines that start with ``--`` explain."""
    heading: tuple[int, str] | None = None
    lines: list[tuple[int, str, str]] = []

    def case() -> Case:
        assert heading is not None
        number, text = heading
        words = text.split()
        tags = tuple(word for word in words if TAG.match(word))
        assert tags, f"{path.name}:{number}: no rule id"
        assert words[: len(tags)] == list(tags), f"{path.name}:{number}: tags come first"
        return Case(path.name, number, " ".join(words[len(tags) :]), tags, tuple(lines))

    for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
        if text.startswith("# "):
            if heading is not None:
                yield case()
            heading, lines = (number, text[2:]), []
        elif heading is None or not text.strip() or text.startswith("--"):
            continue
        elif text[0] == " ":
            first, key, value = lines[-1]
            lines[-1] = (first, key, f"{value} {text.strip()}")
        else:
            key, colon, value = text.partition(":")
            assert colon, f"{path.name}:{number}: {text!r} is no line of a case"
            assert key in SETTINGS + EXPECTATIONS, f"{path.name}:{number}: {text!r} is no line"
            lines.append((number, key, value.strip()))
    if heading is not None:
        yield case()


CASES = [case for path in sorted(HERE.glob("*.txt")) for case in read(path)]


def event_text(ring: Ring, event: Event) -> str:
    """An event as the cases write it."""

    def who(seat: Seat, what: str) -> str:
        return f"{seat.letter} {what}"

    match event:
        case Rolled(seat, face, value):
            return who(seat, f"rolls {face}" + (f" as {value}" if value != face else ""))
        case Moved(seat, start, end):
            return who(seat, f"moves {place_text(ring, seat, start)}-{place_text(ring, seat, end)}")
        case Captured(seat, victim, square):
            return who(seat, f"captures {victim.letter} on {square}")
        case CountEarned(seat, count):
            return who(seat, f"counts {count}")
        case CountLost(seat, count):
            return who(seat, f"loses {count}")
        case CountDeclined(seat, count):
            return who(seat, f"declines {count}")
        case RollLost(seat, face):
            return who(seat, f"cannot use {face}")
        case ThirdSixVoid(seat):
            return who(seat, "third six")
        case SentBack(seat, place):
            return who(seat, f"sent back from {place_text(ring, seat, place)}")
        case RollsAgain(seat):
            return who(seat, "rolls again")
        case Skipped(seat):
            return f"skip {seat.letter}"
        case TurnPassed(_, to):
            return f"turn {to.letter}"
        case Withdrew(seat):
            return who(seat, "withdraws")
        case Won(winners):
            return f"won {''.join(seat.letter for seat in winners)}"


class Run:
    """A case being played: each line of it changes the position or is checked."""

    def __init__(self) -> None:
        """Nothing is known before the first line."""
        self.state: State | None = None
        self.events: list[str] = []
        self.answer = ""

    def line(self, key: str, value: str) -> str | None:
        """What a line expects is answered with what is found; other lines change the position."""
        known: dict[str, Callable[[str], str | None]] = {
            "position": self.position,
            "start": self.start,
            "play": self.play,
            "join": self.join,
            "throw": self.throw,
            "turns": self.turns,
            "legal": lambda _: self.legal(),
            "refused": self.refused,
            "events": lambda _: "; ".join(self.events),
            "after": lambda _: position_text(self.position_now()),
            "invalid": self.invalid,
        }
        return known.get(key, lambda _: self.answer)(value)

    def position_now(self) -> State:
        assert self.state is not None, "no position yet"
        return self.state

    def position(self, value: str) -> None:
        self.state = parse_position(value)
        self.events = []
        assert position_text(self.state) == value, "the position is not written in its usual form"

    def start(self, value: str) -> None:
        rules, seats, starter = value.split()
        self.state = initial(parse_rules(rules), [SEAT[s] for s in seats], SEAT[starter])

    def play(self, value: str) -> None:
        self.events = []
        for text in value.split():
            before = self.position_now()
            self.state, events = apply(before, parse_action(text, before))
            self.events += [event_text(before.rules.ring, event) for event in events]

    def legal(self) -> str:
        state = self.position_now()
        texts = [action_text(action, state) for action in legal_actions(state)]
        assert len(set(texts)) == len(texts), f"offered twice: {texts}"
        text = " ".join(sorted(texts))
        return "roll" if text == ROLLS else text or "none"

    def refused(self, value: str) -> str:
        state = self.position_now()
        found: list[str] = []
        for text in value.split():
            try:
                parse_action(text, state)
            except IllegalAction:
                found.append(text)
        return " ".join(found)

    def invalid(self, value: str) -> str:
        try:
            if value.startswith("start "):
                self.start(value.removeprefix("start "))
            else:
                parse_position(value)
        except (NotationError, ValueError):
            return value
        return "is accepted"

    def join(self, value: str) -> None:
        rules, *wishes = value.split()
        seats = seats_for(parse_rules(rules).ring, [SEAT.get(wish) for wish in wishes])
        self.answer = " ".join(seat.letter for seat in seats)

    def throw(self, value: str) -> None:
        best = highest({SEAT[text[0]]: int(text[1:]) for text in value.split()})
        self.answer = " ".join(sorted(seat.letter for seat in best))

    def turns(self, value: str) -> None:
        rules, seats, starter = value.split()
        order = parse_rules(rules).order
        turns = play_order([SEAT[s] for s in seats], SEAT[starter], order)
        self.answer = " ".join(seat.letter for seat in turns)


def expected(key: str, value: str) -> str:
    """An expectation in the form in which ``Run`` answers it."""
    return " ".join(sorted(value.split())) if key == "legal" else value


def check(case: Case) -> None:
    run = Run()
    so_far: list[str] = []
    for number, key, value in case.lines:
        so_far.append(f"{key}: {value}")
        where = f"{case.file}:{number} {' '.join(case.tags)} {case.title}"
        try:
            found = run.line(key, value)
        except (IllegalAction, NotationError, AssertionError) as error:
            raise AssertionError("\n".join([where, *so_far, f"!! {error}"])) from error
        if found is not None and found != expected(key, value):
            diff = [f"-  {key}: {expected(key, value)}", f"+  {key}: {found}"]
            raise AssertionError("\n".join([where, *so_far[:-1], *diff]))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check(case)


def test_every_rule_is_covered_both_ways() -> None:
    covered = {tag for case in CASES for tag in case.tags}
    assert not [id + sign for id in IDS for sign in "+-" if id + sign not in covered]
    assert not covered - {id + sign for id in IDS for sign in "+-"}
    assert len(CASES) >= 200


def test_every_kind_of_game_is_covered() -> None:
    heads = {
        value.split()[0] for case in CASES for _, key, value in case.lines if key == "position"
    }
    for name in ("parchis", "ludo", "classic", "stars", "ludo/walls"):
        for options in ("", "/quick", "/teams", "/quick/teams"):
            base, *walls = name.split("/")
            head = "/".join([base + options, *walls])
            assert head in heads, head


def test_the_page_shows_what_it_says() -> None:
    page = (HERE / "README.md").read_text("utf-8")
    example = page.split("```")[1].strip().splitlines()
    lines = [(n, *line.split(": ", 1)) for n, line in enumerate(example[1:])]
    check(Case("README.md", 1, "the example", (), tuple(lines)))  # type: ignore[arg-type]
    shown = next(line for line in page.splitlines() if line.startswith("`parchis/quick "))
    assert position_text(parse_position(shown.strip("`"))) == shown.strip("`")
    for path in HERE.glob("*.txt"):
        assert f"`{path.name}`" in page


def test_titles_differ_within_a_file() -> None:
    titles = [(case.file, case.title) for case in CASES]
    assert not {title for title in titles if titles.count(title) > 1}


def accepted(lines: tuple[tuple[int, str, str], ...]) -> list[str]:
    """The legal actions where these lines lead."""
    run = Run()
    for _, key, value in lines:
        run.line(key, value)
    state = run.position_now()
    return [action_text(action, state) for action in legal_actions(state)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_case_is_vacuous(case: Case) -> None:
    """Each case expects something, and none of its expectations could be anything else."""
    places = [i for i, (_, key, _) in enumerate(case.lines) if key in EXPECTATIONS]
    assert places
    for place in places:
        number, key, value = case.lines[place]
        others = {value + " r6", " ".join(value.split()[:-1])}
        if key == "invalid":
            others = {"parchis Y:0,0,0,0 R:0,0,0,0 >Y"}
        elif key == "refused":
            others = {f"{value} {text}" for text in accepted(case.lines[:place])}
        for other in others:
            lines = (*case.lines[:place], (number, key, other), *case.lines[place + 1 :])
            wrong = Case(case.file, case.line, case.title, case.tags, lines)
            with pytest.raises(AssertionError):
                check(wrong)
