"""Requests besides games: ratings, a person's own data, help, and a guild's settings.

`request` has the nouns, `commands` the requests as data, `handler` answers. No chat platform's
library is known here: an adapter makes its commands of the table and renders the answers.
"""
