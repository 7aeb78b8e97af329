"""The chance to win a race to the last card."""

import numpy as np
import pytest

from core.agents.position import CardKind
from core.agents.win_value import MOST_LEFT, TYPICAL_TURNS, after_turn, win_values


def test_the_turns_are_shares_of_a_whole() -> None:
    assert sum(turn.share for turn in TYPICAL_TURNS) == pytest.approx(1)


def test_fewer_own_cards_and_more_of_the_others_are_better() -> None:
    values = win_values()
    inner = values[1:20, 1:20]
    assert (np.diff(inner, axis=0) < 0).all()
    assert (np.diff(inner, axis=1) > 0).all()
    assert ((inner > 0) & (inner < 1)).all()


def test_a_side_without_cards_has_won() -> None:
    values = win_values()
    assert (values[0, 1:] == 1).all()
    assert (values[1:, 0] == 0).all()
    assert after_turn(0, 5) == 1
    assert after_turn(3, 1, CardKind.OPPONENT) == 0
    assert after_turn(3, 5, CardKind.ASSASSIN) == 0


def test_the_values_stand_still() -> None:
    values = win_values()
    expected = sum(
        turn.share * after_turn(max(5 - turn.found, 0), 4, turn.bad) for turn in TYPICAL_TURNS
    )
    assert values[5, 4] == pytest.approx(expected, abs=1e-6)


def test_a_bad_card_costs_by_its_kind() -> None:
    clean, bystander = after_turn(4, 4), after_turn(4, 4, CardKind.BYSTANDER)
    assert clean == bystander > after_turn(4, 4, CardKind.OPPONENT) > 0


def test_very_many_cards_count_as_many() -> None:
    assert after_turn(500, 500) == after_turn(MOST_LEFT, MOST_LEFT)
