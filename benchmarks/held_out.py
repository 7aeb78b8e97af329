"""Held-out teammates, made from experts: perturbed, between two, shuffled, or changing.

They show how an agent that models its teammate plays with teammates outside its model. Each is an
expert with its own table over an arena's words, fixed once drawn. Axes: N board words, V clue
words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

import numpy as np

from core.agents.associations import Associations, AssociationSource, TableSource, nearest
from core.agents.expert import Expert, expert
from core.agents.memory import Memory
from core.arena.ace_kernel import ArmRule
from core.arena.adaptive import TeammateSpymaster
from core.arena.pair import Pair
from core.arena.paper_game import Guesser, SolitaireTeam, Spymaster
from core.arena.players import ArenaPlayer, play_team_runs
from core.arena.tournament import RUN_GAMES, Arena, ExpertAgent, GameResults, joined
from core.codenames.model import Role
from core.words.vectors import Singles


def perturbed(
    name: str, one: Expert, words: tuple[str, ...], scale: float, rng: np.random.Generator
) -> Expert:
    """Return an expert with normal noise; `scale` is in standard deviations of similarities."""
    return _made(name, [one], lambda sources: _noisy(sources[0].associations(words), scale, rng))


def _noisy(view: Associations, scale: float, rng: np.random.Generator) -> TableSource:
    noise = rng.standard_normal(view.similarity.shape) * (scale * float(view.similarity.std()))
    return _source(view, (view.similarity + noise).astype(np.float32))


def between(name: str, first: Expert, second: Expert, words: tuple[str, ...]) -> Expert:
    """Return an expert halfway between two, in standard deviations of each one's similarities."""

    def middle(sources: Sequence[AssociationSource]) -> TableSource:
        views = [source.associations(words) for source in sources]
        scaled = [view.similarity / view.similarity.std() for view in views]
        return _source(views[0], ((scaled[0] + scaled[1]) / 2).astype(np.float32))

    return _made(name, [first, second], middle)


def _made(
    name: str,
    experts: Sequence[Expert],
    make: Callable[[Sequence[AssociationSource]], TableSource],
) -> Expert:
    """Return an expert with a source made from others' sources, or with one for each chair."""
    heard = [one.guesser for one in experts]
    if all(one.single for one in experts):
        return expert(name, make(heard))
    return Expert(name, make([one.spymaster for one in experts]), make(heard))


def shuffled(name: str, one: Expert, words: tuple[str, ...], rng: np.random.Generator) -> Expert:
    """Return an expert with permuted clue words: a control whose clues mean nothing."""
    view = one.guesser.associations(words)
    order = rng.permutation(view.similarity.shape[1])
    return expert(name, _source(view, np.ascontiguousarray(view.similarity[:, order])))


def _source(view: Associations, similarity: Singles) -> TableSource:
    """Return a source of new similarities (N, V) with the same cards, words and reach."""
    own = [view.vocabulary.columns.get(card) for card in view.cards]
    near = nearest(similarity, own, view.neighbours.shape[1])
    return TableSource(replace(view, similarity=similarity, neighbours=near))


@dataclass(frozen=True, slots=True)
class StaticTeammate:
    """A teammate that follows one expert, or several in turn.

    Each expert plays an equal share of a run's games, one after the other. With `erratic`, each
    turn draws a random expert.
    """

    experts: tuple[str, ...]
    erratic: bool = False

    def expert(self, game: int, games: int, rng: np.random.Generator) -> str:
        """Return the expert of a turn in a game of a run."""
        size = len(self.experts)
        if self.erratic:
            return self.experts[int(rng.integers(size))]
        return self.experts[game * size // games]


@dataclass(frozen=True, slots=True)
class _ChangingPlayer(ArenaPlayer):
    """A teammate in a game, with an expert from `draw` each turn."""

    draw: Callable[[], str]

    def _chosen(self, _memory: Memory, _rng: np.random.Generator, /) -> int:
        return self.agent.experts.index(self.draw())


def play_beside(
    arena: Arena,
    agent: Spymaster | Guesser,
    teammate: StaticTeammate,
    *,
    first_run: int,
    runs: int,
    games: int = RUN_GAMES,
    role: Role | None = None,
) -> GameResults:
    """Play whole runs with experts of an arena; return the games. Each run begins without memory.

    An agent for both chairs needs a `role`. Raises KeyError for an expert that is not in the arena.
    """
    speaks = role is Role.SPYMASTER if role else isinstance(agent, TeammateSpymaster)
    chairs = cast("Any", agent)

    def seated(first: int, seed: int) -> SolitaireTeam:
        expert = partial(teammate.expert, seed - first, games, np.random.default_rng((seed, 1)))
        other = _ChangingPlayer(arena, ExpertAgent(teammate.experts, ArmRule.ANY), expert)
        return Pair(chairs, other) if speaks else Pair(other, chairs)

    played = [
        play_team_runs(
            partial(seated, run * RUN_GAMES), arena.words, first_run=run, runs=1, games=games
        )
        for run in range(first_run, first_run + runs)
    ]
    return joined(played)
