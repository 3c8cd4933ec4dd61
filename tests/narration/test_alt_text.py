"""The picture in words."""

from bot import narration
from bot.narration import Cast
from bot.rules import Seat
from bot.rules.notation import parse_position
from tests.narration.stories import NAMES, after, play


def test_alt_text_tells_the_whole_position() -> None:
    state = parse_position("parchis Y:12,20,L3,0 R:16,30,30,H >Y=4")
    story = play("parchis Y:12,20,L3,0 R:15,30,30,H >R", "r1", "15-16", "r4")
    assert narration.alt_text("es", state, NAMES, story) == (
        "Tablero de parchís. Le toca a Ana (amarillas). Ana, has sacado un 4: elige jugada. "
        "Opciones: 1: de la 12 a la 16 y come a Eva (rojas); 2: de la 20 a la 24; "
        "3: del pasillo 3 al 7. "
        "Ana (amarillas): 1 en casa, casilla 12, casilla 20, pasillo 3. "
        "Eva (rojas): casilla 16, barrera en casilla 30, 1 en la meta. "
        "Jugadas: 🔴 Eva: 🎲1 de la 15 a la 16 / 🟡 Ana: 🎲4"
    )
    assert narration.alt_text("en", state, NAMES, story) == (
        "Parchís board. It is the turn of Ana (yellow). Ana, you rolled a 4: choose a move. "
        "Options: 1: from 12 to 16 and captures Eva (red); 2: from 20 to 24; "
        "3: from lane 3 to 7. "
        "Ana (yellow): 1 in the yard, square 12, square 20, lane 3. "
        "Eva (red): square 16, blockade on square 30, 1 home. "
        "Moves: 🔴 Eva: 🎲1 from 15 to 16 / 🟡 Ana: 🎲4"
    )


def test_alt_text_without_options_or_turn() -> None:
    before = parse_position("parchis Y:L3,L3,0,0 R:0,0,0,0 >Y")
    assert narration.alt_text("en", before, NAMES) == (
        "Parchís board. It is the turn of Ana (yellow). Ana, your turn: roll the die. "
        "Ana (yellow): 2 in the yard, 2 on lane 3. Eva (red): 4 in the yard."
    )
    over = parse_position("parchis Y:H,H,H,H R:12,0,0,0 #Y")
    assert narration.alt_text("es", over, NAMES) == (
        "Tablero de parchís. ¡Ha ganado Ana! "
        "Ana (amarillas): 4 en la meta. Eva (rojas): 3 en casa, casilla 12."
    )


def test_alt_text_offers_to_decline() -> None:
    state = parse_position("classic Y:0,0,9,30 R:0,0,0,0 >Y+20")
    told = narration.alt_text("es", state, NAMES)
    assert "Opciones: 1: de la 9 a la 29; 2: de la 30 a la 50; 3: no contar 20." in told


def test_alt_text_of_the_board_of_52() -> None:
    state = parse_position("ludo/walls R:3,7,0,L2 Y:30,30,30,H >R=4")
    assert narration.alt_text("es", state, NAMES) == (
        "Tablero de parchís de 52 casillas. Le toca a Eva (rojas). "
        "Eva, has sacado un 4: elige jugada. "
        "Opciones: 1: de la 3 a la 7 y hace barrera; 2: de la 7 a la 11; "
        "3: del pasillo 2 a la meta. "
        "Ana (amarillas): barrera de 3 en casilla 30, 1 en la meta. "
        "Eva (rojas): 1 en casa, casilla 3, casilla 7, pasillo 2."
    )
    story = play("stars R:1,6,6,L2 Y:30,30,5,H >R", "r4", "1-5")
    assert narration.alt_text("en", after(story), NAMES, story) == (
        "Parchís board of 52 squares. It is the turn of Eva (red). Eva, you roll again. "
        "Ana (yellow): 1 in the yard, 2 on square 30, 1 home. "
        "Eva (red): square 5, 2 on square 6, lane 2. "
        "Moves: 🔴 Eva: 🎲4 from 1 to 5 and captures Ana (yellow) · rolls again"
    )


def test_alt_text_leaves_out_moves_then_pieces_then_options() -> None:
    state = parse_position("parchis Y:12,20,L3,0 R:16,30,30,H >Y=4")
    story = play("parchis Y:12,20,L3,0 R:15,30,30,H >R", "r1", "15-16", "r4")
    whole = narration.alt_text("en", state, NAMES, story)
    parts = [
        "It is the turn of Ana (yellow). Ana, you rolled a 4: choose a move.",
        "1: from 12 to 16 and captures Eva (red)",
        "2: from 20 to 24",
        "3: from lane 3 to 7",
        "Ana (yellow):",
        "Eva (red): square 16",
        "🟡 Ana: 🎲4",
        "🔴 Eva: 🎲1",
    ]
    seen: list[int] = []
    for limit in range(len(whole), 0, -1):
        told = narration.alt_text("en", state, NAMES, story, limit)
        there = [part in told for part in parts]
        assert there == sorted(there, reverse=True), told
        assert there[0]
        seen.append(sum(there))
    assert seen == sorted(seen, reverse=True)
    assert set(seen) == set(range(1, len(parts) + 1))


def test_what_happened_is_told_of_whoever_sat_there_then() -> None:
    story = play("parchis Y:12,0,0,0 R:0,0,0,0 >Y", "r4", "12-16")
    now = NAMES | {Seat.YELLOW: "Zoe"}
    told = narration.alt_text("en", after(story), now, story, casts=[Cast(NAMES)] * 2)
    assert "Ana: 🎲4 from 12 to 16" in told
    assert "Zoe (yellow): " in told
    assert "Zoe: 🎲" not in told
    hidden = NAMES | {Seat.YELLOW: "A\u202en\u202ea"}
    assert "Ana: 🎲4" in narration.alt_text(
        "en", after(story), now, story, casts=[Cast(hidden)] * 2
    )
