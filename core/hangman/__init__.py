"""Hangman: guessers find a word letter by letter, against a dealer who may cheat."""
