"""The long proofs of the rules run, on a few positions and games."""

from tests.long import rules_agreement, rules_games


def test_agreement() -> None:
    assert rules_agreement.compare("ludo/walls", 20) == ("ludo/walls", 20, "")


def test_games() -> None:
    head, games, longest = rules_games.play("parchis/teams", 3)
    assert (head, games) == ("parchis/teams", 3)
    assert list(longest) == ["YBRG"]
    assert longest["YBRG"] > 100
