"""The table around any game: its members, chairs and settings.

Pure: actions (`members`, `chairs`, `progress`) become events (`events`, `game_events`), which fold
to a `Lobby`. `notation` parses lines, `view` and `forms` show the table. The rules of the games are
in `core`.
"""
