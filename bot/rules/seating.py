"""Before the first roll: who sits where (G4) and who starts (G6)."""

from collections.abc import Mapping, Sequence

from bot.rules.board import SEATS, Ring, Seat


def seats_for(ring: Ring, wishes: Sequence[Seat | None]) -> tuple[Seat, ...]:
    """The seats of two to four players in order of joining, from the colours they asked for (G4).

    Two on neighbouring colours are moved opposite: the one who came first keeps the colour, unless
    only the other one chose.

    Raises:
        ValueError: a colour was asked for twice, or not two to four players.
    """
    chosen = [wish for wish in wishes if wish is not None]
    if len(set(chosen)) != len(chosen) or not 2 <= len(wishes) <= 4:
        raise ValueError(f"no seating for {wishes!r}")
    if len(wishes) == 2:
        first, second = wishes
        if first is None and second is not None:
            return second.partner, second
        first = ring.choice[0] if first is None else first
        return first, first.partner
    free = [seat for seat in ring.choice if seat not in chosen]
    return tuple(wish if wish is not None else free.pop(0) for wish in wishes)


def play_order(seats: Sequence[Seat], starter: Seat, order: int) -> tuple[Seat, ...]:
    """The seats in the order of their turns, the starter first (G5)."""
    turn = [SEATS[(starter + order * step) % 4] for step in range(4)]
    return tuple(seat for seat in turn if seat in seats)


def highest(throws: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """The seats with the highest throw (G6): one starts; several throw again among themselves."""
    best = max(throws.values())
    return tuple(seat for seat, face in throws.items() if face == best)
