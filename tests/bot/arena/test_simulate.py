"""Simulations: reports, repeatability, the names of players, and the paper's numbers."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bot.arena.players import DuelSetup, PaperPlayers, Ruleset
from bot.arena.simulate import Report, report, simulate
from bot.models.ensemble import AssetError, ModelSet, load_model_set
from bot.texts import Texts
from core.agents.expert import expert
from core.arena.engine_game import PlayedGame, TeamRecord
from core.arena.tournament import on_arrays
from core.rating.colt import OUTCOMES, outcome_of
from core.view import phrase
from tests.core.agents.boards import made_up_source

PAPERS = Path(os.environ.get("SPYRING_BENCH", Path(__file__).parents[4] / "shared/paper-bench"))

needs_papers = pytest.mark.skipif(
    not PAPERS.is_dir(), reason="needs the paper's bench: set SPYRING_BENCH to its folder"
)

WORDS = tuple(f"card{number}" for number in range(40))


@pytest.fixture(scope="module")
def bench() -> ModelSet:
    """Return a bench of two made-up models that disagree."""
    sources = {
        name: made_up_source(seed, cards=40, clues=200, reach=60, levels=1000)
        for seed, name in enumerate(("first", "second"))
    }
    experts = {name: expert(name, source) for name, source in sources.items()}
    return ModelSet(WORDS, sources["first"].vocabulary, experts, checksum="made up")


@pytest.fixture(scope="module")
def papers() -> ModelSet:
    return load_model_set(PAPERS)


def solo(*codes: str, won: bool = True, fallbacks: int = 0) -> PlayedGame:
    outcomes = tuple(outcome_of(code).index for code in codes)
    return PlayedGame(0 if won else 1, (TeamRecord(outcomes, fallbacks),))


def test_a_report_counts_wins_turns_and_outcomes() -> None:
    games = [
        solo("5000", "4000", fallbacks=1),
        solo("3000", "3000", "2010", "1000"),
        solo("2010", "0001", won=False),
    ]
    found = report(on_arrays(games), seconds=0.5).to_json()
    assert found["win_rate"] == pytest.approx(2 / 3)
    assert found["win_turns"] == 3.0
    expected = {"5000": 1, "4000": 1, "3000": 2, "2010": 2, "1000": 1, "0001": 1}
    assert found["outcomes"] == expected
    weights = {"5000": 3.022, "4000": 2.712, "3000": 2.274, "2010": 0.83, "1000": 1.706,
               "0001": -9.74}  # fmt: skip
    total = sum(weights[code] * count for code, count in expected.items())
    assert found["colt"] == pytest.approx(total / 8)
    assert (found["games"], found["seconds"], found["fallbacks"]) == (3, 0.5, 1)


def test_where_nothing_was_won_the_turns_to_win_are_null() -> None:
    found = report(on_arrays([solo("0001", won=False)]), seconds=0.0)
    assert found.to_json()["win_turns"] is None
    assert found.win_rate == 0.0


def test_a_report_of_no_games_is_an_error() -> None:
    with pytest.raises(ValueError, match="no games"):
        report(on_arrays([]), seconds=0.0)


def simulated(
    *players: str,
    games: int,
    seed: int,
    model_set: ModelSet,
    ruleset: Ruleset = Ruleset.PAPER,
    without: tuple[str, ...] = (),
) -> Report:
    spymaster, guesser = players
    setup = DuelSetup(model_set, ruleset, without)
    return simulate(setup, spymaster, guesser, range(seed, seed + games))


def numbers(found: Report) -> Report:
    return replace(found, seconds=0.0)


@pytest.mark.sampled
@pytest.mark.parametrize("ruleset", Ruleset)
@pytest.mark.parametrize(
    ("spymaster", "guesser"),
    [("ace", "first"), ("first", "ace-paper"), ("random", "random"), ("second", "first")],
)
def test_the_same_seed_gives_the_same_numbers(
    bench: ModelSet, spymaster: str, guesser: str, ruleset: Ruleset
) -> None:
    once, again = (
        simulated(spymaster, guesser, games=6, seed=3, ruleset=ruleset, model_set=bench)
        for _ in range(2)
    )
    assert numbers(once) == numbers(again)


def test_another_seed_gives_other_numbers(bench: ModelSet) -> None:
    first = simulated("random", "random", games=10, seed=3, model_set=bench)
    assert numbers(first) != numbers(
        simulated("random", "random", games=10, seed=4, model_set=bench)
    )


def test_game_i_is_played_on_the_board_of_seed_s_plus_i(bench: ModelSet) -> None:
    both = simulated("second", "first", games=2, seed=7, model_set=bench)
    each = [simulated("second", "first", games=1, seed=seed, model_set=bench) for seed in (7, 8)]
    assert both.counts == tuple(
        sum(pair) for pair in zip(*(one.counts for one in each), strict=True)
    )


def test_an_expert_with_itself_never_turns_a_bad_card_in_the_papers_game(bench: ModelSet) -> None:
    found = simulated("first", "first", games=20, seed=0, model_set=bench)
    assert found.win_rate == 1.0
    assert all(not count or OUTCOMES[place].ending == 0 for place, count in enumerate(found.counts))


def test_names_left_out_are_not_in_aces_ensemble(bench: ModelSet) -> None:
    players = PaperPlayers(DuelSetup(bench, Ruleset.PAPER, ("first",)))
    assert players.named("ace").experts == ("second",)
    left_out = simulated("ace", "first", games=4, seed=1, model_set=bench, without=("first",))
    assert numbers(left_out) == numbers(
        simulated("second", "first", games=4, seed=1, model_set=bench)
    )


def test_the_papers_games_need_the_extra_and_those_of_a_table_do_not(
    bench: ModelSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(AssetError) as caught:
        simulated("first", "second", games=1, seed=0, model_set=bench)
    assert "numba" in Texts.load("en").say(caught.value.phrase)
    table = simulated("first", "second", games=1, seed=0, ruleset=Ruleset.TABLE, model_set=bench)
    assert table.games == 1


@pytest.mark.parametrize("ruleset", Ruleset)
def test_a_player_that_nobody_knows_is_named(bench: ModelSet, ruleset: Ruleset) -> None:
    with pytest.raises(AssetError) as caught:
        simulated("oracle", "first", games=1, seed=0, ruleset=ruleset, model_set=bench)
    known = ("ace-paper", "ace", "first", "second", "random")
    assert caught.value.phrase == phrase("asset-unknown-expert", name="oracle", known=known)


@pytest.mark.parametrize("ruleset", Ruleset)
def test_an_ensemble_of_nobody_is_refused(bench: ModelSet, ruleset: Ruleset) -> None:
    everybody = ("first", "second")
    with pytest.raises(AssetError) as caught:
        simulated(
            "ace", "first", games=1, seed=0, ruleset=ruleset, model_set=bench, without=everybody
        )
    assert caught.value.phrase == phrase("asset-no-expert", without=everybody)


@pytest.mark.parametrize(("games", "seed"), [(0, 1), (5, -1)])
def test_no_games_or_a_negative_seed_is_an_error(bench: ModelSet, games: int, seed: int) -> None:
    with pytest.raises(ValueError, match="games from seed"):
        simulated("first", "first", games=games, seed=seed, model_set=bench)


def test_ace_plays_nearly_as_well_as_its_partners_own_model(bench: ModelSet) -> None:
    ace = simulated("ace", "first", games=50, seed=0, model_set=bench)
    stranger = simulated("second", "first", games=50, seed=0, model_set=bench)
    assert ace.colt > 1.5 > stranger.colt


@pytest.mark.slow
@needs_papers
def test_the_papers_matched_pair_scores_what_the_paper_says(papers: ModelSet) -> None:
    found = simulated("g5", "g5", games=1000, seed=100_000, model_set=papers)
    assert found.win_turns is not None
    assert found.colt == pytest.approx(2.05, abs=0.04)
    assert found.win_rate == 1.0
    assert found.win_turns == pytest.approx(4.07, abs=0.06)


@needs_papers
@pytest.mark.parametrize(
    ("spymaster", "guesser", "colt", "error"),
    [("w", "g3", -0.14, 0.25), ("g3", "wg", 1.86, 0.15), ("cn", "cn", 2.12, 0.05)],
)
def test_other_pairs_score_near_the_tables(
    papers: ModelSet, spymaster: str, guesser: str, colt: float, error: float
) -> None:
    found = simulated(spymaster, guesser, games=400, seed=100_000, model_set=papers)
    assert found.colt == pytest.approx(colt, abs=error)


@needs_papers
def test_ace_with_its_partner_present_is_close_to_the_papers_ace(papers: ModelSet) -> None:
    runs = [
        simulated("ace", "g3", games=50, seed=100_000 + 50 * run, model_set=papers)
        for run in range(6)
    ]
    assert np.mean([one.colt for one in runs]) == pytest.approx(2.0, abs=0.1)
