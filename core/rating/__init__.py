"""How good a team is: outcomes of turns, their weights, and exact chances of winning."""
