"""Learning from finished turns: ratings of players, and ACE's memory of each of them.

`facts` tells, without a database, what of a game counts. `turns` stores the turns, `totals` the
sums that follow, and `remembered_clues` answers which cards went with which clues; `learn` learns
and rebuilds, `memory` answers.
"""

from core.codenames.model import Role

__all__ = ["Role"]
