"""The life of a game: lobby, turns, dice, records. Knows ids and names, never a Discord object."""
