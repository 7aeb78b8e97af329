"""What is learnt from finished turns: ratings of players, and what ACE remembers of each of them.

`facts` says what of a game counts, `books` how it adds up, both without a database. `history`
keeps the truth of it, `shelf` the sums that follow; `lesson` learns and rebuilds, `recall` answers.
"""
