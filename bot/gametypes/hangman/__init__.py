"""Hangman as the application knows it: its `GameType`, its dealers and the guessing bot."""
