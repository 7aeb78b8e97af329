"""Teammates outside all ensembles differ as they should from the experts that compose them."""

import numpy as np
import pytest

from benchmarks.held_out import StaticTeammate, between, perturbed, play_beside, shuffled
from core.agents.expert import Expert, expert
from core.arena.adaptive import Ensemble, TeammateGuesser, TeammateSpymaster
from core.arena.pair import Pair
from core.arena.paper_game import SolitaireTeam
from core.arena.players import ArenaPlayer, play_team_runs
from core.arena.tournament import Arena, ExpertAgent
from tests.core.agents.boards import made_up_source

WORDS = tuple(f"card{number}" for number in range(30))
ONE, TWO = (
    expert(name, made_up_source(seed, cards=30, clues=200, reach=40, levels=10_000))
    for seed, name in enumerate(("one", "two"))
)
ARENA = Arena({"one": ONE, "two": TWO}, WORDS)
ENSEMBLE = Ensemble(ARENA, ("one", "two"))


def likeness(first: Expert, second: Expert) -> float:
    one, other = (each.guesser.associations(WORDS).similarity.ravel() for each in (first, second))
    return float(np.corrcoef(one, other)[0, 1])


def test_more_noise_is_less_alike() -> None:
    scales = (0.0, 0.3, 1.0)
    made = [perturbed("x", ONE, WORDS, scale, np.random.default_rng(1)) for scale in scales]
    alike = [likeness(ONE, each) for each in made]
    assert alike[0] > 0.999
    assert np.allclose(alike, [1 / np.sqrt(1 + scale**2) for scale in scales], atol=0.03)
    assert all(each.single for each in made)


def test_one_between_two_is_as_like_each() -> None:
    middle = between("x", ONE, TWO, WORDS)
    assert abs(likeness(middle, ONE) - likeness(middle, TWO)) < 0.05
    assert likeness(middle, ONE) > 0.6


def test_a_shuffled_expert_knows_nothing() -> None:
    stray = shuffled("x", ONE, WORDS, np.random.default_rng(2))
    assert abs(likeness(stray, ONE)) < 0.05
    view = stray.guesser.associations(WORDS)
    other = np.sort(ONE.guesser.associations(WORDS).similarity, axis=1)
    assert np.array_equal(np.sort(view.similarity, axis=1), other)


def test_two_chairs_stay_two() -> None:
    both = Expert("both", ONE.spymaster, TWO.guesser)
    made = perturbed("x", both, WORDS, 0.1, np.random.default_rng(3))
    assert not made.single
    assert not between("x", both, ONE, WORDS).single


@pytest.mark.parametrize("speaks", [True, False])
def test_a_teammate_with_one_expert_plays_like_the_expert(speaks: bool) -> None:
    agent, other = ArenaPlayer(ARENA, ExpertAgent(("one",))), TeammateGuesser(ENSEMBLE)
    team: SolitaireTeam = Pair(agent, other)
    player: TeammateSpymaster | TeammateGuesser = other
    if speaks:
        player = TeammateSpymaster(ENSEMBLE)
        team = Pair(player, agent)
    beside = play_beside(ARENA, player, StaticTeammate(("one",)), first_run=1, runs=2, games=4)
    alone = play_team_runs(lambda _: team, WORDS, first_run=1, runs=2, games=4)
    assert beside.outcomes.tolist() == alone.outcomes.tolist()


def test_a_teammate_may_be_switched_or_erratic() -> None:
    rng = np.random.default_rng(0)
    switched = StaticTeammate(("one", "two"))
    assert [switched.expert(game, 4, rng) for game in range(4)] == ["one", "one", "two", "two"]
    erratic = StaticTeammate(("one", "two"), erratic=True)
    assert {erratic.expert(0, 4, rng) for _ in range(40)} == {"one", "two"}
    with pytest.raises(KeyError, match="nobody"):
        play_beside(
            ARENA,
            TeammateGuesser(ENSEMBLE),
            StaticTeammate(("nobody",)),
            first_run=0,
            runs=1,
            games=1,
        )
