"""Privacy requests of people and guilds: `export`, `forget` of a person, `purge` of a guild.

Each is one transaction of the caller's; `leave` lets people leave their games first, and has what
is deleted erased. `people` finds who goes with a guild. `names` finds and replaces names in stored
JSON, `rename` in the logs of games.
"""
