"""Hangman, as the application knows it: its `GameType`, its dealers and the bot that guesses."""

from bot.gametypes.hangman.game_type import hangman_type

__all__ = ["hangman_type"]
