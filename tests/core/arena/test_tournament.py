"""Games on arrays are the paper's games, move for move, whoever plays them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.agents.ace import AceVariant
from core.agents.expert import expert
from core.agents.position import CardKind
from core.arena.experts import ABSENT
from core.arena.players import AcePlayer, ExpertPlayer
from core.arena.solitaire import Memories, SolitaireTeam, paper_board, play
from core.arena.tournament import AgentPair, Arena, ArmRule, ExpertAgent, GameResults, joined
from core.rating.colt import OUTCOMES, Ending
from tests.core.agents.boards import made_up_source

WORDS = tuple(f"card{number}" for number in range(40))
SOURCES = {
    name: made_up_source(seed, cards=40, clues=200, reach=60, levels=1000)
    for seed, name in enumerate(("one", "two", "three"))
}
EXPERTS = {name: expert(name, source) for name, source in SOURCES.items()}
ARENA = Arena(EXPERTS, WORDS)
ALL = tuple(EXPERTS)
PLAYERS = {name: ExpertPlayer(one) for name, one in EXPERTS.items()}
ACES = {
    ArmRule.ACE: AcePlayer(tuple(PLAYERS.values())),
    ArmRule.ACE_PAPER: AcePlayer(tuple(PLAYERS.values()), AceVariant.PAPER),
}
GAMES = 12


def one_by_one(team: SolitaireTeam, first_seed: int = 0) -> list[tuple[tuple[int, ...], bool]]:
    memories, games = Memories(), []
    for seed in range(first_seed, first_seed + GAMES):
        board, rng = paper_board(seed, WORDS), np.random.default_rng(seed)
        game, memories = play(team, board, memories, rng)
        games.append((game.outcomes, game.won))
    return games


def listed(results: GameResults) -> list[tuple[tuple[int, ...], bool]]:
    pairs = zip(results.outcomes.tolist(), results.winner.tolist(), strict=True)
    return [
        (tuple(one for one in outcomes if one != ABSENT), winner == 0) for outcomes, winner in pairs
    ]


@pytest.mark.parametrize("guesser", ALL)
def test_static_pairs_play_the_same_games(guesser: str) -> None:
    pair = AgentPair(ExpertAgent(("one",)), ExpertAgent((guesser,)))
    played = listed(ARENA.play(pair, first_seed=5, games=GAMES))
    assert played == one_by_one(SolitaireTeam(PLAYERS["one"], PLAYERS[guesser]), 5)


@pytest.mark.parametrize("rule", list(ACES))
def test_ace_plays_the_same_games_in_both_chairs(rule: ArmRule) -> None:
    agent, ace = ExpertAgent(ALL, rule), ACES[rule]
    spymaster = listed(
        ARENA.play(AgentPair(agent, ExpertAgent(("two",))), first_seed=0, games=GAMES)
    )
    assert spymaster == one_by_one(SolitaireTeam(ace, PLAYERS["two"]))
    guesser = listed(ARENA.play(AgentPair(ExpertAgent(("two",)), agent), first_seed=0, games=GAMES))
    assert guesser == one_by_one(SolitaireTeam(PLAYERS["two"], ace))
    both = listed(ARENA.play(AgentPair(agent, agent), first_seed=0, games=GAMES))
    assert both == one_by_one(SolitaireTeam(ace, ace))


def test_a_run_begins_with_an_empty_memory() -> None:
    pair = AgentPair(ExpertAgent(ALL, ArmRule.ACE), ExpertAgent(("three",)))
    runs = ARENA.play_runs(pair, first_run=2, runs=2)
    each = [ARENA.play(pair, first_seed=50 * run, games=50) for run in (2, 3)]
    assert np.array_equal(runs.outcomes, joined(each).outcomes)
    static = AgentPair(ExpertAgent(("one",)), ExpertAgent(("three",)))
    series = ARENA.play(static, first_seed=100, games=100)
    assert np.array_equal(ARENA.play_runs(static, first_run=2, runs=2).outcomes, series.outcomes)


def test_another_constant_makes_another_ace() -> None:
    def outcomes(exploration: float) -> bytes:
        agent = ExpertAgent(ALL, ArmRule.ACE, exploration)
        return ARENA.play(
            AgentPair(agent, ExpertAgent(("two",))), first_seed=0, games=40
        ).outcomes.tobytes()

    assert outcomes(0.5) != outcomes(5.0)
    assert outcomes(0.0)


def test_a_random_ensemble_follows_the_seed_of_the_game() -> None:
    pair = AgentPair(ExpertAgent(ALL, ArmRule.ANY), ExpertAgent(("one",)))
    first = ARENA.play(pair, first_seed=3, games=GAMES)
    assert np.array_equal(first.outcomes, ARENA.play(pair, first_seed=3, games=GAMES).outcomes)
    alone = ARENA.play(pair, first_seed=5, games=1)
    assert np.array_equal(first.outcomes[2], alone.outcomes[0])


def test_counts_are_by_game_and_pair() -> None:
    outcomes = np.array([[3, 0, 5, -1], [2, -1, -1, -1]], dtype=np.int8)
    results = GameResults(
        outcomes,
        np.array([0, -1], dtype=np.int8),
        np.array([0, 1], dtype=np.int8),
        np.zeros(2, dtype=np.int64),
    )
    assert results.turns.tolist() == [3, 1]
    assert np.flatnonzero(results.counts()[0]).tolist() == [0, 3, 5]
    assert np.flatnonzero(results.counts(0, 2)[0]).tolist() == [3, 5]
    assert np.flatnonzero(results.counts(1, 2)[0]).tolist() == [0]
    assert results.counts(0, 2)[1].sum() == 0
    assert np.flatnonzero(results.counts(1, 2)[1]).tolist() == [2]


def test_a_duel_is_the_full_game_of_two_teams() -> None:
    blue, red = (AgentPair(ExpertAgent((name,)), ExpertAgent((name,))) for name in ("one", "two"))
    results = ARENA.duel(blue, red, first_seed=0, boards=20)
    assert results.first.tolist() == [0, 1] * 20
    for game, board in enumerate(np.repeat(np.arange(20), 2)):
        assert replayed(results, game, int(board)) == results.winner[game]


def replayed(results: GameResults, game: int, seed: int) -> int:
    """Return the winner of a game whose turns are told again by the players one by one."""
    board = paper_board(seed, WORDS)
    covered, mover = set(range(25)), int(results.first[game])
    for outcome in results.outcomes[game]:
        if outcome == ABSENT:
            break
        own = CardKind.OWN if mover == results.first[game] else CardKind.OPPONENT
        told = OUTCOMES[outcome]
        mine = [place for place in covered if board.kinds[place] is own]
        assert told.own <= len(mine)
        covered -= set(mine[: told.own])
        bad = {
            Ending.OPPONENT: CardKind.OPPONENT if own is CardKind.OWN else CardKind.OWN,
            Ending.BYSTANDER: CardKind.BYSTANDER,
            Ending.ASSASSIN: CardKind.ASSASSIN,
        }.get(told.ending)
        if bad is not None:
            covered.remove(next(place for place in covered if board.kinds[place] is bad))
        kinds = {board.kinds[place] for place in covered}
        if own not in kinds:
            return mover
        if bad is CardKind.ASSASSIN or not {CardKind.OWN, CardKind.OPPONENT} <= kinds:
            return 1 - mover
        mover = 1 - mover
    raise AssertionError("a game without an end")


def test_equal_pairs_win_as_often_as_the_other_way_round() -> None:
    pair = AgentPair(ExpertAgent(("one",)), ExpertAgent(("one",)))
    results = ARENA.duel(pair, pair, first_seed=0, boards=15)
    wins = results.winner.reshape(15, 2)
    assert (wins[:, 0] == 1 - wins[:, 1]).all()


def test_an_unknown_expert_is_named() -> None:
    with pytest.raises(KeyError, match="four"):
        ARENA.play(AgentPair(ExpertAgent(("four",)), ExpertAgent(("one",))), first_seed=0, games=1)


@pytest.mark.parametrize("experts", [(), ("one", "two")])
def test_a_fixed_agent_has_one_expert(experts: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="FIXED"):
        ExpertAgent(experts)


SCRIPT = """
import json, sys
from core.compiled import COMPILES
from tests.core.arena.test_tournament import everything
print(json.dumps([COMPILES, everything()]))
"""


def everything() -> list[object]:
    """Return the games of each kind of agent."""
    told: list[object] = []
    for rule in ArmRule:
        agent = ExpertAgent(ALL[:1] if rule is ArmRule.FIXED else ALL, rule)
        for pair in (
            AgentPair(agent, ExpertAgent(("two",))),
            AgentPair(ExpertAgent(("three",)), agent),
        ):
            results = ARENA.play(pair, first_seed=9, games=60)
            told.append([results.outcomes.tolist(), results.winner.tolist()])
    ace = AgentPair(ExpertAgent(ALL, ArmRule.ACE), ExpertAgent(ALL, ArmRule.ACE))
    duel = ARENA.duel(
        ace, AgentPair(ExpertAgent(("one",)), ExpertAgent(("one",))), first_seed=0, boards=20
    )
    told.append([duel.outcomes.tolist(), duel.winner.tolist()])
    return told


@pytest.mark.slow  # it compiles
def test_compiled_games_are_the_same() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    ran = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        check=True,
        cwd=Path(__file__).parents[3],
        env=environment,
    )
    compiles, compiled = json.loads(ran.stdout)
    assert compiles
    assert compiled == everything()
