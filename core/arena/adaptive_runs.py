"""Runs of the paper's games by an agent that models its teammate, beside static teammates.

The experts' clues and guesses come from `core.arena.experts`, compiled where numba is installed,
so that nearly all time is the agent's own. Axes: B cards of a board, T turns of a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.belief import Belief, with_outcome
from core.agents.guess_order import ClueEvidence
from core.agents.position import CardKind
from core.arena.adaptive import TeammateGuesser, TeammateSpymaster
from core.arena.experts import ABSENT, Cards, best_clue, nearest_cards
from core.arena.kernel import MOST_TURNS
from core.arena.tournament import RUN_GAMES, Arena, GameResults, joined
from core.rating.colt import outcome_index

_FIRST: Final = 0


@dataclass(frozen=True, slots=True)
class StaticTeammate:
    """A teammate who is one expert, or several in turn.

    The games of a run are dealt out evenly: two experts are a teammate that is switched in the
    middle. With `erratic` each turn is that of any of the experts, drawn anew.
    """

    experts: tuple[str, ...]
    erratic: bool = False

    def expert(self, game: int, games: int, rng: np.random.Generator) -> str:
        """Return the expert of a turn in a game of a run."""
        size = len(self.experts)
        if self.erratic:
            return self.experts[int(rng.integers(size))]
        return self.experts[game * size // games]


@dataclass(slots=True)
class _Table:
    """A game in play: the words (B,), the key (B,), what is covered, and the outcomes so far."""

    words: NDArray[np.int64]
    kinds: NDArray[np.int64]
    covered: NDArray[np.bool_]
    outcomes: list[int]

    @property
    def cards(self) -> Cards:
        return Cards(self.words, self.kinds, self.covered, int(CardKind.OWN))

    def turn(self, guesses: Sequence[int]) -> tuple[int, ...]:
        """Turn the guesses up to the first card that is not the team's; return those turned."""
        turned = list[int]()
        ending = 0
        for place in guesses:
            turned.append(int(place))
            self.covered[place] = False
            ending = int(self.kinds[place])
            if ending != CardKind.OWN:
                break
        self.outcomes.append(outcome_index(len(turned) - (ending > 0), ending))
        return tuple(turned)

    def winner(self) -> int | None:
        """Return 0 for a game won, `ABSENT` for one lost, None while it runs."""
        left = set(self.kinds[self.covered].tolist())
        if CardKind.OWN not in left:
            return _FIRST
        return None if {int(CardKind.OPPONENT), int(CardKind.ASSASSIN)} <= left else ABSENT


@dataclass(frozen=True, slots=True)
class AdaptiveRuns:
    """An arena whose experts are the teammates of agents."""

    arena: Arena

    def play(
        self,
        agent: TeammateSpymaster | TeammateGuesser,
        teammate: StaticTeammate,
        *,
        first_run: int,
        runs: int,
        games: int = RUN_GAMES,
    ) -> GameResults:
        """Return the games of whole runs, each begun with the belief about a stranger.

        Run k has the boards of seeds `RUN_GAMES` k and up. Raises KeyError for an expert that is
        not in the arena.
        """
        results = [
            self._run(agent, teammate, run * RUN_GAMES, games)[0]
            for run in range(first_run, first_run + runs)
        ]
        return joined(results)

    def _run(
        self,
        agent: TeammateSpymaster | TeammateGuesser,
        teammate: StaticTeammate,
        first_seed: int,
        games: int,
    ) -> tuple[GameResults, Belief]:
        boards, belief = self.arena.boards(first_seed, games), agent.start()
        outcomes = np.full((games, MOST_TURNS), ABSENT, dtype=np.int8)
        winner = np.full(games, ABSENT, dtype=np.int8)
        for game in range(games):
            rng = np.random.default_rng(first_seed + game)
            covered = np.ones(boards.words.shape[1], dtype=np.bool_)
            table = _Table(boards.words[game], boards.kinds[game], covered, [])
            chooser = np.random.default_rng((first_seed + game, 1))
            models = [self._place(teammate.expert(game, games, chooser)) for _ in range(MOST_TURNS)]
            if isinstance(agent, TeammateSpymaster):
                belief = _spymaster_game(agent, table, models, belief, rng)
            else:
                belief = _guesser_game(agent, table, models, belief, rng)
            won = table.winner()
            winner[game] = ABSENT if won is None else won
            outcomes[game, : len(table.outcomes)] = table.outcomes
        zeros = np.zeros(games, dtype=np.int64)
        return GameResults(outcomes, winner, zeros.astype(np.int8), zeros), belief

    def _place(self, name: str) -> int:
        names = list(self.arena.experts)
        if name not in self.arena.experts:
            raise KeyError(name)
        return names.index(name)


def _spymaster_game(
    agent: TeammateSpymaster,
    table: _Table,
    models: Sequence[int],
    belief: Belief,
    rng: np.random.Generator,
) -> Belief:
    """Play a game with the agent as spymaster; return its belief after it."""
    chosen = np.zeros(len(table.words), dtype=np.int64)
    for model in models:
        said = agent.clue(table.cards, belief, rng)
        column, number = said.column, said.number
        nearest_cards(agent.ensemble.tables, model, table.cards, column, number, chosen)
        before = table.cards._replace(covered=table.covered.copy())
        turned = table.turn(chosen[:number].tolist())
        belief = with_outcome(belief, table.outcomes[-1])
        belief = agent.after_turn(belief, before, (column, number), turned)
        if table.winner() is not None:
            break
    return belief


def _guesser_game(
    agent: TeammateGuesser,
    table: _Table,
    models: Sequence[int],
    belief: Belief,
    rng: np.random.Generator,
) -> Belief:
    """Play a game with the agent as guesser; return its belief after it."""
    tables, room = agent.ensemble.tables, agent.ensemble.room
    clues = list[ClueEvidence]()
    for model in models:
        column, number = best_clue(tables, model, table.cards, room)
        if column == ABSENT:
            raise ValueError("no neighbour of an own card is off the board")
        clue = agent.evidence(table.words, table.covered, column, max(number, 1))
        table.turn(agent.guesses(clue, belief, rng))
        clues.append(clue)
        belief = with_outcome(belief, table.outcomes[-1])
        if table.winner() is not None:
            break
    return agent.after_game(belief, table.kinds, clues)
