"""Games on arrays are the paper's games, move for move, with any players."""

from typing import Any, cast

import numpy as np
import pytest

from core.agents.expert import expert
from core.arena import kernel
from core.arena.ace_kernel import ArmRule
from core.arena.engine_game import NO_MEMORIES, PairMemories
from core.arena.paper_game import PaperGame, SolitaireTeam, paper_board
from core.arena.paper_kernels import ABSENT
from core.arena.players import ArenaPlayer
from core.arena.tournament import AgentPair, Arena, ExpertAgent, GameResults, deal, joined
from core.compiled import compiles
from tests.core.agents.boards import made_up_source

WORDS = tuple(f"card{number}" for number in range(40))
SOURCES = {
    name: made_up_source(seed, cards=40, clues=200, reach=60, levels=1000)
    for seed, name in enumerate(("one", "two", "three"))
}
EXPERTS = {name: expert(name, source) for name, source in SOURCES.items()}
ARENA = Arena(EXPERTS, WORDS)
ALL = tuple(EXPERTS)
AGENTS = {
    **{name: ExpertAgent((name,)) for name in ALL},
    "ace": ExpertAgent(ALL, ArmRule.ACE),
    "ace-paper": ExpertAgent(ALL, ArmRule.ACE_PAPER),
    "any": ExpertAgent(ALL, ArmRule.ANY),
}
PLAYERS = {name: ArenaPlayer(ARENA, agent) for name, agent in AGENTS.items()}
GAMES = 12


def one_by_one(team: SolitaireTeam, first_seed: int = 0) -> list[tuple[tuple[int, ...], bool]]:
    memories: PairMemories = (NO_MEMORIES,)
    games = []
    for seed in range(first_seed, first_seed + GAMES):
        game, memories = PaperGame((team,), paper_board(seed, WORDS), memories, seed).play()
        games.append((game.outcomes, game.won))
    return games


def listed(results: GameResults) -> list[tuple[tuple[int, ...], bool]]:
    pairs = zip(results.outcomes.tolist(), results.winner.tolist(), strict=True)
    return [
        (tuple(one for one in outcomes if one != ABSENT), winner == 0) for outcomes, winner in pairs
    ]


@pytest.mark.sampled
@pytest.mark.parametrize("guesser", ALL)
def test_static_pairs_play_the_same_games(guesser: str) -> None:
    pair = AgentPair(ExpertAgent(("one",)), ExpertAgent((guesser,)))
    played = listed(ARENA.play(pair, first_seed=5, games=GAMES))
    assert played == one_by_one(SolitaireTeam(PLAYERS["one"], PLAYERS[guesser]), 5)


@pytest.mark.parametrize("name", ["ace", "ace-paper", "any"])
def test_an_ensemble_plays_the_same_games_in_both_chairs(name: str) -> None:
    for names in ((name, "two"), ("two", name), (name, name)):
        pair = AgentPair(*(AGENTS[one] for one in names))
        played = listed(ARENA.play(pair, first_seed=0, games=GAMES))
        assert played == one_by_one(SolitaireTeam(*(PLAYERS[one] for one in names)))


def test_boards_of_huge_seeds_are_played_too() -> None:
    pair = AgentPair(AGENTS["one"], AGENTS["two"])
    played = listed(ARENA.play(pair, first_seed=2**64, games=GAMES))
    assert played == one_by_one(SolitaireTeam(PLAYERS["one"], PLAYERS["two"]), 2**64)


@pytest.mark.skipif(not compiles(), reason="nothing is compiled")
def test_arenas_of_all_sizes_share_one_compiled_game() -> None:
    for size in (1, 2, 3):
        Arena(dict(list(EXPERTS.items())[:size]), WORDS).prepare()
    game = cast("Any", kernel.play_games)
    assert len(game.signatures) == 1


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


def test_counts_are_by_game() -> None:
    outcomes = np.array([[3, 0, 5, -1], [2, -1, -1, -1]], dtype=np.int8)
    results = GameResults(
        outcomes,
        np.array([0, -1], dtype=np.int8),
        np.array([0, 1], dtype=np.int8),
        np.zeros(2, dtype=np.int64),
    )
    assert results.turns.tolist() == [3, 1]
    assert np.flatnonzero(results.counts()[0]).tolist() == [0, 3, 5]
    assert np.flatnonzero(results.counts()[1]).tolist() == [2]


@pytest.mark.parametrize(
    ("blue", "red"),
    [(("one", "one"), ("two", "three")), (("ace", "two"), ("three", "ace"))],
)
def test_duels_are_the_same_games(blue: tuple[str, str], red: tuple[str, str]) -> None:
    pairs = [AgentPair(*(AGENTS[name] for name in names)) for names in (blue, red)]
    results = ARENA.duel(pairs[0], pairs[1], first_seed=0, boards=GAMES)
    teams = tuple(SolitaireTeam(PLAYERS[one], PLAYERS[other]) for one, other in (blue, red))
    memories: PairMemories = (NO_MEMORIES, NO_MEMORIES)
    for game in range(2 * GAMES):
        board, swapped = paper_board(game // 2, WORDS), game % 2 == 1
        played, memories = PaperGame(
            (teams[0], teams[1]), board, memories, game // 2, swapped=swapped
        ).play()
        turns = [one for one in results.outcomes[game].tolist() if one != ABSENT]
        halves = (turns[::2], turns[1::2])
        assert results.winner[game] == played.winner
        assert [list(play.outcomes) for play in played.plays] == [
            halves[swapped],
            halves[not swapped],
        ]


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


def dealt(seed: int) -> tuple[list[str], list[int]]:
    board = paper_board(seed, WORDS)
    return list(board.cards), [int(kind) for kind in board.kinds]


def test_boards_of_consecutive_seeds_are_the_papers() -> None:
    words, kinds = deal(100_000, 10, len(WORDS))
    for place, seed in enumerate(range(100_000, 100_010)):
        cards = [WORDS[word] for word in words[place]]
        assert (cards, kinds[place].tolist()) == dealt(seed)


@pytest.mark.parametrize("seed", [0, 2**32 - 1, 2**32, 2**64, 2**70])
def test_a_seed_may_be_of_any_size(seed: int) -> None:
    words, kinds = deal(seed, 1, len(WORDS))
    cards = [WORDS[word] for word in words[0]]
    assert (cards, kinds[0].tolist()) == dealt(seed)


def test_no_games_have_no_boards() -> None:
    assert deal(0, 0, 40)[0].shape == (0, 25)


def test_a_board_needs_25_words() -> None:
    with pytest.raises(ValueError, match="25 cards from 24 words"):
        deal(0, 1, 24)
    assert np.array_equal(np.sort(deal(0, 1, 25)[0][0]), np.arange(25))
