"""Boards and positions as arrays of the spymaster's."""

from hypothesis import given
from hypothesis import strategies as st

from core.agents.position import Board, Kind, rows, start

KINDS = (Kind.ASSASSIN, Kind.OWN, Kind.BYSTANDER, Kind.OWN, Kind.OPPONENT)
BOARD = Board(("ink", "lion", "tent", "wolf", "whale"), KINDS)


def test_places_come_in_board_order() -> None:
    assert BOARD.places(Kind.OWN) == (1, 3)
    assert BOARD.places(Kind.OPPONENT, Kind.ASSASSIN) == (0, 4)


@given(st.sets(st.integers(0, 4)))
def test_own_and_bad_cards_share_out_what_is_covered(turned: set[int]) -> None:
    position = start(BOARD).uncover(turned)
    assert set(position.own()) | set(position.bad()) == position.covered
    assert not set(position.own()) & set(position.bad())
    assert all(BOARD.kinds[place] is Kind.OWN for place in position.own())


def test_a_printed_position_does_not_tell_the_key() -> None:
    other = Board(BOARD.cards, tuple(reversed(KINDS)))
    assert repr(start(other)) == repr(start(BOARD))
    assert start(other) != start(BOARD)


def test_no_places_are_no_rows() -> None:
    assert rows(()).shape == (0,)
    assert BOARD.kinds[rows((3,))[0]] is Kind.OWN
