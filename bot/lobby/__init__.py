"""The table around a game, whichever game it is: who is there, in which chair, and how it is set.

Pure: wishes (`actions`) are judged (`rules`) into events (`model`), which add up to a `Lobby`
(`history`). `notation` reads lines, `describe` and `present` say and show it. What a game's own
rules need to know stays in the game.
"""
