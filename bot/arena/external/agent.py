"""Agents in their own processes, as players by either rule set.

An agent follows its games as a spectator. A request for a clue or for guesses includes the position
as the agent's seat sees it. Any mistake by an agent forfeits the game, with the reason, and the
program restarts for the next game.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Final

import numpy as np

from bot.arena.external import protocol
from bot.arena.external.process import AgentProcess, command_words
from core.agents.expert import ClueProposal
from core.agents.memory import Memory
from core.agents.observation import clues_given
from core.agents.policy import Policy, action_of, chair_of, clue_choice
from core.agents.position import BoardPosition
from core.agents.table_play import GuessReason
from core.agents.thoughts import ClueThoughts, CodenamesChoice, GuessThoughts
from core.arena import paper_game
from core.arena.engine_game import TEAMS, Forfeit
from core.codenames import model
from core.codenames.clue import Referee
from core.codenames.spelling import fold
from core.rules import Secret

HELLO_SECONDS: Final = 60.0
"""The time limit for an agent's start, in which it loads its models."""

TIME_LIMIT_SECONDS: Final = 10.0
"""The default time limit for an answer."""

FORFEITS_IN_A_ROW: Final = 3
"""The forfeits in a row after which an agent does not restart."""


class ExternalAgent:
    """A program in one chair; call `close` at the end."""

    def __init__(
        self, command: str, options: protocol.GameOptions, hello_seconds: float = HELLO_SECONDS
    ) -> None:
        """Parse a command line, which the first question runs; raises Refusal."""
        self.name = f"exec:{command}"
        self.ready: protocol.Ready | None = None
        self.squared_errors = list[float]()
        """Squared errors of its chances for turned cards; their mean is the Brier score."""
        self._command = command_words(command)
        self._options, self._hello_seconds = options, hello_seconds
        self._program: AgentProcess | None = None
        self._in_game = False
        self._public: model.Observation | None = None
        self._turns = list[model.Turn]()
        self._picks: tuple[protocol.PickedCard, ...] = ()
        self._row = 0
        self._last_reason = ""

    def close(self, *, at_once: bool = False) -> None:
        """Ask the program to quit, or kill it `at_once`."""
        program, self._program = self._program, None
        if program is not None:
            (program.kill if at_once else program.close)()

    # The spectator.

    def began(self, public: model.Observation) -> None:
        """Record a new board."""
        self._public, self._turns, self._picks = public, [], ()
        self._in_game = False

    def turned(self, turn: model.Turn) -> None:
        """Send the program a finished turn."""
        self._turns.append(turn)
        own = model.Identity.of(turn.team)
        for pick, guess in zip(self._picks, turn.guesses, strict=False):
            if pick.chance is not None:
                self.squared_errors.append((pick.chance - (guess.identity is own)) ** 2)
        self._picks = ()
        if self._program is not None and self._in_game and self._public is not None:
            cards = [card.word for card in self._public.cards]
            self._program.tell(
                protocol.TurnTold(type="outcome", turn=protocol.turn_record(turn, cards)).line
            )

    def ended(self, winner: model.Team | None) -> None:
        """Send the program the result of a game."""
        if self._program is not None and self._in_game:
            self._program.tell(protocol.GameResult(type="result", winner=winner).line)
            self._in_game, self._row = False, 0

    # The player.

    @property
    def mover(self) -> model.Team:
        """The team whose turn it is, if teams alternate and blue moves first."""
        return TEAMS[len(self._turns) % 2]

    def clue(
        self, team: model.Team, key: Sequence[model.Identity], unlawful: Callable[[str], str | None]
    ) -> tuple[str, int]:
        """Return the clue; `unlawful` returns the rule that a word breaks. Raises Forfeit."""
        try:
            asked = {"type": "ask-clue", "key": [protocol.identity_name(one) for one in key]}
            answer = protocol.read_clue(self._asked(protocol.AskClue, team, asked))
        except protocol.ProtocolBreach as error:
            raise self._forfeit(str(error)) from error
        broken = unlawful(answer.word)
        if broken is not None:
            raise self._forfeit(f"an unlawful clue, {protocol.shown(answer.word)}: {broken}")
        return answer.word, answer.number

    def guesses(
        self, team: model.Team, clue: tuple[str, int | None], covered: frozenset[int], counts: range
    ) -> tuple[protocol.PickedCard, ...]:
        """Return the program's guesses; raises Forfeit."""
        word, number = clue
        try:
            asked = {"type": "ask-guesses", "clue": word, "number": number}
            line = self._asked(protocol.AskGuesses, team, asked)
            self._picks = protocol.read_guesses(line, self._cards, sorted(covered), counts)
        except protocol.ProtocolBreach as error:
            raise self._forfeit(str(error)) from error
        return self._picks

    @property
    def _cards(self) -> tuple[str, ...]:
        return tuple(card.word for card in self._public.cards) if self._public else ()

    def _asked(
        self,
        question: type[protocol.AskClue | protocol.AskGuesses],
        team: model.Team,
        asked: Mapping[str, object],
    ) -> str:
        """Return the program's answer to a question about the position."""
        if self._public is None:
            raise ValueError("no game has begun")
        if self._row >= FORFEITS_IN_A_ROW:
            raise protocol.ProtocolBreach(
                f"given up after {FORFEITS_IN_A_ROW} forfeits in a row: {self._last_reason}"
            )
        program = self._started()
        if not self._in_game:
            seed = _seed(self._cards, team, self._options.role)
            first = self._public.order[0]
            program.tell(protocol.NewGame(type="game", team=team, first=first, seed=seed).line)
            self._in_game = True
        position = protocol.position_of(self._public, self._turns)
        message = question.model_validate({**position, **asked})
        return program.ask(message.line, seconds=self._options.seconds)

    def _started(self) -> AgentProcess:
        if self._program is None:
            self._program = AgentProcess(self._command)
            answer = self._program.ask(protocol.HELLO.line, seconds=self._hello_seconds)
            self.ready = protocol.read(protocol.Ready, answer)
            self._program.tell(self._options.line)
        return self._program

    def _forfeit(self, reason: str) -> Forfeit:
        """Kill the program; return the forfeit of the game."""
        self.close(at_once=True)
        if self._row < FORFEITS_IN_A_ROW:
            self._last_reason = reason
        self._in_game = False
        self._row += 1
        return Forfeit(self._options.role, reason)


def _seed(cards: Sequence[str], team: model.Team, role: model.Role) -> int:
    """Return a seed below 2^32 for an agent's own draws, from public facts."""
    text = "\n".join((*cards, team.value, role.value))
    return int.from_bytes(sha256(text.encode()).digest()[:4], "big")


class AgentPolicy(Policy):
    """An agent at a table with the engine's rules.

    A guesser names all its cards after the clue, from one up to one more than the number. The
    engine uncovers them in order until one is not its team's; a shorter list means a stop.
    """

    def __init__(self, agent: ExternalAgent, referee: Referee) -> None:
        self.agent = agent
        self._referee = referee
        self._picks: tuple[protocol.PickedCard, ...] = ()

    @property
    def name(self) -> str:
        """The program's name."""
        return self.agent.name

    def choose(
        self, observation: model.Observation, _memory: Memory, _rng: np.random.Generator, /
    ) -> CodenamesChoice:
        """Return the agent's choice; raises Forfeit."""
        chair = chair_of(observation)
        if chair.role is model.Role.SPYMASTER:
            return self._clue(observation, chair)
        return self._guess(observation, chair)

    def _clue(self, observation: model.Observation, chair: model.Chair) -> CodenamesChoice:
        key = [card.key for card in observation.cards if card.key]
        word, number = self.agent.clue(
            chair.team, key, lambda said: self._broken(said, observation)
        )
        return clue_choice(observation, ClueThoughts(self.name, word, number, ()), self.name)

    def _broken(self, word: str, observation: model.Observation) -> str | None:
        """Return the rule that a word breaks and the covered card that it clashes with, if any."""
        covered = [observation.cards[place].word for place in observation.covered]
        breach = self._referee.breach(word, covered, observation.options.substrings)
        if breach is None:
            return None
        return breach.rule.value if breach.card is None else f"{breach.rule.value} {breach.card}"

    def _guess(self, observation: model.Observation, chair: model.Chair) -> CodenamesChoice:
        made = len(observation.turns[-1].guesses)
        clue = observation.clue
        if made == 0 and clue is not None:
            covered = frozenset(observation.covered)
            most = min(clue.limit or len(covered), len(covered))
            counts = range(1, most + 1)
            self._picks = self.agent.guesses(chair.team, (clue.word, clue.number), covered, counts)
        place = self._picks[made].place if made < len(self._picks) else None
        basis = None if place is None else GuessReason.CLUE
        thoughts = GuessThoughts(self.name, clues_given(observation)[-1], None, basis, ())
        return CodenamesChoice(action_of(observation, chair, place), self.name, Secret(thoughts))


class AgentPlayer(paper_game.Spymaster, paper_game.Guesser):
    """An agent in the paper's game: any word of the vocabulary off the board, forced guesses."""

    def __init__(self, agent: ExternalAgent, words: frozenset[str]) -> None:
        self.agent = agent
        self._words = words

    def announce(
        self, position: BoardPosition, _memory: Memory, _rng: np.random.Generator, /
    ) -> ClueProposal:
        """Return the agent's clue; raises Forfeit."""
        team, board = self.agent.mover, position.board
        key = [paper_game.identity_of(kind, team) for kind in board.kinds]
        word, number = self.agent.clue(team, key, lambda said: self._broken(said, board.cards))
        return ClueProposal(word, number, ())

    def advise(
        self, question: paper_game.PublicTurn, _memory: Memory, _rng: np.random.Generator, /
    ) -> paper_game.Advice:
        """Return the agent's guesses; raises Forfeit."""
        clue, count = (question.word, question.number), min(question.number, len(question.covered))
        counts = range(count, count + 1)
        picks = self.agent.guesses(self.agent.mover, clue, question.covered, counts)
        return paper_game.Advice(tuple(pick.place for pick in picks))

    def _broken(self, word: str, cards: Sequence[str]) -> str | None:
        if fold(word) in {fold(card) for card in cards}:
            return "it is on the board"
        return None if word in self._words else "it is not in the vocabulary"


def close_all(agents: Sequence[ExternalAgent]) -> None:
    """End the programs of all agents, even if one of them fails."""
    for agent in agents:
        with suppress(OSError):
            agent.close()
