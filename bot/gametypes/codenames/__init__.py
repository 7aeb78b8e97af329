"""Codenames, as the application knows it: its `GameType`, and its bots beside people."""

from bot.gametypes.codenames.bots import embedded_bots
from bot.gametypes.codenames.game_type import codenames_type

__all__ = ["codenames_type", "embedded_bots"]
