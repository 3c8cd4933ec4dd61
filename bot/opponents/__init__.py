"""Computer players; they know only the rules."""
