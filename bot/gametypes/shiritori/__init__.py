"""Shiritori, as the application knows it: its `GameType` and its bots."""

from bot.gametypes.shiritori.game_type import shiritori_type

__all__ = ["shiritori_type"]
