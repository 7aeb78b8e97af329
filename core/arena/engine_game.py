"""Games of bots on the engine: the rules for people judge every move.

One team plays alone on a board whose other team never moves, or each team has a pair of bots.
Unlike in the paper's game (`core.arena.paper_game`), a guesser may stop, or make one guess more
than the clue's number.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol, TypeAlias

import numpy as np

from core.agents.memory import EMPTY, Memory
from core.agents.observation import played_turn
from core.agents.policy import Policy
from core.agents.thoughts import ClueThoughts, CodenamesChoice
from core.arena.pair import Pair
from core.codenames import model
from core.codenames.rules import Codenames
from core.rules import CHANCE, advance

SOLO_OPTIONS: Final = model.Options(solo=model.Team.BLUE, level=model.Level.STRONG)
"""The paper's board of 5 by 5 cards, under the rules for people, with strong bots."""

DUEL_OPTIONS: Final = model.Options(level=model.Level.STRONG)
"""The same with two teams."""

TEAMS: Final = (model.Team.BLUE, model.Team.RED)
"""The team that moves first by the paper's rules, then the other."""


PolicyPair: TypeAlias = Pair[Policy, Policy]
"""The two bots of a team."""

Memories: TypeAlias = Pair[Memory, Memory]
"""The memories of the two players of a team."""

NO_MEMORIES: Final = Memories(EMPTY, EMPTY)

PairMemories: TypeAlias = tuple[Memories, ...]
"""The memories of each pair of a game."""

Teams: TypeAlias = tuple[model.Team, ...]
"""The team of each pair."""


class Forfeit(Exception):
    """A player forfeits the game: it crashed, was late, or broke a rule."""

    def __init__(self, role: model.Role, reason: str) -> None:
        self.role = role
        self.reason = reason
        super().__init__(reason)


class Spectator(Protocol):
    """An observer of the public events of a game, such as a player in another process."""

    def began(self, public: model.Observation) -> None:
        """Handle a new board, before the first move."""

    def turned(self, turn: model.Turn) -> None:
        """Handle a finished turn."""

    def ended(self, winner: model.Team | None) -> None:
        """Handle the end of the game."""


@dataclass(frozen=True, slots=True)
class TeamRecord:
    """A team's part of a game: the index of each turn's outcome, and its fallback clues."""

    outcomes: tuple[int, ...] = ()
    fallbacks: int = 0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of one pair or two, in the given order.

    `winner` is the index of a pair: 1 for a lost solo game, the other pair's after a forfeit.
    """

    winner: int
    plays: tuple[TeamRecord, ...]
    forfeit: Forfeit | None = None

    @property
    def won(self) -> bool:
        """Whether the first pair won."""
        return self.winner == 0

    @property
    def outcomes(self) -> tuple[int, ...]:
        """The outcomes of the first pair's turns, including the last one."""
        return self.plays[0].outcomes


class ArenaGame(ABC):
    """A running game of one pair or two; each sequence has an entry for each pair."""

    mover: int
    """The index of the pair whose turn it is."""
    public: model.Observation
    """The public view of the new board."""

    def __init__(
        self, memories: PairMemories, teams: Teams, spectators: tuple[Spectator, ...]
    ) -> None:
        """Begin with each pair's memories and team; `spectators` observe public events."""
        self.memories, self.teams, self.spectators = [*memories], teams, spectators
        self.plays = [TeamRecord() for _ in teams]

    @abstractmethod
    def turn(self) -> int | None:
        """Play a turn of the mover; return the winner, or None if the game goes on."""

    def reviewed(self) -> PairMemories:
        """Return the memories after the game."""
        return tuple(self.memories)

    def play(self) -> tuple[PlayedGame, PairMemories]:
        """Play the game to its end, and return it with the memories after it.

        A pair loses if one of its players forfeits.
        """
        winner: int | None = None
        forfeit: Forfeit | None = None
        won = dict[int | None, model.Team](enumerate(self.teams))
        try:
            for one in self.spectators:
                one.began(self.public)
            while winner is None:
                try:
                    winner = self.turn()
                except Forfeit as given:
                    forfeit, winner = given, 0 if self.mover else 1
        finally:
            for one in self.spectators:
                one.ended(won.get(winner))
        return PlayedGame(winner, tuple(self.plays), forfeit), self.reviewed()


class EngineGame(ArenaGame):
    """A game by the rules for people, whose options are `SOLO_OPTIONS`, or `DUEL_OPTIONS` for two.

    The first pair plays blue, or red if the seating is `swapped`: both games of a seed have the
    same board. `seed` determines the deal and all choices.
    """

    def __init__(
        self,
        rules: Codenames,
        pairs: Sequence[PolicyPair],
        memories: PairMemories,
        seed: int,
        *,
        swapped: bool = False,
        spectators: tuple[Spectator, ...] = (),
    ) -> None:
        teams = rules.options.playing
        super().__init__(memories, teams[::-1] if swapped else teams, spectators)
        self._rules, self._pairs, self._seed = rules, pairs, seed
        self._state = dealt(rules, seed)
        self.public = rules.observe(self._state, None)
        self.mover = self.teams.index(self._state.turns[-1].team)

    def turn(self) -> int | None:
        """Play a whole turn of the mover; its bots learn from it."""
        number, mover = self._state.number, self.mover
        spoken = heard = self._move(mover)
        while self._state.phase is not model.Phase.OVER and self._state.number == number:
            heard = self._move(mover)
        self._count(mover, spoken, heard)
        self.mover = self.teams.index(self._state.turns[-1].team)
        if self._state.ending is None:
            return None
        winner = self._state.ending.winner
        return 1 if winner is None else self.teams.index(winner)

    def _move(self, mover: int) -> CodenamesChoice:
        """Make the next move; return the bot's choice."""
        state, pair = self._state, self._pairs[mover]
        choice = bot_choice(self._rules, state, pair, self.memories[mover], self._seed)
        if choice.action is None:
            raise ValueError("a lone guesser waits for nobody")
        events = self._rules.decide(state, _waited(state).seat, choice.action)
        self._state = advance(self._rules, state, events)
        return choice

    def _count(self, mover: int, spoken: CodenamesChoice, heard: CodenamesChoice) -> None:
        """Learn from the last finished turn, and count its outcome."""
        last, pair = last_turn(self._state.turns), self._pairs[mover]
        memories, before = self.memories[mover], self.plays[mover]
        thoughts, outcomes = spoken.thoughts.value, before.outcomes
        if played := played_turn(last, thoughts.credits):
            outcomes = (*outcomes, played.outcome)
            guessed = replace(played, credits=heard.thoughts.value.credits)
            self.memories[mover] = Memories(
                pair.spymaster.learn(memories.spymaster, played),
                pair.guesser.learn(memories.guesser, guessed),
            )
        fallback = isinstance(thoughts, ClueThoughts) and thoughts.fallback
        self.plays[mover] = TeamRecord(outcomes, before.fallbacks + fallback)
        for one in self.spectators:
            one.turned(last)


def bot_choice(
    rules: Codenames, state: model.State, pair: PolicyPair, memories: Memories, seed: int
) -> CodenamesChoice:
    """Return the choice of the bot whose move it is."""
    is_clue = state.phase is model.Phase.CLUE
    chair = 0 if is_clue else 1
    rng = np.random.default_rng((seed, state.number, int(is_clue)))
    seen = rules.observe(state, _waited(state).seat)
    return pair[chair].choose(seen, memories[chair], rng)


def _waited(state: model.State) -> model.Chair:
    role = model.Role.SPYMASTER if state.phase is model.Phase.CLUE else model.Role.GUESSER
    return model.Chair(state.turns[-1].team, role)


def dealt(rules: Codenames, seed: int) -> model.State:
    """Return the state after dealing the board of a seed."""
    state = rules.initial()
    deal = rules.chance(state, np.random.default_rng(seed))
    return state if deal is None else advance(rules, state, rules.decide(state, CHANCE, deal))


def last_turn(turns: Iterable[model.Turn]) -> model.Turn:
    """Return the last finished turn."""
    return next(turn for turn in reversed(tuple(turns)) if turn.end is not None)
