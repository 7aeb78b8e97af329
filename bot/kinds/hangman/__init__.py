"""Hangman, as the application knows it: its `Kind`, its dealers and the bot that guesses."""

from bot.kinds.hangman.table import hangman_kind

__all__ = ["hangman_kind"]
