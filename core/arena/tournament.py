"""Many of the paper's games, by agents that follow experts, at the speed of arrays.

An `Arena` holds the experts for a list of words. Pairs of agents play on the paper's boards: a
series, in which agents keep what they learn; runs of `RUN_GAMES` games that each begin without
memory, as in the paper; and duels of two pairs. Agents that are objects play in
`core.arena.paper_game`.

Axes: G games, T turns of a game, O outcomes, B cards of a board.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.agents.ace import EXPLORATION
from core.agents.associations import Vocabulary
from core.agents.expert import Expert
from core.agents.position import BoardPosition
from core.arena import paper_kernels
from core.arena.ace_kernel import ArmRule, Seat
from core.arena.engine_game import PlayedGame
from core.arena.kernel import MOST_TURNS, GameArrays, play_games
from core.arena.pair import Pair
from core.arena.paper_game import PAPER_CARDS, PAPER_KEY, shuffled
from core.rating.colt import OUTCOME_COUNT

RUN_GAMES: Final = 50
"""Games that an agent plays with one teammate before it forgets: the paper's learning period."""

BLOCK_GAMES: Final = 1000
"""Games played between two reports of progress."""

MOST_DEALT: Final = 2000
"""Ranges of seeds whose boards are cached: 20 kB for a run of 50 games."""

WORDS_A_GAME: Final = 64
"""Random 32-bit words for one game: 25 turns of two agents."""


@dataclass(frozen=True, slots=True)
class ExpertAgent:
    """An agent that gives the clues or guesses of one of its experts, by their names."""

    experts: tuple[str, ...]
    rule: ArmRule = ArmRule.FIXED
    exploration: float = EXPLORATION

    def __post_init__(self) -> None:
        if not self.experts or (self.rule is ArmRule.FIXED and len(self.experts) > 1):
            raise ValueError(f"the rule {self.rule.name} with {len(self.experts)} experts")

    @property
    def draws(self) -> bool:
        """Whether its choices may be random."""
        return self.rule in (ArmRule.ACE_PAPER, ArmRule.ANY)


AgentPair: TypeAlias = Pair[ExpertAgent, ExpertAgent]
"""A team's two agents."""


@dataclass(frozen=True, slots=True, eq=False)
class GameResults:
    """The results of games in order.

    `outcomes` int8 (G, T) are the indices of the turns' outcomes, then -1; `winner` int8 (G,) is
    the pair that won, or -1; `first` int8 (G,) the pair that started; `fallbacks` int64 (G, pairs)
    counts fallback clues.
    """

    outcomes: NDArray[np.int8]
    winner: NDArray[np.int8]
    first: NDArray[np.int8]
    fallbacks: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.outcomes)

    @property
    def turns(self) -> NDArray[np.int64]:
        """The number of turns (G,) of each game, by both pairs together."""
        turns: NDArray[np.int64] = np.count_nonzero(self.outcomes != paper_kernels.ABSENT, axis=1)
        return turns

    def counts(self) -> NDArray[np.int64]:
        """Return the count of each outcome in each game, (G, O)."""
        games, turns = np.nonzero(self.outcomes != paper_kernels.ABSENT)
        flat = games * OUTCOME_COUNT + self.outcomes[games, turns]
        counted = np.bincount(flat, minlength=len(self) * OUTCOME_COUNT)
        return counted.reshape(len(self), OUTCOME_COUNT)


@dataclass(frozen=True)
class Arena:
    """The experts for a list of words, ready to play."""

    experts: Mapping[str, Expert]
    words: tuple[str, ...]
    neighbours: int | None = None
    """The number of neighbours of a word that count; None for all that are listed."""

    @cached_property
    def tables(self) -> paper_kernels.ArenaTables:
        """The experts' tables."""
        return paper_kernels.arena_tables(list(self.experts.values()), self.words, self.neighbours)

    @cached_property
    def room(self) -> paper_kernels.Scratch:
        """The work arrays of the search for clues."""
        return paper_kernels.scratch(self.tables)

    def prepare(self) -> None:
        """Build the tables and load or compile the code, so that timings exclude it."""
        one = ExpertAgent((next(iter(self.experts)),))
        self.play_runs(AgentPair(one, one), first_run=0, runs=0)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that the experts know."""
        return next(iter(self.experts.values())).spymaster.vocabulary

    @cached_property
    def places(self) -> dict[str, int]:
        """The experts' indices in the tables, by name."""
        return {name: place for place, name in enumerate(self.experts)}

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {word: row for row, word in enumerate(self.words)}

    def rows(self, cards: Sequence[str]) -> NDArray[np.int64]:
        """Return the rows of cards in the list of words; raises KeyError for another word."""
        return np.array([self._rows[card] for card in cards], dtype=np.int64)

    def cards(self, position: BoardPosition) -> paper_kernels.Cards:
        """Return a position as arrays."""
        board = position.board
        seen = self.seen_cards(board.cards, position.covered)
        return seen._replace(kinds=np.array(board.kinds, dtype=np.int64))

    def seen_cards(self, cards: Sequence[str], covered: frozenset[int]) -> paper_kernels.Cards:
        """Return a guesser's view as arrays: all cards are of one kind."""
        mask = np.zeros(len(cards), dtype=np.bool_)
        mask[list(covered)] = True
        return paper_kernels.Cards(self.rows(cards), np.zeros(len(cards), dtype=np.int64), mask, 0)

    def clue(self, expert: str, cards: paper_kernels.Cards) -> tuple[int, int]:
        """Return the column and the number of an expert's clue; a fallback has number 0.

        Raises ValueError if every neighbour of an own card is on the board.
        """
        column, number = paper_kernels.best_clue(self.tables, self.places[expert], cards, self.room)
        if column == paper_kernels.ABSENT:
            raise ValueError("no neighbour of an own card is off the board")
        return int(column), int(number)

    def guesses(
        self, expert: str, cards: paper_kernels.Cards, column: int, number: int
    ) -> tuple[int, ...]:
        """Return an expert's guesses for a clue, in order."""
        chosen = np.full(len(cards.words), paper_kernels.ABSENT, dtype=np.int64)
        paper_kernels.nearest_cards(self.tables, self.places[expert], cards, column, number, chosen)
        return tuple(chosen[chosen != paper_kernels.ABSENT].tolist())

    def play(self, pair: AgentPair, *, first_seed: int, games: int) -> GameResults:
        """Play a series of games by one pair, which keeps its memory; return the results.

        Raises KeyError for an unknown expert, and ValueError if a spymaster has no clue at all.
        """
        return joined(list(self.series(pair, first_seed=first_seed, games=games)))

    def series(self, pair: AgentPair, *, first_seed: int, games: int) -> Iterator[GameResults]:
        """Yield the games of `play` in blocks of `BLOCK_GAMES`."""
        seats = Pair(*map(self._seat, pair))
        for start in range(0, max(games, 1), BLOCK_GAMES):
            size = min(BLOCK_GAMES, games - start)
            first = np.zeros(size, dtype=np.int64)
            yield self._played((seats,), (pair,), first_seed + start, size, first)

    def play_runs(self, pair: AgentPair, *, first_run: int, runs: int) -> GameResults:
        """Play whole runs of `RUN_GAMES`, each without memory at first; return the results.

        Run k has the boards with seeds `RUN_GAMES` k and up, as in the paper's code.
        """
        if not (pair.spymaster.rule or pair.guesser.rule):
            return self.play(pair, first_seed=first_run * RUN_GAMES, games=runs * RUN_GAMES)
        played = [
            self.play(pair, first_seed=run * RUN_GAMES, games=RUN_GAMES)
            for run in range(first_run, first_run + runs)
        ]
        return joined(played)

    def duel(self, blue: AgentPair, red: AgentPair, *, first_seed: int, boards: int) -> GameResults:
        """Play two pairs on boards that each pair starts once, blue first; return the results.

        Pair 0 is blue. Agents keep what they learn.
        """
        pairs = (blue, red)
        seats = tuple(Pair(*map(self._seat, pair)) for pair in pairs)
        first = np.tile(np.array([0, 1], dtype=np.int64), boards)
        return self._played(seats, pairs, first_seed, boards, first)

    def _played(
        self,
        seats: tuple[Pair[Seat, Seat], ...],
        pairs: tuple[AgentPair, ...],
        first_seed: int,
        boards: int,
        first: NDArray[np.int64],
    ) -> GameResults:
        each = len(first) // max(boards, 1)
        words, kinds = deal(first_seed, boards, len(self.words))
        seeds = [first_seed + board for board in range(boards) for _ in range(each)]
        draws = any(agent.draws for pair in pairs for agent in pair)
        games = GameArrays(
            np.array([min(seed, paper_kernels.MOST_KEPT_SEED) for seed in seeds], dtype=np.int64),
            np.repeat(words, each, axis=0),
            np.repeat(kinds, each, axis=0),
            first,
            random_words(seeds if draws else [], len(first)),
            np.full((len(first), MOST_TURNS), paper_kernels.ABSENT, dtype=np.int64),
            np.full(len(first), paper_kernels.ABSENT, dtype=np.int64),
            np.zeros((len(first), len(pairs)), dtype=np.int64),
        )
        both = (seats[0], seats[-1])
        play_games(self.tables, both, len(seats), games, self.room)
        return GameResults(
            games.outcomes.astype(np.int8),
            games.winner.astype(np.int8),
            first.astype(np.int8),
            games.fallbacks,
        )

    def _seat(self, agent: ExpertAgent) -> Seat:
        """Return an agent with an empty memory."""
        size = len(agent.experts)
        return Seat(
            np.array([self.places[name] for name in agent.experts], dtype=np.int64),
            np.array([agent.rule], dtype=np.int64),
            np.array([agent.exploration], dtype=np.float64),
            np.zeros(size, dtype=np.float64),
            np.zeros((size, OUTCOME_COUNT), dtype=np.float64),
            np.zeros(1, dtype=np.int64),
        )


@lru_cache(maxsize=MOST_DEALT)
def deal(first_seed: int, games: int, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the indices of the words and the kinds (G, B) on the boards of consecutive seeds.

    Python's Mersenne Twister deals them from a list of `size` words as in the paper's code. Kinds
    are relative to the team that starts. Raises ValueError for too few words.
    """
    if size < PAPER_CARDS:
        raise ValueError(f"a board of {PAPER_CARDS} cards from {size} words")
    words = np.empty((games, PAPER_CARDS), dtype=np.int64)
    kinds = np.empty((games, PAPER_CARDS), dtype=np.int64)
    for row in range(games):
        words[row] = shuffled(range(size), first_seed + row)[:PAPER_CARDS]
        kinds[row] = shuffled(PAPER_KEY, first_seed + row)
    return words, kinds


def random_words(seeds: Sequence[int], games: int) -> NDArray[np.int64]:
    """Return the 32-bit words int64 (G, WORDS_A_GAME) from numpy's generator for each seed.

    No seeds give no words, (G, 0). Each 64-bit number gives its lower half first, as in numpy.
    """
    if not seeds:
        return np.zeros((games, 0), dtype=np.int64)
    raw = np.stack(
        [np.random.default_rng(seed).bit_generator.random_raw(WORDS_A_GAME // 2) for seed in seeds]
    )
    return raw.astype("<u8").view("<u4").astype(np.int64)


def joined(results: Sequence[GameResults]) -> GameResults:
    """Return several results as one."""
    columns = ([getattr(one, part.name) for one in results] for part in fields(GameResults))
    return GameResults(*map(np.concatenate, columns))


def on_arrays(games: Sequence[PlayedGame]) -> GameResults:
    """Return the games of one pair as arrays."""
    outcomes = np.full((len(games), MOST_TURNS), paper_kernels.ABSENT, dtype=np.int8)
    for row, game in zip(outcomes, games, strict=True):
        row[: len(game.outcomes)] = game.outcomes
    winner = np.array([0 if game.won else paper_kernels.ABSENT for game in games], dtype=np.int8)
    fallbacks = np.array([[game.plays[0].fallbacks] for game in games], dtype=np.int64)
    return GameResults(outcomes, winner, np.zeros(len(games), dtype=np.int8), fallbacks)
