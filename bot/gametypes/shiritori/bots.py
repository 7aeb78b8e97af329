"""The bots of shiritori: one for each strength.

A bot gets a `ShiritoriRequest`, which has the table's word list with the observation. The request
names an embedded list, so that a worker reads its words once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np

from bot.gametypes.bots import BotRoster
from bot.gametypes.engine import FALLBACK, MoveRequest
from bot.gametypes.recap import Recap, ThoughtsByTurn
from core.agents.memory import Memory
from core.bot import BotChoice
from core.compiled import compiles
from core.rules import Seat, Secret
from core.shiritori.agents import Agent, GreedyAgent, RandomAgent, SolverAgent, accepted_words
from core.shiritori.model import Action, AskHint, Concede, Observation, PlayWord
from core.shiritori.options import Options, PlayOrder, Strength, WordList
from core.shiritori.rules import Shiritori
from core.shiritori.solver import solved
from core.view import Phrase, phrase
from core.words.packs import Pack
from core.words.word_lists import noun_list

NODES_A_MOVE: Final = {True: 50_000, False: 500}
"""Positions that the solver searches for a word, compiled or not: half a second or more."""

HINT_NODES: Final = {True: 10_000, False: 500}
"""The most positions for a hint, compiled or not; the proof of a win mostly takes a tenth."""

HINT: Final = "hint"
"""The bot that finds hints."""

UNSETTLED: Final = np.array([[0, 1, 0], [0, 0, 1], [2, 0, 0]], np.int32)
"""A game that only a search solves: its words by their sounds."""

COMPILING_NODES: Final = 1_000
"""The positions of a search that solves `UNSETTLED`, to compile the solver."""

EVEN_PLAYERS: Final = 2
"""The number of players for which proofs hold."""

AgentMaker: TypeAlias = Callable[[np.random.Generator], Agent]
"""Makes an agent from its random generator."""

AGENTS: Final[Mapping[str, AgentMaker]] = MappingProxyType(
    {
        Strength.RANDOM.value: RandomAgent,
        Strength.GREEDY.value: GreedyAgent,
        Strength.SOLVER.value: lambda rng: SolverAgent(rng, NODES_A_MOVE[compiles()]),
    }
)
"""The agents by the bots' names."""

TOLD: Final = 5
"""The most missed words that a recap names."""


@dataclass(frozen=True, slots=True)
class MissedWord:
    """Words that would have won instead of the word with this number, from 1."""

    number: int
    words: tuple[str, ...]


ShiritoriThoughts: TypeAlias = MissedWord | None
"""The opponent's last mistake, if it is proved."""


@dataclass(frozen=True, slots=True)
class ShiritoriRequest:
    """A bot's observation with the table's words: a list's name or the list."""

    observation: Observation
    words: str | Pack = field(repr=False)

    @property
    def rules(self) -> Shiritori:
        """The rules of the table."""
        return _rules(self.observation.options, self.words)


@lru_cache(maxsize=8)
def _rules(options: Options, words: str | Pack) -> Shiritori:
    return Shiritori(options, noun_list(words) if isinstance(words, str) else words)


@dataclass(frozen=True, slots=True)
class AgentBot:
    """Plays as an agent; a searching one notes the opponent's last mistake."""

    agent: AgentMaker
    cause: str

    def choose(
        self, request: ShiritoriRequest, _memory: Memory, rng: np.random.Generator, /
    ) -> BotChoice[Action, ShiritoriThoughts]:
        """Return a word, or the bot's resignation if no word is left."""
        agent, judge, state = self.agent(rng), request.rules.judge, request.observation.state
        word, turn = agent.play(judge, state.readings, request.observation.sound), state.turn
        missed = _missed(request, agent) if isinstance(agent, SolverAgent) else None
        action = Concede(turn) if word is None else PlayWord(turn, judge.words.unmistakable(word))
        return BotChoice(action, self.cause, Secret(missed))


class HintBot:
    """Searches for the words of a hint."""

    def choose(
        self, request: ShiritoriRequest, _memory: Memory, _rng: np.random.Generator, /
    ) -> BotChoice[Action, ShiritoriThoughts]:
        """Return a hint with the winning words that a search finds."""
        hint = request.rules.hint(request.observation.state, HINT_NODES[compiles()])
        return BotChoice(hint, HINT, Secret(None))


def shiritori_bots() -> Mapping[str, AgentBot | HintBot]:
    """Return the bots of shiritori by name, with the solver compiled and the usual list indexed."""
    solved(UNSETTLED, 0, COMPILING_NODES)
    usual = _rules(Options(), Options().words.value)
    usual.prepare()
    accepted_words(usual.judge).counts(())
    return {HINT: HintBot()} | {name: AgentBot(agent, name) for name, agent in AGENTS.items()}


class ShiritoriRecap(Recap[MissedWord, Observation]):
    """Thoughts of the solver, the only thoughts in shiritori."""

    thoughts_type = MissedWord

    def sentences(
        self, observation: Observation, thoughts_by_turn: ThoughtsByTurn[MissedWord]
    ) -> tuple[Phrase, ...]:
        """Return the last proved mistake, unless the winner made it."""
        state = observation.state
        if state.ending is None or not thoughts_by_turn:
            return ()
        missed = max(thoughts_by_turn.values(), key=lambda one: one.number)
        played = state.chain[missed.number - 1]
        if played.seat == state.ending.winner:
            return ()
        words, word = missed.words[:TOLD], played.word
        return (phrase("shiritori-recap", number=missed.number, played=word, words=words),)


class ShiritoriRoster(BotRoster[Options, Shiritori, Observation]):
    """The bots of shiritori, their seats and their behaviour."""

    recap = ShiritoriRecap()
    # The words take some 50 MB, and numba, if installed, twice as much.
    is_warmed = False

    def fallback(self, request: MoveRequest) -> BotChoice[Action, ShiritoriThoughts]:
        """Return a random word for a late bot."""
        asked: ShiritoriRequest = request.observation
        rng = np.random.default_rng(request.seed)
        return AgentBot(RandomAgent, FALLBACK).choose(asked, request.memory, rng)

    def for_seat(self, options: Options, _seat: Seat) -> tuple[str, ...]:
        """Return the bots of a chair, the table's own first."""
        usual = options.strength.value
        others = (strength.value for strength in Strength if strength is not options.strength)
        return (usual,) if options.order is PlayOrder.BOT else (usual, *others)

    def adviser(self, action: object) -> str:
        """Return the bot that finds hints."""
        return HINT if isinstance(action, AskHint) else ""

    def build_request(self, rules: Shiritori, observation: Observation) -> ShiritoriRequest:
        """Return the observation with the table's words."""
        pack = rules.pack
        embedded = pack.name in {one.value for one in WordList} and pack == noun_list(pack.name)
        return ShiritoriRequest(observation, pack.name if embedded else pack)


def _missed(request: ShiritoriRequest, agent: SolverAgent) -> MissedWord | None:
    """Return the words that would have won the opponent's last turn, if proved.

    Proofs require two players in turn. Also None if the opponent played one of the words, or had a
    fixed first word.
    """
    options, chain = request.observation.options, request.observation.state.readings
    number, judge = len(chain), request.rules.judge
    if options.players != EVEN_PLAYERS or options.is_free or number <= bool(options.daily):
        return None
    words = tuple(map(judge.words.spelling, agent.missed(judge, chain)))
    return MissedWord(number, words) if words else None
