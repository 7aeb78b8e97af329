"""The agent that models its teammate plays the same games on cards and on arrays."""

import json
from dataclasses import replace

import numpy as np
import pytest

from core.agents import memory as memories
from core.agents.expert import Expert, expert
from core.agents.memory import EMPTY, Memory
from core.agents.position import start_position
from core.arena.ace_kernel import ArmRule
from core.arena.adaptive import (
    Clues,
    Ensemble,
    TeammateGuesser,
    TeammateSpymaster,
)
from core.arena.engine_game import NO_MEMORIES, Memories, PairMemories
from core.arena.paper_game import (
    PaperGame,
    PublicTurn,
    SolitaireTeam,
    paper_board,
)
from core.arena.paper_kernels import ABSENT
from core.arena.players import ArenaPlayer, play_team_runs
from core.arena.tournament import Arena, ExpertAgent, GameResults
from core.rating.colt import colt_of_counts
from tests.core.agents.boards import made_up_source

WORDS = tuple(f"card{number}" for number in range(40))
EXPERTS = {
    name: expert(name, made_up_source(seed, cards=40, clues=300, reach=60, levels=100_000))
    for seed, name in enumerate(("one", "two", "three"))
}
ARENA = Arena(EXPERTS, WORDS)
ALL = Ensemble(ARENA, tuple(EXPERTS))
OTHERS = Ensemble(ARENA, ("one", "three"))
GAMES = 6


def alone(name: str) -> ArenaPlayer:
    return ArenaPlayer(ARENA, ExpertAgent((name,)))


def listed(results: GameResults) -> list[tuple[tuple[int, ...], bool]]:
    pairs = zip(results.outcomes.tolist(), results.winner.tolist(), strict=True)
    return [
        (tuple(one for one in outcomes if one != ABSENT), winner == 0) for outcomes, winner in pairs
    ]


def in_runs(team: SolitaireTeam, first: int = 0, runs: int = 1, games: int = GAMES) -> GameResults:
    return play_team_runs(lambda _: team, WORDS, first_run=first, runs=runs, games=games)


def one_by_one(team: SolitaireTeam) -> tuple[list[tuple[tuple[int, ...], bool]], Memories]:
    kept: PairMemories = (NO_MEMORIES,)
    games = []
    for seed in range(GAMES):
        game, kept = PaperGame((team,), paper_board(seed, WORDS), kept, seed).play()
        games.append((game.outcomes, game.won))
    return games, kept[0]


@pytest.mark.sampled
@pytest.mark.parametrize("clues", Clues)
def test_a_spymaster_plays_the_same_games_in_a_run(clues: Clues) -> None:
    agent = TeammateSpymaster(OTHERS, clues)
    team = SolitaireTeam(agent, alone("two"))
    assert listed(in_runs(team)) == one_by_one(team)[0]


@pytest.mark.parametrize("ensemble", [ALL, OTHERS])
def test_a_guesser_plays_the_same_games_in_a_run(ensemble: Ensemble) -> None:
    agent = TeammateGuesser(ensemble)
    team = SolitaireTeam(alone("two"), agent)
    assert listed(in_runs(team)) == one_by_one(team)[0]


@pytest.mark.sampled
@pytest.mark.parametrize(
    "team",
    [
        SolitaireTeam(TeammateSpymaster(ALL), alone("one")),
        SolitaireTeam(alone("one"), TeammateGuesser(ALL)),
    ],
)
def test_the_same_seed_is_the_same_run_and_a_run_begins_with_an_empty_memory(
    team: SolitaireTeam,
) -> None:
    both, *each = (listed(in_runs(team, *runs)) for runs in ((0, 2), (0, 1), (1, 1)))
    assert both == each[0] + each[1]


@pytest.mark.slow
def test_a_known_teammate_is_found_and_hardly_ever_misunderstood() -> None:
    agent = TeammateSpymaster(ALL)
    played = in_runs(SolitaireTeam(agent, alone("three")), games=30)
    late = played.counts()[5:].sum(axis=0).astype(np.float64)
    assert (played.winner == 0).mean() > 0.9
    assert colt_of_counts(late) > 2.0


def test_a_guesser_finds_its_spymaster_out_by_the_key() -> None:
    agent = TeammateGuesser(ALL)
    _, kept = one_by_one(SolitaireTeam(alone("two"), agent))
    chances = agent.family.chances(kept.guesser.evidence)
    is_two = agent.family.weights[:, 1] > 0
    assert chances[1:][is_two].sum() > 0.95


def test_a_guesser_learns_from_the_key_of_a_finished_game() -> None:
    agent = TeammateGuesser(ALL)
    board = paper_board(3, WORDS)
    position, rng = start_position(board), np.random.default_rng(0)
    clue = alone("one").announce(position, EMPTY, rng)
    turn = PublicTurn(board.cards, frozenset(range(25)), clue.word, clue.number, (0, 1))
    kept = EMPTY
    others = replace(board, kinds=board.kinds[:2] + tuple(reversed(board.kinds[2:])))
    reviewed = [agent.review(kept, one, (turn,)) for one in (board, others)]
    known = [one.evidence.thousandths for one in reviewed]
    assert known[0] != known[1]


def test_memories_of_the_agent_go_into_json_and_back_between_games() -> None:
    agent = TeammateSpymaster(OTHERS)
    team = SolitaireTeam(agent, alone("two"))
    _, kept = one_by_one(team)
    again = memories.from_json(json.loads(json.dumps(memories.to_json(kept.spymaster))))
    position = start_position(paper_board(77, WORDS))
    first = agent.announce(position, kept.spymaster, np.random.default_rng(1))
    assert agent.announce(position, again, np.random.default_rng(1)) == first


def test_a_clue_is_no_word_of_the_board_and_arms_are_experts_clues() -> None:
    for seed in range(20):
        position = start_position(paper_board(seed, WORDS))
        for clues in Clues:
            agent = TeammateSpymaster(ALL, clues)
            said = agent.announce(position, Memory(), np.random.default_rng(seed))
            assert said.word not in position.board.cards
            assert 1 <= said.number <= 6
            if clues is Clues.ARMS:
                cards = ARENA.cards(position)
                column = ARENA.vocabulary.columns[said.word]
                assert column in [own for own, _ in ALL.expert_clues(cards)]


def test_an_expert_of_two_minds_is_two_opinions_and_gives_one_clue() -> None:
    two = Expert("two", EXPERTS["one"].spymaster, EXPERTS["three"].guesser)
    arena = Arena({"two": two, "one": EXPERTS["one"]}, WORDS)
    ensemble = Ensemble(arena, ("two", "one"))
    assert ensemble.names == ("two", "one", "two-other")
    assert np.array_equal(ensemble.spoken[2], ensemble.heard[0])
    cards = arena.cards(start_position(paper_board(1, WORDS)))
    assert len(ensemble.expert_clues(cards)) == 2
    player = ArenaPlayer(arena, ExpertAgent(("two",)))
    spymaster, guesser = TeammateSpymaster(ensemble, Clues.ARMS), TeammateGuesser(ensemble)
    for team in (SolitaireTeam(spymaster, player), SolitaireTeam(player, guesser)):
        assert listed(in_runs(team)) == one_by_one(team)[0]


def test_an_ensemble_of_one_can_only_speak_as_that_one() -> None:
    ensemble = Ensemble(ARENA, ("one",))
    board = start_position(paper_board(4, WORDS))
    said = TeammateSpymaster(ensemble, Clues.ARMS).announce(board, EMPTY, np.random.default_rng(0))
    assert said.word == alone("one").announce(board, EMPTY, np.random.default_rng(0)).word
    asked = PublicTurn(board.board.cards, board.covered, said.word, 3)
    guesses = TeammateGuesser(ensemble).advise(asked, EMPTY, np.random.default_rng(0)).guesses
    assert len(set(guesses)) == 3


def test_ace_sits_beside_the_agent() -> None:
    ace = ArenaPlayer(ARENA, ExpertAgent(tuple(EXPERTS), ArmRule.ACE))
    games, kept = one_by_one(SolitaireTeam(TeammateSpymaster(ALL), ace))
    assert len(games) == GAMES
    assert kept.guesser.arms
    assert kept.spymaster.evidence.blend is not None
