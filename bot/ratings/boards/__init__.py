"""Ratings as they are asked for: the board of a guild, a player's profile, one against another.

`standing` and `profile` read them, `present` makes views and `plain` JSON of them.
"""
