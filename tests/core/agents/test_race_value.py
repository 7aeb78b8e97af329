"""The chance to win a race rises with what is found and falls with what the others find."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.agents.race_value import MIDDLING, race_values, turns_of
from core.rating.colt import OUTCOME_COUNT, OUTCOMES, Ending
from core.rating.race import win_probability

SHARES = st.lists(st.floats(0.0, 1.0), min_size=OUTCOME_COUNT, max_size=OUTCOME_COUNT)


@given(SHARES, SHARES)
def test_fewer_cards_left_are_never_worse(mine: list[float], theirs: list[float]) -> None:
    team, others = np.array(mine) + 0.01, np.array(theirs) + 0.01
    values = race_values(team / team.sum(), others / others.sum())
    for table in (values.to_move, values.after):
        assert ((table >= -1e-12) & (table <= 1 + 1e-12)).all()
        assert (np.diff(table[:, 1:], axis=0) <= 1e-9).all()
        assert (np.diff(table[1:], axis=1) >= -1e-9).all()


def test_a_team_that_finds_all_at_once_wins() -> None:
    values = race_values(turns_of({"9000": 1.0}), MIDDLING)
    assert (values.to_move[:, 1:] == 1.0).all()


def test_bystanders_that_never_run_out_hardly_matter() -> None:
    exact = win_probability(MIDDLING, MIDDLING)
    assert race_values(MIDDLING, MIDDLING).to_move[9, 8] == pytest.approx(exact, abs=0.02)


def test_the_middling_team_sums_to_one_and_seldom_meets_the_assassin() -> None:
    endings = np.array([outcome.ending for outcome in OUTCOMES])
    assert MIDDLING.sum() == pytest.approx(1.0)
    assert MIDDLING[endings == Ending.ASSASSIN].sum() == pytest.approx(0.01)
