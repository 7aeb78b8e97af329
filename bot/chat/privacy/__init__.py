"""Privacy requests: `export` and `forget` a person, `purge` a guild.

Each runs in the caller's transaction; `leave` first makes people leave their games, and erases
deleted data. `people` finds the people to forget with a guild. `names` finds and replaces names in
stored JSON, `rename` in the logs of games.
"""
