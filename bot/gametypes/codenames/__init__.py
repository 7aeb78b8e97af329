"""Codenames as the application knows it: its `GameType`, and its bots."""
