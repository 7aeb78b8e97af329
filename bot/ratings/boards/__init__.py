"""Boards of ratings and scores in a guild, and players' profiles.

`leaderboard`, `scoreboard` and `profile` read them; `view` and `json` present them.
"""
