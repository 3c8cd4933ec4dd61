"""Names of any kind become type that the font can draw."""

import pytest

from rendering.assets import ELLIPSIS, Weight, coverage, drawable, fitted, font, font_path

SPANISH = "áéíóúüñÁÉÍÓÚÜÑ¿¡ªº"


@pytest.mark.parametrize("weight", Weight)
def test_the_font_is_there_and_speaks_spanish(weight: Weight) -> None:
    assert font_path(weight).is_file()
    assert {ord(character) for character in SPANISH + ELLIPSIS} <= coverage(weight)


@pytest.mark.parametrize("weight", Weight)
def test_coverage_agrees_with_what_is_drawn(weight: Weight) -> None:
    face = font(weight, 40)
    missing = bytes(face.getmask(chr(0xFFFF)))
    glyphs = coverage(weight)
    for code in range(0x21, 0x2200):
        if code != 0xAD:  # the soft hyphen is drawn as a hyphen, or not at all
            assert (bytes(face.getmask(chr(code))) != missing) == (code in glyphs), hex(code)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Beatriz Núñez", "Beatriz Núñez"),
        ("Nu\u0301n\u0303ez", "Núñez"),
        ("Rosa M.ª", "Rosa M.ª"),
        ("@everyone", "@everyone"),
        ("a_b_ [x](http://y)", "a_b_ [x](http://y)"),
        ("\u202egnp.exe", "gnp.exe"),
        ("\u2066\u200fAna\u2069\u200b", "Ana"),
        ("A" + "\u0301\u0327\u0336" * 32 + "na", "Ána"),
        ("Zoë \U0001f3b2\ufe0f", "Zoë"),
        ("★ Luis ★", "Luis"),
        ("Čapek", "Capek"),
        ("𝓐𝓷𝓪", "Ana"),
        ("Ａｎａ", "Ana"),
        ("two\nlines\tand\u3000more", "two lines and more"),
        ("\x00\x1b[31mred", "[31mred"),
        ("\U0001f600", ""),
        ("李小龙", ""),
        ("محمد", ""),
        ("Ana 李", ""),
        ("Жанна", ""),
        ("\u0301\u0301", ""),
        ("", ""),
    ],
)
def test_names(name: str, shown: str) -> None:
    assert drawable(name) == shown


def test_every_character_is_harmless() -> None:
    glyphs = coverage(Weight.BOLD)
    for code in range(0x110000):
        for character in drawable(chr(code)):
            assert ord(character) in glyphs, hex(code)


def test_long_names_are_cut() -> None:
    face = font(Weight.BOLD, 28)
    for name in ("W" * 300, "i" * 100, "Ana de la Cruz y Borbón-Dos Sicilias"):
        cut = fitted(name, face, 200)
        assert cut.endswith(ELLIPSIS)
        assert face.getlength(cut) <= 200
        assert name.startswith(cut[:-1].rstrip())
    assert fitted("Ana", face, 200) == "Ana"
