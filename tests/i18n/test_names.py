"""Names that people give themselves do nothing but stand there (F24)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.names import NAME_LIMIT, plain_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("José Ñíguez", "José Ñíguez"),
        ("Jose\u0301", "José"),
        ("  Ana \t\n  María ", "Ana María"),
        ("@everyone", "@everyone"),
        ("a_b_ [x](http://y)", "a_b_ [x](http://y)"),
        ("safe\u202eevil\u202c", "safeevil"),
        ("\u2066left\u2069", "left"),
        ("a\u200bb\u200dc\ufeffd", "abcd"),
        ("a\x00b\x1b[31m", "ab[31m"),
        ("line\u2028break", "line break"),
        ("x" + "\u0330" * 32, "x" + "\u0330" * 2),
        ("\u0330\u0330x", "x"),
        ("a \u0330b", "a b"),
        ("\u3164\u3164", "?"),
        ("\u2800\u115f\uffa0", "?"),
        ("", "?"),
        ("\u200b", "?"),
        ("山田太郎", "山田太郎"),
        ("محمد", "محمد"),
        ("🎲🏆", "🎲🏆"),
        ("x" * 32, "x" * 32),
        ("x" * 33, "x" * 31 + "…"),
        ("x" * 30 + " yyyy", "x" * 30 + "…"),
        ("\U000e0041\ue000\U0010ffff", "?"),
    ],
)
def test_plain_name(name: str, shown: str) -> None:
    assert plain_name(name) == shown


HOSTILE = st.text(
    st.one_of(
        st.characters(codec="utf-8"),
        st.sampled_from("\u0330\u0489\u202e\u200b\u200d \t\n\u3164a\ufdfa"),
    ),
    max_size=80,
)


@given(HOSTILE)
def test_any_name_becomes_one_harmless_line(name: str) -> None:
    shown = plain_name(name)
    assert 1 <= len(shown) <= NAME_LIMIT
    assert shown == shown.strip()
    assert "  " not in shown
    marks = 0
    for char in shown:
        kind = unicodedata.category(char)
        assert kind not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        assert marks <= 2


@given(HOSTILE)
def test_a_name_made_harmless_stays_as_it_is(name: str) -> None:
    assert plain_name(plain_name(name)) == plain_name(name)
