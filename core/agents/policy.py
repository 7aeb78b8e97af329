"""Bots at a table of Codenames: the choices of a seat, and learning from a turn.

A policy sees an `Observation`, never a state, and a memory of its teammates. It is pure: the same
observation, memory and generator state give the same choice. After a turn its owner calls `learn`
with `core.agents.observation.played_turn` of the turn and the credits in the bot's thoughts.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from core.agents.ace import AceVariant, choose_expert, clue_credits, guess_credits, named_credits
from core.agents.ace import learn as ace_learn
from core.agents.associations import NO_VECTOR, Vocabulary
from core.agents.expert import ClueProposal, Expert
from core.agents.language import Language
from core.agents.memory import Memory, PlayedTurn
from core.agents.observation import clues_given, guesser_view, position_of
from core.agents.position import BoardPosition
from core.agents.table_play import (
    DEFAULT_MARGINS,
    DEFAULT_THRESHOLDS,
    GuesserThresholds,
    GuesserView,
    GuessReason,
    SpymasterMargins,
    clue_for_people,
    guess_with_people,
    rank_cards,
)
from core.agents.thoughts import (
    BotAction,
    ClueThoughts,
    CodenamesChoice,
    GuessThoughts,
    NamedNumbers,
)
from core.codenames.actions import GiveClue, Guess, Pass, Point
from core.codenames.clue import Substrings
from core.codenames.model import Chair, Observation, Phase, Role
from core.rules import Secret

MOST_CARDS: Final = 4
"""The largest number that the random spymaster gives."""


class Policy(Protocol):
    """A bot for any chair of a table of Codenames."""

    @property
    def name(self) -> str:
        """The bot's name, also in commands."""

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator, /
    ) -> CodenamesChoice:
        """Return the seat's next action.

        `rng` has the same state in each call of a turn, so that draws apply to the whole turn.
        Raises ValueError if it is not the seat's turn.
        """

    def learn(self, memory: Memory, _turn: PlayedTurn, /) -> Memory:
        """Return the memory after one of the bot's turns; most bots do not change it."""
        return memory


@dataclass(frozen=True, slots=True)
class TableStyle:
    """The style of bots' clues and guesses for people, with any model."""

    language: Language
    margins: SpymasterMargins = DEFAULT_MARGINS
    thresholds: GuesserThresholds = DEFAULT_THRESHOLDS


@dataclass(frozen=True, slots=True)
class ExpertPolicy(Policy):
    """One language model in a chair; it learns nothing.

    The expert `beside` replaces it for a clue or a board whose words it does not know.
    """

    expert: Expert
    style: TableStyle
    beside: Expert | None = None

    @property
    def name(self) -> str:
        """The expert's name."""
        return self.expert.name

    def choose(
        self, observation: Observation, _memory: Memory, rng: np.random.Generator, /
    ) -> CodenamesChoice:
        """Return the expert's next action."""
        thinks = (self.expert,)
        if self.beside and not able_experts(thinks, observation, self.style.language):
            thinks = (self.beside,)
        ensemble = _Ensemble(thinks, self.style, AceVariant.REPOSITORY)
        return ensemble.choose(observation, 0, rng, self.name)


@dataclass(frozen=True, slots=True)
class AcePolicy:
    """ACE in a chair: it follows the expert that has done best with these people so far.

    It chooses an expert before each guess. Within a turn this is always the same one, because its
    memory and the state of `rng` stay the same. A table may choose experts from the usual ones and
    `others`.
    """

    experts: tuple[Expert, ...]
    style: TableStyle
    variant: AceVariant = AceVariant.REPOSITORY
    others: tuple[Expert, ...] = ()

    @property
    def name(self) -> str:
        """The variant's name."""
        return self.variant.value

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        """Return the next action of the best expert so far among those that know the clue."""
        listened = self._listened(observation.options.ensemble)
        experts = able_experts(listened, observation, self.style.language) or listened
        names = [expert.name for expert in experts]
        chosen = experts[choose_expert(memory, names, self.variant, rng)]
        ensemble = _Ensemble(listened, self.style, self.variant)
        place = listened.index(chosen)
        return ensemble.choose(observation, place, rng, f"{self.name}:{chosen.name}")

    def _listened(self, names: tuple[str, ...]) -> tuple[Expert, ...]:
        """Return the existing experts with these names; the usual experts if none exists."""
        known = {expert.name: expert for expert in (*self.experts, *self.others)}
        return tuple(known[name] for name in names if name in known) or self.experts

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:
        """Return ACE's memory after a turn."""
        return ace_learn(memory, turn, self.variant)


@dataclass(frozen=True, slots=True)
class RandomPolicy(Policy):
    """The random player in a chair: lawful, but otherwise arbitrary."""

    style: TableStyle

    @property
    def name(self) -> str:
        """The random player's name."""
        return "random"

    def choose(
        self, observation: Observation, _memory: Memory, rng: np.random.Generator, /
    ) -> CodenamesChoice:
        """Return a random lawful clue or covered card."""
        chair, turn = chair_of(observation), observation.turns[-1]
        if chair.role is Role.SPYMASTER:
            sayable = sayable_words(observation, self.style.language)
            clue = random_clue(self.style.language.vocabulary, rng, sayable)
            said = ClueThoughts(self.name, clue.word, clue.number, ())
            return clue_choice(observation, said, self.name)
        # Each guess of a turn draws the same list of cards; after the last one it passes.
        given, made = turn.clue, tuple(guess.card for guess in turn.guesses)
        covered = sorted((*observation.covered, *made))
        drawn = random_guesses(covered, (given.number if given else None) or 1, rng)
        place = next((place for place in drawn if place not in made), None)
        basis = None if place is None else GuessReason.CHANCE
        thoughts = GuessThoughts(self.name, given.word if given else "", None, basis, ())
        return CodenamesChoice(action_of(observation, chair, place), self.name, Secret(thoughts))


@dataclass(frozen=True, slots=True)
class _Ensemble:
    """Experts that all propose, so that each can earn credit, while one of them acts."""

    experts: tuple[Expert, ...]
    style: TableStyle
    variant: AceVariant

    def choose(
        self, observation: Observation, chosen: int, rng: np.random.Generator, cause: str
    ) -> CodenamesChoice:
        """Return the chosen expert's next action."""
        chair = chair_of(observation)
        if chair.role is Role.SPYMASTER:
            return self._clue(observation, position_of(observation, chair), chosen, cause)
        look = guesser_view(observation, chair, self.style.language.understood)
        expert, heard = self.experts[chosen], look.clues[-1]
        pick = guess_with_people(expert.guesser, look, self.style.thresholds, rng)
        ranking = rank_cards(expert.guesser, look.cards, look.covered, heard.word)
        thoughts = GuessThoughts(
            expert.name,
            clues_given(observation)[-1],
            heard.word,
            pick.basis if pick else None,
            tuple((look.cards[place], near) for place, near in ranking if near > NO_VECTOR),
            self._named(self._guess_credits(look, chosen)),
        )
        action = action_of(observation, chair, pick.place if pick else None)
        return CodenamesChoice(action, cause, Secret(thoughts))

    def _clue(
        self, observation: Observation, position: BoardPosition, chosen: int, cause: str
    ) -> CodenamesChoice:
        cards, sayable = position.board.cards, sayable_words(observation, self.style.language)
        boards = [expert.spymaster.associations(cards) for expert in self.experts]
        margins = self.style.margins
        proposals = [clue_for_people(board, position, sayable, margins) for board in boards]
        expert, clue = self.experts[chosen], proposals[chosen]
        closeness = expert.spymaster.closeness(cards, clue.word).tolist()
        nearest = sorted(clue.targets, key=lambda place: -closeness[place])
        thoughts = ClueThoughts(
            expert.name,
            clue.word,
            clue.number,
            tuple((cards[place], closeness[place]) for place in nearest),
            clue.fallback,
            self._named(clue_credits(proposals, chosen, self.variant)),
        )
        return clue_choice(observation, thoughts, cause)

    def _guess_credits(self, view: GuesserView, chosen: int) -> Sequence[float]:
        """Return each expert's credit, from its guesses on the board of the clue.

        The chosen expert gets all the credit for an unknown clue.
        """
        heard = view.clues[-1]
        if heard.word is None:
            return [float(place == chosen) for place in range(len(self.experts))]
        ranked = [
            rank_cards(expert.guesser, view.cards, heard.covered, heard.word)
            for expert in self.experts
        ]
        lists = [tuple(place for place, _ in one[: heard.number or 1]) for one in ranked]
        return guess_credits(lists, chosen, self.variant)

    def _named(self, earned: Sequence[float]) -> NamedNumbers:
        return named_credits([expert.name for expert in self.experts], earned)


def able_experts(
    experts: tuple[Expert, ...], observation: Observation, language: Language
) -> tuple[Expert, ...]:
    """Return the experts that know the current clue or, without a clue, one of the own cards."""
    cards = observation.words
    if observation.clue is not None:
        word, covered = language.understood(observation.clue.word), list(observation.covered)
        near = ((one, one.guesser.closeness(cards, word)) for one in experts if word)
        return tuple(one for one, closeness in near if closeness[covered].max() > NO_VECTOR)
    own = list(position_of(observation, chair_of(observation)).own())
    known = ((one, one.spymaster.associations(cards).known) for one in experts)
    return tuple(one for one, which in known if which[own].any())


def chair_of(observation: Observation) -> Chair:
    """Return the seat's chair; raises ValueError if it is not the seat's turn."""
    chair, turn = observation.chair, observation.turn
    waited = {Role.SPYMASTER: Phase.CLUE, Role.GUESSER: Phase.GUESS}
    if chair is None or turn is None or turn.team is not chair.team:
        raise ValueError("the table does not wait for this seat's team")
    if observation.phase is not waited[chair.role]:
        raise ValueError(f"the table does not wait for a {chair.role.value}")
    return chair


def sayable_words(
    observation: Observation, language: Language, substrings: Substrings | None = None
) -> NDArray[np.bool_]:
    """Return the words that a bot may say on a board, bool (V,).

    `substrings` overrides the table's rule.
    """
    covered = [observation.cards[place].word for place in observation.covered]
    judged = substrings or observation.options.substrings
    return language.sayable(covered, clues_given(observation), judged)


def clue_choice(observation: Observation, thoughts: ClueThoughts, cause: str) -> CodenamesChoice:
    """Return the choice to give the clue in a spymaster's thoughts; `cause` names the bot."""
    action = GiveClue(observation.number, thoughts.word, thoughts.number)
    return CodenamesChoice(action, cause, Secret(thoughts))


def action_of(observation: Observation, chair: Chair, place: int | None) -> BotAction | None:
    """Return the action for a pick, or for ending the turn if `place` is None.

    At a table where a guess needs several marks, the bot seconds the card that teammates marked
    most, or marks its own pick, and then waits (None).
    """
    if observation.options.marks == 1:
        return Pass(observation.number) if place is None else Guess(observation.number, place)
    counts = Counter(marked for _, marked in observation.marks)
    others = sorted({marked for seat, marked in observation.marks if seat != chair.seat})
    place = max(others, key=counts.__getitem__, default=place)
    if place is None:
        return Pass(observation.number)
    if counts[place] >= observation.options.marks:
        return Guess(observation.number, place)
    own_mark = (chair.seat, place) in observation.marks
    return None if own_mark else Point(observation.number, place)


def random_clue(
    vocabulary: Vocabulary, rng: np.random.Generator, sayable: NDArray[np.bool_] | None = None
) -> ClueProposal:
    """Return a random word of the vocabulary, or a `sayable` one, bool (V,), numbered 1 to 4.

    It has no targets.
    """
    columns = np.arange(len(vocabulary)) if sayable is None else np.flatnonzero(sayable)
    word = vocabulary.words[int(rng.choice(columns))]
    return ClueProposal(word, int(rng.integers(1, MOST_CARDS + 1)), targets=())


def random_guesses(
    covered: Sequence[int], number: int, rng: np.random.Generator
) -> tuple[int, ...]:
    """Return from 1 to `number` of the covered cards' places, in random order."""
    count = min(int(rng.integers(1, number + 1)), len(covered))
    return tuple(rng.permutation(np.array(covered))[:count].tolist())
