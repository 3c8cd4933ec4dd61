"""The examples in the docstrings of the rules are true."""

import doctest
import importlib
import pkgutil

import pytest

import bot.rules

MODULES = [bot.rules.__name__] + [
    f"{bot.rules.__name__}.{each.name}" for each in pkgutil.iter_modules(bot.rules.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) > 5
