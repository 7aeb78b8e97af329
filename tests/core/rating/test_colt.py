"""The order of outcomes, their codes and weights, and the ratings of known teams."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rating.colt import (
    OUTCOME_COUNT,
    OUTCOMES,
    WEIGHTS,
    Ending,
    TurnOutcome,
    colt,
    colt_of_counts,
    outcome_index,
    outcome_of,
)

distributions = st.lists(st.floats(0.01, 1.0), min_size=OUTCOME_COUNT, max_size=OUTCOME_COUNT).map(
    lambda values: np.array(values) / np.sum(values)
)


def test_there_are_36_outcomes_from_a_lost_first_guess_to_nine_clean_cards() -> None:
    assert OUTCOME_COUNT == 36
    assert [outcome.code for outcome in OUTCOMES[:5]] == ["0100", "0010", "0001", "1000", "1100"]
    assert OUTCOMES[-1] == TurnOutcome(9, Ending.CLEAN)


@given(st.sampled_from(OUTCOMES))
def test_an_outcome_is_found_again_by_its_code_and_by_its_index(outcome: TurnOutcome) -> None:
    assert outcome_of(outcome.code) == outcome
    assert OUTCOMES[outcome.index] == outcome


@pytest.mark.parametrize("code", ["0000", "9100", "1110", "10000", ""])
def test_a_code_that_no_turn_can_have_is_refused(code: str) -> None:
    with pytest.raises(KeyError):
        outcome_of(code)


@pytest.mark.parametrize(
    ("own", "ending"), [(0, Ending.CLEAN), (9, Ending.OPPONENT), (10, Ending.CLEAN), (-1, 3)]
)
def test_a_turn_that_cannot_happen_has_no_index(own: int, ending: int) -> None:
    with pytest.raises(ValueError, match="no turn has"):
        outcome_index(own, ending)


@pytest.mark.parametrize(
    ("code", "weight"),
    [("0100", -4.695), ("0010", -1.854), ("0001", -9.74), ("1000", 1.706), ("1100", -1.637),
     ("1010", 0.007), ("1001", -5.551), ("2000", 1.941), ("2100", -0.404), ("2010", 0.83),
     ("2001", -4.567), ("3000", 2.274), ("3100", 0.492), ("3010", 1.468), ("3001", -3.798),
     ("4000", 2.712), ("4100", 1.109), ("4010", 1.945), ("4001", -2.892), ("5000", 3.022),
     ("5100", 1.608), ("5010", 1.96), ("5001", -2.732), ("6000", 2.96), ("6100", 1.792),
     ("6010", 2.129), ("6001", -2.573), ("7000", 2.95), ("7100", 1.881), ("7010", 2.11),
     ("7001", -1.806), ("8000", 2.444), ("8100", 1.12), ("8010", 1.296), ("8001", -1.136),
     ("9000", 1.528)],
)  # fmt: skip
def test_the_weights_are_those_of_table_1(code: str, weight: float) -> None:
    assert WEIGHTS[outcome_of(code).index] == weight


@pytest.mark.parametrize(
    ("own", "rating"),
    list(enumerate((1.706, 1.941, 2.274, 2.712, 3.022, 2.960, 2.950, 2.444, 1.528), start=1)),
)
def test_a_team_that_always_finds_k_clean_cards_has_the_weight_of_k(
    own: int, rating: float
) -> None:
    counts = np.zeros(OUTCOME_COUNT)
    counts[outcome_index(own, Ending.CLEAN)] = 17
    assert colt_of_counts(counts) == pytest.approx(rating)


@given(distributions, st.floats(0.5, 1e6))
def test_the_number_of_turns_does_not_change_the_rating(
    distribution: np.ndarray, turns: float
) -> None:
    assert colt_of_counts(distribution * turns) == pytest.approx(colt(distribution))


@given(distributions)
def test_a_rating_lies_between_the_worst_and_the_best_outcome(distribution: np.ndarray) -> None:
    assert WEIGHTS.min() - 1e-9 <= colt(distribution) <= WEIGHTS.max() + 1e-9


def test_no_turn_has_no_rating() -> None:
    with pytest.raises(ValueError, match="without a turn"):
        colt_of_counts(np.zeros(OUTCOME_COUNT))


def test_the_weights_cannot_be_overwritten() -> None:
    with pytest.raises(ValueError, match="read-only"):
        WEIGHTS[0] = 1.0
