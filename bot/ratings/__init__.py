"""Learning from finished turns: ratings of players, and bots' memories of them.

`facts` finds the turns that count, and `lessons` their players and evidence, without a database.
`turns` stores the turns, `totals` their sums, and `remembered_clues` the pairs of clues and cards;
`learn` learns and rebuilds, `memory` reads.
"""

from core.codenames.model import Role

__all__ = ["Role"]
