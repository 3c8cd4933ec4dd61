"""Slash commands, each a few lines."""
