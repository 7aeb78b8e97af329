"""Runs of the paper's games by an agent that is an object, beside static teammates."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from core.agents.memory import Memory
from core.agents.position import BoardPosition
from core.arena import paper_game
from core.arena.adaptive import TeammateSpymaster
from core.arena.engine_game import Memories, PairMemories, PlayedGame
from core.arena.players import ArenaPlayer
from core.arena.tournament import RUN_GAMES, Arena, ExpertAgent, GameResults, on_arrays
from core.codenames.model import Role


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


class _ChangingPlayer(paper_game.Spymaster, paper_game.Guesser):
    """A teammate who is another player each turn."""

    def __init__(self, players: Iterator[ArenaPlayer]) -> None:
        self._players = players

    def announce(
        self, position: BoardPosition, memory: Memory, rng: np.random.Generator
    ) -> paper_game.Announcement:
        """Return the clue of the player of this turn."""
        return next(self._players).announce(position, memory, rng)

    def advise(
        self, question: paper_game.GuessRequest, memory: Memory, rng: np.random.Generator
    ) -> paper_game.Advice:
        """Return the guesses of the player of this turn."""
        return next(self._players).advise(question, memory, rng)


def play_beside(
    arena: Arena,
    agent: paper_game.Spymaster | paper_game.Guesser,
    teammate: StaticTeammate,
    *,
    first_run: int,
    runs: int,
    games: int = RUN_GAMES,
    role: Role | None = None,
) -> GameResults:
    """Return the games of whole runs beside experts of an arena, each with an empty memory.

    Run k has the boards of seeds `RUN_GAMES` k and up. An agent that can sit in both chairs has its
    `role` named. Raises KeyError for an expert that is not in the arena.
    """
    speaks = role is Role.SPYMASTER if role else isinstance(agent, TeammateSpymaster)
    played, seated = list[PlayedGame](), cast("Any", agent)
    for run in range(first_run, first_run + runs):
        memories: PairMemories = (Memories(),)
        for game in range(games):
            seed = run * RUN_GAMES + game
            other = _ChangingPlayer(_players(arena, teammate, game, games, seed))
            pair = (seated, other) if speaks else (other, seated)
            board = paper_game.paper_board(seed, arena.words)
            result, memories = paper_game.play_paper(
                (paper_game.SolitaireTeam(*pair),), board, memories, seed
            )
            played.append(result)
    return on_arrays(played)


def _players(
    arena: Arena, teammate: StaticTeammate, game: int, games: int, seed: int
) -> Iterator[ArenaPlayer]:
    """Yield the teammate of each turn."""
    chooser = np.random.default_rng((seed, 1))
    while True:
        name = teammate.expert(game, games, chooser)
        yield ArenaPlayer(arena, ExpertAgent((name,)))
