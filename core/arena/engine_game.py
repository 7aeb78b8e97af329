"""Games of bots on the engine: every move is judged by the rules that people play under.

One team plays alone against a board whose other team never moves, or each team has a pair of bots;
a table's options say which teams play. Unlike in the paper's game (`core.arena.paper_game`) the
guesser may stop, and may make one guess more than the clue's number.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

import numpy as np

from core.agents.memory import EMPTY, Memory
from core.agents.observation import played_turn
from core.agents.policy import Policy
from core.agents.thoughts import ClueThoughts, CodenamesChoice, NamedNumbers
from core.codenames import model
from core.codenames.rules import Codenames
from core.rules import CHANCE, advance

SOLO_OPTIONS: Final = model.Options(solo=model.Team.BLUE, level=model.Level.STRONG)
"""The paper's board of 5 by 5 cards, under the rules for people, with strong bots."""

DUEL_OPTIONS: Final = model.Options(level=model.Level.STRONG)
"""The same with two teams."""

TEAMS: Final = (model.Team.BLUE, model.Team.RED)
"""The team that moves first by the paper's rules, and the other."""


@dataclass(frozen=True, slots=True)
class Memories:
    """The memories of the two players of a team."""

    spymaster: Memory = EMPTY
    guesser: Memory = EMPTY


PairMemories: TypeAlias = tuple[Memories, ...]
"""The memories of each pair of a game."""


class Forfeit(Exception):
    """A player gives the game away: it crashed, was late, or did what no rule allows."""

    def __init__(self, role: model.Role, reason: str) -> None:
        self.role = role
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class ForfeitedGame:
    """The player that gave a game away, and its reason."""

    team: model.Team
    role: model.Role
    reason: str


class Spectator(Protocol):
    """One who is told what everybody at the table sees, such as a player in another process."""

    def began(self, public: model.Observation) -> None:
        """Hear that a board lies on the table; nobody has moved."""

    def turned(self, turn: model.Turn) -> None:
        """Hear of a turn that is over."""

    def ended(self, winner: model.Team | None) -> None:
        """Hear that the game is over."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The two bots of a team."""

    spymaster: Policy
    guesser: Policy

    def chosen(
        self, rules: Codenames, state: model.State, memories: Memories, seed: int
    ) -> CodenamesChoice:
        """Return the choice of the bot that the table waits for."""
        clue = state.phase is model.Phase.CLUE
        policy = self.spymaster if clue else self.guesser
        memory = memories.spymaster if clue else memories.guesser
        rng = np.random.default_rng((seed, state.number, int(clue)))
        return policy.choose(rules.observe(state, _waited(state).seat), memory, rng)


@dataclass(frozen=True, slots=True)
class TeamRecord:
    """A team's part of a game: the index of each turn's outcome, and clues that were a fallback."""

    outcomes: tuple[int, ...] = ()
    fallbacks: int = 0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of one pair or two, each in the place in which it was given.

    `winner` is a place, and 1 where a pair has lost alone; of a game that was given away it is that
    of the other pair.
    """

    winner: int
    plays: tuple[TeamRecord, ...]
    forfeit: ForfeitedGame | None = None

    @property
    def won(self) -> bool:
        """Whether the first pair has won."""
        return self.winner == 0

    @property
    def outcomes(self) -> tuple[int, ...]:
        """The outcomes of the first pair's turns, the last one included."""
        return self.plays[0].outcomes


def play_table(
    rules: Codenames,
    pairs: Sequence[Pair],
    memories: PairMemories,
    seed: int,
    *,
    swapped: bool = False,
    spectators: tuple[Spectator, ...] = (),
) -> tuple[PlayedGame, PairMemories]:
    """Return a game of one pair or two, and what they remember after it.

    `rules` are of a table with the options `SOLO_OPTIONS`, or `DUEL_OPTIONS` for two. The first
    pair plays blue, or red where the seating is `swapped`: the two games of a seed have the same
    board. The deal and all choices draw from generators that follow from `seed`.
    """
    teams = (TEAMS[::-1] if swapped else TEAMS)[: len(pairs)]
    seated = dict(zip(teams, pairs, strict=True))
    game = EngineGame(rules, seated, dict(zip(teams, memories, strict=True)), seed, spectators)
    game.play()
    winner = next((place for place, team in enumerate(teams) if team is game.winner), 1)
    plays = tuple(game.plays[team] for team in teams)
    after = tuple(game.memories[team] for team in teams)
    return PlayedGame(winner, plays, game.forfeit), after


@dataclass(slots=True)
class EngineGame:
    """A game of pairs that runs; `memories` are what they remember, by team.

    `spectators` are told what is public. The deal and all choices draw from generators that follow
    from `seed`.
    """

    rules: Codenames
    pairs: Mapping[model.Team, Pair]
    memories: dict[model.Team, Memories]
    seed: int
    spectators: tuple[Spectator, ...] = ()
    plays: dict[model.Team, TeamRecord] = field(default_factory=dict)
    winner: model.Team | None = None
    forfeit: ForfeitedGame | None = None

    def play(self) -> None:
        """Play the game to its end; a team whose player forfeits has lost it."""
        self.plays = dict.fromkeys(self.pairs, TeamRecord())
        state = dealt(self.rules, self.seed)
        try:
            for one in self.spectators:
                one.began(self.rules.observe(state, None))
            state = self._turns(state)
        finally:
            for one in self.spectators:
                one.ended(self.winner)

    def _turns(self, state: model.State) -> model.State:
        while state.phase is not model.Phase.OVER:
            team = state.turns[-1].team
            try:
                state, spoken, heard = self._turn(state, team)
            except Forfeit as given:
                self.forfeit = ForfeitedGame(team, given.role, given.reason)
                self.winner = next((one for one in self.pairs if one is not team), None)
                return state
            self._count(state, team, spoken, heard)
        self.winner = state.ending.winner if state.ending else None
        return state

    def _turn(
        self, state: model.State, team: model.Team
    ) -> tuple[model.State, CodenamesChoice, CodenamesChoice]:
        """Return the state after a whole turn, and the last choice of each bot in it."""
        number, pair, memories = state.number, self.pairs[team], self.memories[team]
        spoken = heard = pair.chosen(self.rules, state, memories, self.seed)
        state = _after(self.rules, state, spoken)
        while state.phase is not model.Phase.OVER and state.number == number:
            heard = pair.chosen(self.rules, state, memories, self.seed)
            state = _after(self.rules, state, heard)
        return state, spoken, heard

    def _count(
        self, state: model.State, team: model.Team, spoken: CodenamesChoice, heard: CodenamesChoice
    ) -> None:
        """Learn from the turn that ended last, and count its outcome."""
        last, pair, memories = last_turn(state.turns), self.pairs[team], self.memories[team]
        thoughts, earned = spoken.thoughts.value, heard.thoughts.value.credits
        self.memories[team] = Memories(
            _learnt(pair.spymaster, memories.spymaster, last, thoughts.credits),
            _learnt(pair.guesser, memories.guesser, last, earned),
        )
        played, before = played_turn(last, ()), self.plays[team]
        outcomes = before.outcomes if played is None else (*before.outcomes, played.outcome)
        fallback = isinstance(thoughts, ClueThoughts) and thoughts.fallback
        self.plays[team] = TeamRecord(outcomes, before.fallbacks + fallback)
        for one in self.spectators:
            one.turned(last)


def _waited(state: model.State) -> model.Chair:
    role = model.Role.SPYMASTER if state.phase is model.Phase.CLUE else model.Role.GUESSER
    return model.Chair(state.turns[-1].team, role)


def dealt(rules: Codenames, seed: int) -> model.State:
    """Return the state of a board that is dealt by a seed."""
    state = rules.initial()
    deal = rules.chance(state, np.random.default_rng(seed))
    return state if deal is None else advance(rules, state, rules.decide(state, CHANCE, deal))


def _after(rules: Codenames, state: model.State, choice: CodenamesChoice) -> model.State:
    """Return the state after a bot's choice; raises ValueError for one that waits for marks."""
    if choice.action is None:
        raise ValueError("a lone guesser waits for nobody")
    return advance(rules, state, rules.decide(state, _waited(state).seat, choice.action))


def _learnt(policy: Policy, memory: Memory, last: model.Turn, earned: NamedNumbers) -> Memory:
    turn = played_turn(last, earned)
    return memory if turn is None else policy.learn(memory, turn)


def last_turn(turns: Iterable[model.Turn]) -> model.Turn:
    """Return the turn that ended last."""
    return next(turn for turn in reversed(tuple(turns)) if turn.end is not None)
