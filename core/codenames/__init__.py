"""Codenames: teams find their cards from one-word clues that only a spymaster may give."""
