"""Ratings of teams: outcomes of turns, their weights, and exact chances of winning."""
