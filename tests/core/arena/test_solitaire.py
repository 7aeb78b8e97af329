"""The paper's solitaire game: its boards, its turns, its ends."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agents.associations import Vocabulary
from core.agents.expert import ClueProposal, expert
from core.agents.memory import Memory
from core.agents.position import BoardPosition, CardKind, KeyedBoard, start_position
from core.arena.ace_kernel import ArmRule
from core.arena.engine_game import NO_MEMORIES, PairMemories
from core.arena.paper_game import (
    Advice,
    Guesser,
    PaperGame,
    PublicTurn,
    SolitaireTeam,
    Spymaster,
    outcome_of_turn,
    paper_board,
    result,
    turn_cards,
)
from core.arena.players import ArenaPlayer, RandomPlayer
from core.arena.tournament import Arena, ExpertAgent
from core.rating.colt import OUTCOMES, Ending
from tests.core.agents.boards import made_up_source
from tests.profile import examples

WORDS = tuple(f"card{number}" for number in range(40))
SOURCE = made_up_source(0, cards=40, clues=200, reach=60, levels=1000)
OTHER = made_up_source(1, cards=40, clues=200, reach=60, levels=1000)
ARENA = Arena({"other": expert("other", OTHER), "own": expert("own", SOURCE)}, WORDS)
EXPERT, STRANGER = (ArenaPlayer(ARENA, ExpertAgent((name,))) for name in ("own", "other"))


@given(st.integers(0, 10**9))
def test_a_board_has_25_words_and_9_8_7_1_cards(seed: int) -> None:
    board = paper_board(seed, WORDS)
    assert len(set(board.cards)) == 25
    assert [board.kinds.count(kind) for kind in CardKind] == [9, 8, 7, 1]


def test_words_and_key_are_shuffled_by_the_same_seed_from_the_start() -> None:
    board = paper_board(7, WORDS)
    deck, key = list(WORDS), ["red"] * 9 + ["blue"] * 8 + ["grey"] * 7 + ["black"]
    Random(7).shuffle(deck)
    Random(7).shuffle(key)
    names = {
        "red": CardKind.OWN,
        "blue": CardKind.OPPONENT,
        "grey": CardKind.BYSTANDER,
        "black": CardKind.ASSASSIN,
    }
    assert board == KeyedBoard(tuple(deck[:25]), tuple(names[colour] for colour in key))


def test_a_seeds_board_never_changes() -> None:
    board = paper_board(100000, WORDS)
    assert board.cards[:4] == ("card2", "card12", "card30", "card27")
    assert "".join(str(int(kind)) for kind in board.kinds) == "1200020232011121002121010"


class Scripted(Spymaster, Guesser):
    """A player that says one clue and guesses the given cards, turn after turn."""

    def __init__(self, *turns: tuple[int, ...]) -> None:
        self.turns = list(turns)

    def announce(
        self,
        position: BoardPosition,  # noqa: ARG002
        memory: Memory,  # noqa: ARG002
        rng: np.random.Generator,  # noqa: ARG002
    ) -> ClueProposal:
        return ClueProposal("clue0", len(self.turns[0]), ())

    def advise(
        self,
        question: PublicTurn,  # noqa: ARG002
        memory: Memory,  # noqa: ARG002
        rng: np.random.Generator,  # noqa: ARG002
    ) -> Advice:
        return Advice(self.turns.pop(0))


NOTHING = (NO_MEMORIES,)

SORTED = KeyedBoard(
    WORDS[:25],
    (
        *(CardKind.OWN,) * 9,
        *(CardKind.OPPONENT,) * 8,
        *(CardKind.BYSTANDER,) * 7,
        CardKind.ASSASSIN,
    ),
)


def scripted(*turns: tuple[int, ...]) -> tuple[list[str], bool]:
    player = Scripted(*turns)
    game, _ = PaperGame((SolitaireTeam(player, player),), SORTED, NOTHING, 0).play()
    return [OUTCOMES[outcome].code for outcome in game.outcomes], game.won


@pytest.mark.parametrize(
    ("turns", "codes", "won"),
    [
        ([(0, 1, 2, 3, 4, 5, 6, 7, 8)], ["9000"], True),
        ([(0, 1, 24, 2)], ["2001"], False),
        ([(24,)], ["0001"], False),
        ([(0, 9, 1), (1,), (2, 17), (3, 4, 5, 6, 7, 8)], ["1100", "1000", "1010", "6000"], True),
        ([(place,) for place in range(9, 17)], ["0100"] * 8, False),
        ([*[(place,) for place in range(17, 24)], (0,), (24,)], [*["0010"] * 7, "1000", "0001"],
         False),
    ],
)  # fmt: skip
def test_turns_end_at_the_first_bad_card_and_games_as_the_paper_says(
    turns: list[tuple[int, ...]], codes: list[str], won: bool
) -> None:
    assert scripted(*turns) == (codes, won)


def test_seven_bystanders_do_not_end_a_game() -> None:
    position = start_position(SORTED).uncover(range(17, 24))
    assert result(position) is None


def test_the_eighth_card_of_the_opponent_loses() -> None:
    assert result(start_position(SORTED).uncover(range(9, 16))) is None
    assert result(start_position(SORTED).uncover(range(9, 17))) is False


def test_a_turn_without_a_guess_is_an_error() -> None:
    with pytest.raises(ValueError, match="without a guess"):
        outcome_of_turn(SORTED, ())


@given(st.permutations(range(25)), st.integers(1, 9))
def test_only_the_last_card_turned_may_be_bad(order: list[int], number: int) -> None:
    turned = turn_cards(start_position(SORTED), order[:number])
    assert all(SORTED.kinds[place] is CardKind.OWN for place in turned[:-1])
    assert OUTCOMES[outcome_of_turn(SORTED, turned)].own == sum(
        SORTED.kinds[place] is CardKind.OWN for place in turned
    )


@settings(max_examples=examples(30), deadline=None)
@given(st.integers(0, 10**6))
def test_an_expert_that_guesses_for_itself_never_turns_a_bad_card(seed: int) -> None:
    game, _ = PaperGame(
        (SolitaireTeam(EXPERT, EXPERT),), paper_board(seed, WORDS), NOTHING, seed
    ).play()
    clean = all(OUTCOMES[outcome].ending is Ending.CLEAN for outcome in game.outcomes)
    assert game.plays[0].fallbacks or (game.won and clean)


@settings(max_examples=examples(30), deadline=None)
@given(st.integers(0, 10**6))
def test_every_card_is_counted_once_in_the_outcomes(seed: int) -> None:
    game, _ = PaperGame(
        (SolitaireTeam(EXPERT, STRANGER),), paper_board(seed, WORDS), NOTHING, seed
    ).play()
    outcomes = [OUTCOMES[outcome] for outcome in game.outcomes]
    found = sum(outcome.own for outcome in outcomes)
    assert (found == 9) == game.won
    assert found <= 9
    assert all(outcome.ending is not Ending.ASSASSIN for outcome in outcomes[:-1])


def test_ace_finds_out_which_expert_it_plays_with() -> None:
    team = SolitaireTeam(ArenaPlayer(ARENA, ExpertAgent(("other", "own"), ArmRule.ACE)), EXPERT)
    memories: PairMemories = NOTHING
    for seed in range(20):
        _, memories = PaperGame((team,), paper_board(seed, WORDS), memories, seed).play()
    (kept,) = memories
    own, other = kept.spymaster.arm("own"), kept.spymaster.arm("other")
    assert own.uses > 4 * other.uses
    assert kept.guesser.turns == 0


def test_a_random_player_loses_where_an_expert_wins() -> None:
    chance = RandomPlayer(Vocabulary(SOURCE.vocabulary.words))
    team = SolitaireTeam(chance, chance)
    games = (
        PaperGame((team,), paper_board(seed, WORDS), NOTHING, seed).play()[0] for seed in range(40)
    )
    assert sum(game.won for game in games) < 10
