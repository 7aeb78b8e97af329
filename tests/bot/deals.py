"""Possible boards and words to deal, for the tests of deals."""

from hypothesis import strategies as st

from core.codenames.key import check_board
from core.rules import OptionsError
from core.words.packs import Pack

PACK = Pack("numbered", tuple(f"word{chr(97 + place)}" for place in range(26)))
boards = st.tuples(st.integers(3, 10), st.integers(3, 10), st.integers(2, 5)).filter(
    lambda board: _possible(*board)
)


def _possible(rows: int, cols: int, teams: int) -> bool:
    try:
        check_board(rows, cols, teams)
    except OptionsError:
        return False
    return True
