"""Ordered choices have the chances that result from drawn noise."""

from itertools import permutations

import numpy as np
import pytest

from core.agents.plackett_luce import LAPSE, clean_chance, log_chance


def test_the_chances_of_all_orders_sum_to_one() -> None:
    scores = np.array([0.3, -1.0, 2.0, 0.0])
    total = sum(float(np.exp(log_chance(scores, order))) for order in permutations(range(4)))
    assert total == pytest.approx(1.0)


def test_a_pick_has_the_chance_of_the_highest_noisy_score() -> None:
    rng, scores = np.random.default_rng(3), np.array([0.0, 1.0, 2.0])
    noisy = scores + rng.gumbel(size=(40_000, 3))
    drawn = np.bincount(noisy.argmax(axis=1), minlength=3) / len(noisy)
    told = [float(np.exp(log_chance(scores, [pick]))) for pick in range(3)]
    assert told == pytest.approx((1 - LAPSE) * drawn + LAPSE / 3, abs=0.01)


def test_an_impossible_pick_is_a_lapse() -> None:
    scores = np.array([0.0, 500.0])
    assert float(np.exp(log_chance(scores, [0]))) == pytest.approx(LAPSE / 2)


def test_picks_that_do_not_count_are_only_taken_away() -> None:
    scores = np.array([0.3, -1.0, 2.0, 0.0])
    all_of_them = float(log_chance(scores, [2, 0]))
    first, second = (
        float(log_chance(scores, [2, 0], one)) for one in ((True, False), (False, True))
    )
    assert first + second == pytest.approx(all_of_them)
    assert first == pytest.approx(float(log_chance(scores, [2])))


def test_a_clean_turn_is_surer_the_farther_the_own_cards_lead() -> None:
    is_own = np.array([True, True, False, False])
    near, far = np.array([[2.0, 1.5, 1.4, 0.0], [9.0, 8.0, 0.0, 0.0]])
    chances = [float(clean_chance(one, is_own, 2)) for one in (near, far)]
    assert chances[0] < 0.5 < 0.95 < chances[1]
    assert float(clean_chance(near, is_own, 1)) > chances[0]
