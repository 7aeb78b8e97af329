"""The full game of two pairs: its winner, its counts, its memories, its forfeits."""

# ruff: noqa: ARG002 - players need not look at all that they are given

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agents.expert import ClueProposal, expert
from core.agents.language import plain_language
from core.agents.memory import Memory, PlayedTurn
from core.agents.policy import AcePolicy, ExpertPolicy, RandomPolicy, TableStyle
from core.agents.position import BoardPosition, CardKind, KeyedBoard
from core.arena.ace_kernel import ArmRule
from core.arena.engine_game import (
    DUEL_OPTIONS,
    NO_MEMORIES,
    EngineGame,
    Forfeit,
    PairMemories,
    PlayedGame,
)
from core.arena.pair import Pair
from core.arena.paper_game import (
    PAPER_KEY,
    Advice,
    PaperGame,
    PublicTurn,
    SolitaireTeam,
    paper_board,
)
from core.arena.players import ArenaPlayer, RandomPlayer
from core.arena.tournament import Arena, ExpertAgent
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Observation, Role, Team, Turn, TurnEnd
from core.codenames.rules import Codenames
from core.rating.colt import OUTCOMES, Ending
from core.words.packs import Pack
from tests.core.agents.boards import made_up_source
from tests.profile import examples

BOARD = KeyedBoard(tuple(f"card{place}" for place in range(25)), PAPER_KEY)
NOTHING: PairMemories = (NO_MEMORIES, NO_MEMORIES)

SOURCE = made_up_source(0, cards=40, clues=200, reach=60, levels=1000)
OTHER = made_up_source(1, cards=40, clues=200, reach=60, levels=1000)
PACK = Pack("cards", tuple(f"card{number}" for number in range(40)))
ARENA = Arena({"other": expert("other", OTHER), "own": expert("own", SOURCE)}, PACK.words)
STYLE = TableStyle(plain_language(SOURCE.vocabulary))
RULES = Codenames(DUEL_OPTIONS, Supply(PACK), Referee())
OWN = ExpertPolicy(expert("own", SOURCE), STYLE)
ACE = AcePolicy((expert("other", OTHER), expert("own", SOURCE)), STYLE)
CHANCE = RandomPolicy(STYLE)


@dataclass
class Scripted:
    """Gives clues and picks cards by a script, one list of places a turn; forfeits at its end."""

    script: Sequence[Sequence[int]]
    asked: int = 0
    positions: list[BoardPosition] = field(default_factory=list)
    questions: list[PublicTurn] = field(default_factory=list)
    watched: list[PublicTurn] = field(default_factory=list)
    games: list[tuple[KeyedBoard, Sequence[PublicTurn]]] = field(default_factory=list)

    def announce(
        self, position: BoardPosition, memory: Memory, rng: np.random.Generator
    ) -> ClueProposal:
        self.positions.append(position)
        if self.asked == len(self.script):
            raise Forfeit(Role.SPYMASTER, "nothing left to say")
        return ClueProposal("clue", len(self.script[self.asked]), ())

    def advise(self, question: PublicTurn, memory: Memory, rng: np.random.Generator) -> Advice:
        self.asked += 1
        self.questions.append(question)
        return Advice(tuple(self.script[self.asked - 1]))

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:
        return Memory(memory.turns + 1)

    def watch(self, memory: Memory, board: KeyedBoard, turn: PublicTurn) -> Memory:
        self.watched.append(turn)
        return memory

    def review(self, memory: Memory, board: KeyedBoard, turns: Sequence[PublicTurn]) -> Memory:
        self.games.append((board, turns))
        return memory


def scripted(*script: Sequence[int]) -> SolitaireTeam:
    player = Scripted(script)
    return SolitaireTeam(player, player)


def paper(first: SolitaireTeam, second: SolitaireTeam, *, swapped: bool = False) -> PlayedGame:
    return PaperGame((first, second), BOARD, NOTHING, 0, swapped=swapped).play()[0]


def codes(game: PlayedGame, place: int) -> list[str]:
    return [OUTCOMES[one].code for one in game.plays[place].outcomes]


@pytest.mark.parametrize(
    ("first", "second", "winner", "turns"),
    [
        pytest.param([range(9)], [], 0, (["9000"], []), id="nine cards at once"),
        pytest.param([[0], range(1, 9)], [[9]], 0, (["1000", "8000"], ["1000"]), id="in turns"),
        pytest.param([[24]], [], 1, (["0001"], []), id="the assassin"),
        pytest.param([[0, 24, 1]], [], 1, (["1001"], []), id="a card, then the assassin"),
        pytest.param([[17]], [range(9, 17)], 1, (["0010"], ["8000"]), id="the second's eight"),
        pytest.param([[17]], [[24]], 0, (["0010"], ["0001"]), id="the second's assassin"),
        pytest.param(
            [[17], [16]], [range(9, 16)], 1, (["0010", "0100"], ["7000"]), id="the other's last"
        ),
        pytest.param(
            [range(8)], [[8]], 0, (["8000"], ["0100"]), id="the first's last by the second"
        ),
        pytest.param([[*range(9), 24]], [], 0, (["9000"], []), id="all own before the assassin"),
        pytest.param(
            [[0, 17, 1], range(1, 9)], [[9, 10]], 0, (["1010", "8000"], ["2000"]), id="miss ends"
        ),
    ],
)
def test_a_game_by_the_papers_rules_ends_as_the_book_says(
    first: list[Sequence[int]],
    second: list[Sequence[int]],
    winner: int,
    turns: tuple[list[str], list[str]],
) -> None:
    game = paper(scripted(*first), scripted(*second))
    assert (game.winner, codes(game, 0), codes(game, 1)) == (winner, *turns)
    assert game.forfeit is None


def test_players_are_told_what_everybody_sees_from_their_own_side() -> None:
    first, second = Scripted([[0, 17], range(1, 9)]), Scripted([[9, 10]])
    paper(SolitaireTeam(first, first), SolitaireTeam(second, second))
    asked, question = first.questions[1], second.questions[0]
    assert asked.covered == frozenset(range(25)) - {0, 17, 9, 10}
    assert question.covered == frozenset(range(25)) - {0, 17}
    assert first.watched[0].turned == (0, 17)
    assert [turn.turned for turn in second.watched] == [(9, 10)]
    assert [turns for _, turns in second.games] == [tuple(second.watched)] * 2
    assert second.games[0][0].kinds[9] is CardKind.OWN


def test_swapped_the_second_pair_moves_first_and_results_keep_their_places() -> None:
    game = paper(scripted([9]), scripted([0], range(1, 9)), swapped=True)
    assert game.winner == 1
    assert codes(game, 0) == ["1000"]
    assert codes(game, 1) == ["1000", "8000"]


def test_the_second_team_sees_the_board_from_its_side() -> None:
    second = scripted([9])
    paper(scripted([0], [24]), second)
    player = second.spymaster
    assert isinstance(player, Scripted)
    position = player.positions[0]
    assert position.own() == tuple(range(9, 17))
    assert set(position.bad()) == {*range(1, 9), *range(17, 25)}


def test_a_forfeit_loses_and_is_told() -> None:
    game = paper(scripted([0]), scripted([9]))
    assert game.winner == 1
    assert game.forfeit is not None
    assert game.forfeit.reason == "nothing left to say"
    assert game.forfeit.role is Role.SPYMASTER
    assert codes(game, 0) == codes(game, 1) == ["1000"]


def test_each_pair_remembers_its_own_turns() -> None:
    pairs = (scripted([0], range(1, 9)), scripted([9]))
    memories = PaperGame(pairs, BOARD, NOTHING, 0).play()[1]
    assert [one.spymaster.turns for one in memories] == [2, 1]
    assert [one.guesser.turns for one in memories] == [2, 1]


@dataclass
class Listener:
    """Records the messages to spectators."""

    said: list[object] = field(default_factory=list)

    def began(self, public: Observation) -> None:
        assert all(card.key is None for card in public.cards)
        self.said.append(dict(public.left))

    def turned(self, turn: Turn) -> None:
        self.said.append(turn)

    def ended(self, winner: Team | None) -> None:
        self.said.append(winner)


def test_spectators_hear_of_each_turn_by_either_rules() -> None:
    listener = Listener()
    first, second = scripted([0, 17], range(1, 9)), scripted([9])
    PaperGame((first, second), BOARD, NOTHING, 0, spectators=(listener,)).play()
    begun, *turns, winner = listener.said
    assert begun == {Team.BLUE: 9, Team.RED: 8}
    assert winner is Team.BLUE
    assert all(isinstance(turn, Turn) for turn in turns)
    told = [(one.team, one.end) for one in turns if isinstance(one, Turn)]
    assert told == [
        (Team.BLUE, TurnEnd.WRONG_CARD),
        (Team.RED, TurnEnd.LIMIT),
        (Team.BLUE, TurnEnd.LIMIT),
    ]
    table = Listener()
    pair = Pair(OWN, OWN)
    EngineGame(RULES, (pair, pair), NOTHING, 3, spectators=(table,)).play()
    assert sum(isinstance(one, dict) for one in table.said) == 1
    assert table.said[-1] in {Team.BLUE, Team.RED}


@settings(max_examples=examples(20), deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_a_won_game_of_either_rules_has_all_cards_or_the_others_blunder(
    seed: int, swapped: bool
) -> None:
    player = ArenaPlayer(ARENA, ExpertAgent(("own",)))
    chance = RandomPlayer(SOURCE.vocabulary)
    teams = (SolitaireTeam(player, player), SolitaireTeam(chance, chance))
    board = paper_board(seed, PACK.words)
    games = (
        (PaperGame(teams, board, NOTHING, seed, swapped=swapped).play()[0], 1 if swapped else 0),
        (
            EngineGame(
                RULES, (Pair(OWN, OWN), Pair(CHANCE, CHANCE)), NOTHING, seed, swapped=swapped
            ).play()[0],
            None,
        ),
    )
    for game, first in games:
        found = [sum(OUTCOMES[one].own for one in play.outcomes) for play in game.plays]
        shown = [
            sum(OUTCOMES[one].ending is Ending.OPPONENT for one in play.outcomes)
            for play in game.plays
        ]
        total = found[game.winner] + shown[1 - game.winner]
        loser = game.plays[1 - game.winner].outcomes
        blundered = bool(loser) and OUTCOMES[loser[-1]].ending is Ending.ASSASSIN
        sizes = {9, 8} if first is None else {9 if game.winner == first else 8}
        assert blundered or total in sizes


def test_both_seatings_of_a_table_share_words_and_key() -> None:
    listeners = Listener(), Listener()
    for swapped, listener in enumerate(listeners):
        EngineGame(
            RULES,
            (Pair(OWN, OWN), Pair(OWN, OWN)),
            NOTHING,
            5,
            swapped=bool(swapped),
            spectators=(listener,),
        ).play()
    assert listeners[0].said == listeners[1].said


def test_ace_learns_in_both_seatings_whom_it_plays_with() -> None:
    ace, own = ExpertAgent(("other", "own"), ArmRule.ACE), ExpertAgent(("own",))
    team = SolitaireTeam(ArenaPlayer(ARENA, ace), ArenaPlayer(ARENA, own))
    chance = RandomPlayer(SOURCE.vocabulary)
    paper_memories = table_memories = NOTHING
    for seed in range(10):
        board = paper_board(seed, PACK.words)
        _, paper_memories = PaperGame(
            (team, SolitaireTeam(chance, chance)),
            board,
            paper_memories,
            seed,
            swapped=seed % 2 == 1,
        ).play()
        _, table_memories = EngineGame(
            RULES,
            (Pair(CHANCE, CHANCE), Pair(ACE, OWN)),
            table_memories,
            seed,
            swapped=seed % 2 == 1,
        ).play()
    for mine in (paper_memories[0].spymaster, table_memories[1].spymaster):
        assert mine.arm("own").uses > 2 * mine.arm("other").uses
    assert table_memories[0].spymaster.turns == 0
