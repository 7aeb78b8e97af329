"""Requests besides games: ratings, a person's own data, help, and a guild's settings.

`request` has the types, `commands` the requests as data, `services` answers. An adapter makes its
platform's commands from the data and renders the answers.
"""
