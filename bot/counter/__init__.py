"""What people ask for besides games: ratings, their own data, help, and a guild's settings.

`ask` has the nouns, `command` what can be asked for as data, `counter` answers. No chat platform's
library is known here: an adapter makes its commands of the table and renders the answers.
"""
