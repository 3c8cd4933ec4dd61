"""Parchís for Discord: the rules, the games and the bot around them."""
