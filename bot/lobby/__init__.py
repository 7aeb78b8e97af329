"""The table around a game, whichever game it is: who is there, in which chair, and how it is set.

Pure: actions (`members`, `chairs`, `progress`) become events (`events`, `game_events`), which add
up to a `Lobby`. `notation` reads lines, `view` and `forms` show the table. What a game's own rules
need to know stays in the game.
"""
