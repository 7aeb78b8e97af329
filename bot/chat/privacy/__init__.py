"""Privacy requests of people and guilds: `export`, `forget` of a person, `purge` of a guild.

Each is one transaction of the caller's; `farewell` lets a person leave their games and forgets them
then. `mention` finds and replaces names in stored JSON, `renaming` in the logs of games.
"""
