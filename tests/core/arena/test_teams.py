"""Random teams by the paper's generator, and the games that pairs of them play."""

import numpy as np
import pytest

from core.arena.teams import (
    GAMES_PER_PAIR,
    DrawTeams,
    paper_teams,
    play_pairs,
    population_teams,
    varied_teams,
)
from core.rating.colt import OUTCOME_COUNT, OUTCOMES, Ending, outcome_index, outcome_of
from core.rating.race import win_probabilities

SINGLE = outcome_index(1, Ending.CLEAN)
ASSASSIN = [outcome.ending is Ending.ASSASSIN for outcome in OUTCOMES]


@pytest.mark.parametrize("draw", [paper_teams, varied_teams])
def test_a_team_is_a_distribution_that_finds_a_single_card_at_times(draw: DrawTeams) -> None:
    teams = draw(500, np.random.default_rng(1))
    assert teams.shape == (500, OUTCOME_COUNT)
    assert (teams >= 0.0).all()
    np.testing.assert_allclose(teams.sum(axis=1), 1.0)
    assert (teams[:, SINGLE] > 0.0).all()


def test_teams_of_the_paper_seldom_lack_an_outcome_but_for_the_assassin() -> None:
    absent = (paper_teams(4000, np.random.default_rng(2)) == 0.0).mean(axis=0)
    # A count below 2, below 7, and below 28: absent with chance 1/2, 1/7 and 1/28.
    assert absent[ASSASSIN].mean() == pytest.approx(1 / 2, abs=0.01)
    assert absent[outcome_of("5000").index] == pytest.approx(1 / 7, abs=0.02)
    assert absent[outcome_of("2000").index] == pytest.approx(1 / 28, abs=0.01)
    assert absent[SINGLE] == 0.0


def test_counts_of_one_team_share_their_bounds() -> None:
    # A single clean card is uniform on 1..62, so 32 on average, another frequent outcome on 0..27;
    # a team with many single cards has smaller shares, which takes a little from the ratio.
    teams = paper_teams(4000, np.random.default_rng(3))
    ratio = teams[:, SINGLE].mean() / teams[:, outcome_of("0100").index].mean()
    assert ratio == pytest.approx(31.5 / 13.5, rel=0.05)


def test_varied_teams_differ_in_what_they_turn() -> None:
    teams = varied_teams(4000, np.random.default_rng(4))
    none = (teams[:, ASSASSIN] == 0.0).all(axis=1).mean()
    # With the bound 1, which is one team in seven, no outcome has the assassin.
    assert 1 / 7 - 0.02 < none < 1 / 7 + 0.05
    assert teams[:, ASSASSIN].max() > paper_teams(4000, np.random.default_rng(4))[:, ASSASSIN].max()


def test_pairs_play_so_many_games_in_each_seating() -> None:
    pairs = play_pairs(300, np.random.default_rng(5))
    assert pairs.returned is not None
    assert len(pairs) == len(pairs.returned) == 300
    for shares in (pairs.wins, pairs.returned):
        np.testing.assert_allclose(shares * GAMES_PER_PAIR, np.round(shares * GAMES_PER_PAIR))
    np.testing.assert_allclose(pairs.differences.sum(axis=1), 0.0, atol=1e-12)


def test_shares_of_games_scatter_about_the_exact_chances_as_games_do() -> None:
    games = 400
    exact = play_pairs(600, np.random.default_rng(6), games=None)
    played = play_pairs(600, np.random.default_rng(6), games=games)
    np.testing.assert_array_equal(exact.differences, played.differences)
    deviation = np.sqrt(exact.wins * (1 - exact.wins) / games)
    scores = (played.wins - exact.wins) / deviation
    assert abs(scores.mean()) < 0.2
    assert scores.std() == pytest.approx(1.0, abs=0.1)


def test_exact_pairs_have_the_chances_of_the_race_in_both_seatings() -> None:
    rng = np.random.default_rng(7)
    first, second = varied_teams(3, rng), varied_teams(3, rng)
    pairs = play_pairs(3, np.random.default_rng(7), varied_teams, games=None)
    assert pairs.returned is not None
    ahead, behind = win_probabilities(first, second), 1.0 - win_probabilities(second, first)
    assert pairs.wins == pytest.approx(ahead)
    assert pairs.returned == pytest.approx(behind)
    assert pairs.both == pytest.approx((ahead + behind) / 2)


def test_a_part_of_the_pairs_is_of_the_same_pairs() -> None:
    pairs = play_pairs(10, np.random.default_rng(8))
    assert pairs.returned is not None
    part = pairs[2:5]
    np.testing.assert_array_equal(part.differences, pairs.differences[2:5])
    np.testing.assert_array_equal(part.both, pairs.both[2:5])


def test_a_population_plays_as_its_people_do() -> None:
    often, never = outcome_of("2000").index, outcome_of("9000").index
    posterior = np.zeros((2, OUTCOME_COUNT))
    posterior[0, [often, SINGLE]] = 30.0, 10.0
    posterior[1, SINGLE] = 40.0
    teams = population_teams(posterior)(2000, np.random.default_rng(9))
    np.testing.assert_allclose(teams.sum(axis=1), 1.0)
    assert (teams[:, never] == 0.0).all()
    ones = teams[:, often] > 0.0
    assert ones.mean() == pytest.approx(0.5, abs=0.04)
    assert teams[ones, often].mean() == pytest.approx(0.75, abs=0.01)
