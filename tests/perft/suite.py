"""The positions and counts of the text files beside it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.rules import NotationError, action_text, divide, parse_position, perft
from tests.rules import naive

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Entry:
    """A position and its counts by depth, from 1."""

    where: str
    title: str
    position: str
    counts: tuple[int, ...]


def read(path: Path) -> Iterator[Entry]:
    """The entries of a file: a line ``-- title``, then position and ``;D1 6 ;D2 31 ...``.

    Raises:
        NotationError: the depths of a line are not 1, 2, 3 ...
    """
    title = ""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("-- "):
            title = line[3:]
        elif title and line:
            position, *counts = line.split(" ;")
            depths = [count.split() for count in counts]
            if [depth for depth, _ in depths] != [f"D{n + 1}" for n in range(len(depths))]:
                raise NotationError(f"{path.name}:{number}: depths are not in order: {line!r}")
            entry = tuple(int(count) for _, count in depths)
            yield Entry(f"{path.name}:{number}", title, position, entry)


def suite() -> list[Entry]:
    """All entries of all files."""
    return [entry for path in sorted(HERE.glob("*.txt")) for entry in read(path)]


def complaint(entry: Entry, depth: int, *, by_naive: bool = False) -> str:
    """'' if the count of a depth is right; else a divide, beside that of the naive generator."""
    state = parse_position(entry.position)
    if by_naive:
        found = naive.perft(naive.Table.read(entry.position), depth)
    else:
        found = perft(state, depth)
    if found == entry.counts[depth - 1]:
        return ""
    lines = [f"{entry.where} {entry.position}: D{depth} is {found}, not {entry.counts[depth - 1]}"]
    ours = {action_text(action, state): count for action, count in divide(state, depth).items()}
    theirs: dict[str, int] = {}
    for action in naive.Table.read(entry.position).legal():
        after = naive.Table.read(entry.position)
        after.play(action)
        theirs[action] = naive.perft(after, depth - 1)
    for action in sorted(set(ours) | set(theirs)):
        mark = "  " if ours.get(action) == theirs.get(action) else "!!"
        lines.append(f"{mark} {action}: engine {ours.get(action)}, naive {theirs.get(action)}")
    return "\n".join(lines)
