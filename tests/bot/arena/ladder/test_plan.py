"""The games of a suite, and the standings that follow from their results."""

from typing import Any

import pytest

from bot.arena.ladder.agents import EXPERT_AGENTS, PANEL, SHIPPED, LadderAgent, thought_with
from bot.arena.ladder.plan import (
    SUITES,
    GameBlock,
    Schedule,
    best_average,
    pair_results,
    solo_figures,
    standings,
    suite_seeds,
)

SEEDS = suite_seeds("development", 20)


def test_the_suites_share_no_board() -> None:
    first, second = (set(suite_seeds(suite, 10_000)) for suite in SUITES)
    assert not first & second


def test_every_two_agents_play_each_board_once_beside_guessers_unlike_them() -> None:
    blocks = Schedule(SHIPPED, SEEDS, "sense").duels
    seeds: dict[tuple[str, ...], list[int]] = {}
    for block in blocks:
        seeds.setdefault(block.agents, []).extend(block.seeds)
        assert block.guessers[0] == block.guessers[1]
        for spymaster in block.spymasters:
            assert block.guessers[0] not in thought_with(spymaster)
    assert len(seeds) == len(SHIPPED) * (len(SHIPPED) - 1) // 2
    assert all(sorted(played) == list(SEEDS) for played in seeds.values())
    assert len({block.key for block in blocks}) == len(blocks)


def test_best_average_plays_as_its_expert() -> None:
    agents = tuple(agent for agent in SHIPPED if agent.name in {"best-average", "random"})
    assert {block.spymasters for block in Schedule(agents, SEEDS, "sense").duels} == {
        ("random", "sense")
    }


def test_an_agent_with_a_guesser_of_its_own_plays_beside_it() -> None:
    own = LadderAgent("own", "gloss", "gloss")
    other = LadderAgent("other", "random")
    blocks = Schedule((own, other), SEEDS).duels
    assert {block.guessers[0] for block in blocks} == {"gloss"}
    assert len({block.guessers[1] for block in blocks}) == len(PANEL)
    (alone,) = Schedule((own,), SEEDS).solo
    assert (alone.guessers, alone.seeds) == (("gloss",), tuple(SEEDS))


def test_the_best_expert_is_that_of_the_best_mean_beside_other_experts() -> None:
    results: dict[GameBlock, dict[str, Any]] = {}
    for block in Schedule(EXPERT_AGENTS, SEEDS).solo:
        spymaster, guesser = block.spymasters[0], block.guessers[0]
        # piece is the best with the stranger, who does not count, and wordnet with one expert.
        code = {("piece", "stranger"): "5000", ("wordnet", "piece"): "5000"}.get(
            (spymaster, guesser), "2000" if spymaster == "gloss" else "1010"
        )
        results[block] = {"win_turns": [], "outcomes": {code: 10}}
    assert best_average(results) == "gloss"


def test_standings_follow_from_boards_and_solo_games() -> None:
    agents = tuple(agent for agent in SHIPPED if agent.name in {"random", "gloss", "ace"})
    schedule = Schedule(agents, SEEDS)
    results: dict[GameBlock, dict[str, Any]] = {}
    strength = {"random": 0, "gloss": 1, "ace": 2}
    for block in schedule.duels:
        first, second = block.spymasters
        better = strength[first] > strength[second]
        lost = [0 if better else 2] * (len(block.seeds) > 2)
        sure = "random" in block.spymasters
        wins = [2 if better else 0] * len(block.seeds)
        won = wins if sure else [*wins[len(lost) :], *lost]
        results[block] = {"wins": won, "forfeits": []}
    for block in schedule.solo:
        results[block] = {"win_turns": [4], "outcomes": {"2000": 3, "1010": 1}}
    found = standings(schedule, results)
    assert [one.agent.name for one in found] == ["ace", "gloss", "random"]
    assert sum(one.points for one in found) == pytest.approx(0, abs=1e-6)
    assert [one.games for one in found] == [80, 80, 80]
    assert found[2].win_rate == 0
    assert [one.verdict for one in found][2] == "below all"
    boards = pair_results(schedule, results)
    assert all(pair.boards == 20 for pair in boards)


def test_solo_figures_count_lost_games_in_the_shares_only() -> None:
    figures = solo_figures(
        [
            {"win_turns": [4, 6], "outcomes": {"2000": 4}},
            {"win_turns": [], "outcomes": {"1001": 2}},
        ],
        4,
    )
    assert (figures.games, figures.win_rate, figures.win_turns) == (4, 0.5, 5.0)
    assert figures.cards_a_turn == pytest.approx(10 / 6)
    assert solo_figures([{"win_turns": [], "outcomes": {}}], 2).colt is None
