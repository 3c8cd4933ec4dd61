"""Pictures of positions. Knows the rules and Pillow, and nothing of Discord or games."""
