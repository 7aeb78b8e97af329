"""Boards and positions as arrays for the spymaster."""

from hypothesis import given
from hypothesis import strategies as st

from core.agents.position import CardKind, KeyedBoard, rows, start_position

KINDS = (CardKind.ASSASSIN, CardKind.OWN, CardKind.BYSTANDER, CardKind.OWN, CardKind.OPPONENT)
BOARD = KeyedBoard(("ink", "lion", "tent", "wolf", "whale"), KINDS)


def test_places_come_in_board_order() -> None:
    assert BOARD.places(CardKind.OWN) == (1, 3)
    assert BOARD.places(CardKind.OPPONENT, CardKind.ASSASSIN) == (0, 4)


@given(st.sets(st.integers(0, 4)))
def test_own_and_bad_cards_share_out_what_is_covered(turned: set[int]) -> None:
    position = start_position(BOARD).uncover(turned)
    assert set(position.own()) | set(position.bad()) == position.covered
    assert not set(position.own()) & set(position.bad())
    assert all(BOARD.kinds[place] is CardKind.OWN for place in position.own())


def test_a_printed_position_does_not_tell_the_key() -> None:
    other = KeyedBoard(BOARD.cards, tuple(reversed(KINDS)))
    assert repr(start_position(other)) == repr(start_position(BOARD))
    assert start_position(other) != start_position(BOARD)


def test_no_places_are_no_rows() -> None:
    assert rows(()).shape == (0,)
    assert BOARD.kinds[rows((3,))[0]] is CardKind.OWN
