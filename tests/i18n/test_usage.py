"""The code and the catalogs agree: no key is missing, unused or asked for with other parameters.

Read from the source: a key stands there as a literal, or as an f-string that begins with its
section; a ``UserError("x")`` is the key ``error.x``.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.i18n import keys, rule_ids
from bot.rules import RULESETS
from tests.i18n.test_catalogs import CATALOGS, forms, placeholders

ROOT = Path(__file__).parents[2]
SECTIONS = {key.partition(".")[0] for key in keys()}
# They show nothing to anybody, and a column of a table reads like a key.
SILENT = (ROOT / "bot" / "storage", ROOT / "bot" / "rules")
KEY = re.compile(r"[a-z]+(\.[A-Za-z0-9_]+)+")

# An f-string for a whole section uses no key by itself: what can fill it in is known otherwise.
OPEN_FAMILIES = {"error.", "permission.", "rule."}


@dataclass(frozen=True, slots=True)
class Call:
    """A call whose key is a literal, with the names of its parameters."""

    where: str
    key: str
    params: frozenset[str]
    whole: bool
    """Nothing is passed with ``**``: the parameters are all there is."""


@dataclass(frozen=True, slots=True)
class Source:
    literals: dict[str, str]
    """Every string in the code, and one place where it stands."""
    patterns: dict[str, str]
    """F-strings that begin with a section, as regular expressions."""
    calls: list[Call]
    """Of ``text(locale, key, ...)`` and of errors."""


def docstrings(tree: ast.AST) -> set[int]:
    """Strings that stand as statements are documentation."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def errors_in(trees: dict[str, ast.Module]) -> set[str]:
    """The names of ``UserError`` and the classes made of it."""
    names = {"UserError"}
    classes = [
        node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    ]
    for _ in classes:
        names |= {
            each.name
            for each in classes
            if any(isinstance(base, ast.Name) and base.id in names for base in each.bases)
        }
    return names


def calls_in(path: str, tree: ast.Module, errors: set[str]) -> Iterator[Call]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        place, prefix = (1, "") if name == "text" else (0, "error.")
        if (name != "text" and name not in errors) or len(node.args) <= place:
            continue
        given = frozenset(each.arg for each in node.keywords if each.arg is not None)
        whole = all(each.arg is not None for each in node.keywords)
        key = node.args[place]
        ways = [key.body, key.orelse] if isinstance(key, ast.IfExp) else [key]
        for way in ways:
            if isinstance(way, ast.Constant) and isinstance(way.value, str):
                yield Call(f"{path}:{node.lineno}", prefix + way.value, given, whole)


def read_source() -> Source:
    trees = {
        str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8"))
        for top in ("bot", "cogs", "rendering")
        for path in sorted((ROOT / top).rglob("*.py"))
        if not any(path.is_relative_to(silent) for silent in SILENT)
    }
    errors = errors_in(trees)
    source = Source({}, {}, [])
    for path, tree in trees.items():
        skipped = docstrings(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                first = node.values[0] if node.values else None
                if not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
                    continue
                section, dot, _ = first.value.partition(".")
                if not dot or section not in SECTIONS:
                    continue
                skipped |= {id(part) for part in node.values}
                pattern = "".join(
                    re.escape(str(part.value))
                    if isinstance(part, ast.Constant)
                    else r"[A-Za-z0-9_]+"
                    for part in node.values
                )
                source.patterns[pattern] = f"{path}:{node.lineno}"
            elif (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in skipped
            ):
                source.literals.setdefault(node.value, f"{path}:{node.lineno}")
        source.calls.extend(calls_in(path, tree, errors))
    return source


@pytest.fixture(scope="module")
def source() -> Source:
    return read_source()


def used_keys(source: Source) -> set[str]:
    known = set(keys())
    used = known & set(source.literals) | {call.key for call in source.calls}
    for pattern in source.patterns:
        if pattern not in {re.escape(family) + r"[A-Za-z0-9_]+" for family in OPEN_FAMILIES}:
            used |= {key for key in known if re.fullmatch(pattern, key)}
    used |= {f"permission.{each}" for each in source.literals}
    for rules in RULESETS.values():
        used |= {f"rule.{rule}" for rule in rule_ids(rules)}
    # Discord has no option without a description.
    used |= {f"{key.removesuffix('.name')}.description" for key in used if key.endswith(".name")}
    games = {*RULESETS, *(str(rules.ring.size) for rules in RULESETS.values())}
    return used | {
        key for key in known if key.rpartition(".")[0] in used and key.rpartition(".")[2] in games
    }


def test_the_source_is_read(source: Source) -> None:
    """Without this, a moved directory would make the other tests pass on nothing."""
    assert "turn.line" in source.literals
    assert r"why\.[A-Za-z0-9_]+" in source.patterns
    assert any(call.key == "error.need_two" for call in source.calls)
    assert any(call.key == "start.opening" and call.whole for call in source.calls)


def test_no_key_is_missing(source: Source) -> None:
    asked = {
        literal: where
        for literal, where in source.literals.items()
        if KEY.fullmatch(literal)
        and not literal.endswith((".png", ".gif", ".txt"))
        and literal.partition(".")[0] in SECTIONS
    }
    asked |= {call.key: call.where for call in source.calls}
    assert {key: where for key, where in asked.items() if key not in keys()} == {}


def test_every_family_has_keys(source: Source) -> None:
    empty = {
        pattern: where
        for pattern, where in source.patterns.items()
        if not any(re.fullmatch(pattern, key) for key in keys())
    }
    assert empty == {}


def test_no_key_is_unused(source: Source) -> None:
    assert sorted(set(keys()) - used_keys(source)) == []


def test_every_key_is_asked_for_with_its_parameters(source: Source) -> None:
    wrong = {
        f"{call.where} {call.key}": sorted(missing)
        for call in source.calls
        if call.whole
        and call.key in CATALOGS["en"]
        and (missing := placeholders("".join(forms(CATALOGS["en"][call.key]))) - call.params)
    }
    assert wrong == {}


def test_plurals_are_asked_for_with_a_count(source: Source) -> None:
    plurals = {key for key, message in CATALOGS["en"].items() if message.pluralizable}
    without = {
        call.where: call.key
        for call in source.calls
        if call.whole and call.key in plurals and "count" not in call.params
    }
    assert without == {}
