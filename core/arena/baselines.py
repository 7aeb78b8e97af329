"""Spymasters from other work, as baselines at a table: all give lawful clues.

- `threshold_clue`: Kim et al., "Cooperation and Codenames" (AIIDE 2019);
- `noisy_clue`: a baseline from open contests between language models and embeddings: the greatest
  expected number of found cards when each distance has Gaussian noise;
- `detect_clue`: Koyyalagunta et al., "Playing Codenames with Language Graphs and Word Embeddings"
  (JAIR 2021), whose weights favour words that dictionaries relate and that many texts contain.

If no lawful word satisfies its rule, a spymaster gives a fallback: the word with the greatest lead
of one card over the bad cards.

Axes: B cards of a board, O own cards, C lawful words, V words of the vocabulary.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import Associations
from core.agents.expert import ClueProposal, Expert
from core.agents.memory import Memory, PlayedTurn
from core.agents.observation import position_of
from core.agents.policy import ExpertPolicy, TableStyle, chair_of, clue_choice, sayable_words
from core.agents.position import BoardPosition, CardKind, rows
from core.agents.table_play import scale_of
from core.agents.thoughts import ClueThoughts, CodenamesChoice
from core.codenames.model import Observation, Role
from core.rating.colt import Floats
from core.words.receptive_words import collocations, receptive_vocabulary
from core.words.vectors import Singles

MOST: Final = 4
"""The most cards for one clue."""

NOISE: Final = 1.0
"""The noise of a distance, in standard deviations of the model's similarities."""

NOISE_DRAWS: Final = 60

SHORTLIST: Final = 300
"""Words on the shortlist: those with the greatest leads of two own cards over all bad ones."""

PENALTIES: Final = {CardKind.OPPONENT: 1.0, CardKind.BYSTANDER: 0.5, CardKind.ASSASSIN: 5.0}
"""The cost of a bad card, in found cards; without it the greatest number would always be best."""

AGGRESSIVENESS: Final = {"low": 0.3, "medium": 0.5, "high": 0.7}
"""The greatest distance of a target, under the names of Kim et al."""

BAD_CARD_WEIGHT: Final = 0.5
FREQUENCY_WEIGHT: Final = 2.0
DICTIONARY_WEIGHT: Final = 2.0
"""The published weights of the nearest bad card, of rareness and of the dictionary."""


@dataclass(frozen=True, slots=True, eq=False)
class SayableWords:
    """The lawful words in a position, and their similarities to its cards.

    `columns` intp (C,); `own` float32 (O, C) and `bad` float32 (C,), the nearest bad card.
    """

    associations: Associations
    position: BoardPosition
    columns: NDArray[np.intp]
    own: Singles
    bad: Singles

    def proposal(self, column: int, targets: Sequence[int], *, fallback: bool) -> ClueProposal:
        """Return the clue in a column (of C) for own cards (of O)."""
        word = self.associations.vocabulary.words[self.columns[column]]
        own = self.position.own()
        places = tuple(sorted(own[one] for one in targets))
        return ClueProposal(word, max(len(places), 1), places, fallback)

    def least_bad(self) -> ClueProposal:
        """Return the word with the greatest lead of one card over the bad cards."""
        card, column = divmod(int((self.own - self.bad).argmax()), len(self.columns))
        return self.proposal(column, (card,), fallback=True)


def words_beside(
    associations: Associations, position: BoardPosition, columns: NDArray[np.intp]
) -> SayableWords:
    """Return the lawful words in these columns (C,); raises ValueError without a column."""
    if columns.size == 0:
        raise ValueError("no word may be said")
    near = associations.similarity[:, columns]
    bad = near[rows(position.bad())].max(axis=0, initial=np.float32(-1))
    return SayableWords(associations, position, columns, near[rows(position.own())], bad)


def threshold_clue(farthest: float, words: SayableWords, _rng: object = None, /) -> ClueProposal:
    """Return the word with the most targets; in a tie, the one with the nearest targets.

    A target is an own card at a cosine distance below `farthest` from the word, and nearer than
    every bad card.
    """
    meant = (words.own > 1 - farthest) & (words.own > words.bad)
    counts = meant.sum(axis=0)
    if not counts.any():
        return words.least_bad()
    tied = np.flatnonzero(counts == counts.max())
    sums = np.where(meant, words.own, 0)[:, tied].sum(axis=0)
    best = int(tied[sums.argmax()])
    return words.proposal(best, np.flatnonzero(meant[:, best]).tolist(), fallback=False)


def noisy_clue(words: SayableWords, rng: np.random.Generator) -> ClueProposal:
    """Return the word and number with the greatest expected count of found cards, less penalties.

    The simulated guesser picks cards in the order of their similarities with Gaussian noise, up to
    the number or to a bad card, which costs its penalty.
    """
    lead = np.sort(words.own, axis=0)[-2:].mean(axis=0) - words.bad
    hopeful = np.argsort(-lead, kind="stable")[:SHORTLIST]
    near = words.associations.similarity[:, words.columns[hopeful]]
    noise = np.float32(NOISE * scale_of(words.associations).deviation)
    total = np.zeros((min(MOST, len(words.own)), len(hopeful)))
    for _ in range(NOISE_DRAWS):
        drawn = near + noise * rng.standard_normal((len(near), 1), dtype=np.float32)
        total += _found(drawn, words.position, len(total))
    number, column = divmod(int(total.argmax()), len(hopeful))
    best = int(hopeful[column])
    targets = np.argsort(-words.own[:, best], kind="stable")[: number + 1]
    return words.proposal(best, targets.tolist(), fallback=False)


def _found(near: Singles, position: BoardPosition, most: int) -> Floats:
    """Return the found cards minus the penalty for a bad card, by number (from 1) and word."""
    own, kinds = rows(position.own()), position.board.kinds
    bad = position.bad()
    if not bad:
        return np.broadcast_to(np.arange(1.0, most + 1)[:, None], (most, near.shape[1]))
    worst = near[rows(bad)]
    penalty = np.array([PENALTIES[kinds[place]] for place in bad])[worst.argmax(axis=0)]
    run = (near[own] > worst.max(axis=0)).sum(axis=0)
    numbers = np.arange(1, most + 1)[:, None]
    found: Floats = np.minimum(run, numbers) - penalty * (run < numbers)
    return found


def detect_clue(
    words: SayableWords, meanings: SayableWords, counts: NDArray[np.float32]
) -> ClueProposal:
    """Return the word and the number of targets with the best score.

    The targets I are the nearest own cards, all nearer than every bad card. The score is
    sum_I s - 0.5 max_bad s - 2 / df + 2 (sum_I s' - max_bad s'), with s the similarity of the
    model, s' that of a dictionary (`meanings`) and df the `counts` float32 (V,) of texts that
    contain the word.
    """
    order = np.argsort(-words.own, axis=0)[:MOST]
    near = np.take_along_axis(words.own, order, axis=0)
    related = np.take_along_axis(meanings.own, order, axis=0)
    ahead = near > words.bad
    if not ahead.any():
        return words.least_bad()
    score = near.cumsum(axis=0) - BAD_CARD_WEIGHT * words.bad
    score += DICTIONARY_WEIGHT * (related.cumsum(axis=0) - meanings.bad)
    score -= FREQUENCY_WEIGHT / counts[words.columns]
    score[~ahead] = -np.inf
    number, best = divmod(int(score.argmax()), score.shape[1])
    return words.proposal(best, order[: number + 1, best].tolist(), fallback=False)


@cache
def text_counts(words: tuple[str, ...]) -> NDArray[np.float32]:
    """Return the number of entries that contain each word, float32 (V,), at least 1.

    Entries replace the paper's texts: the forms of a word in the receptive vocabulary, and
    WordNet's terms of two words. Common words have many of both.
    """
    forms = Counter(receptive_vocabulary().bases.values())
    for first, others in collocations().items():
        forms.update((first, *others))
    found = np.array([1 + forms[word] for word in words], dtype=np.float32)
    found.flags.writeable = False
    return found


Speak: TypeAlias = Callable[[SayableWords, np.random.Generator], ClueProposal]
"""Returns a clue from the lawful words."""


@dataclass(frozen=True, slots=True)
class BaselinePolicy:
    """A spymaster from this module as a bot; its guesses are those of its language model."""

    name: str
    expert: Expert
    style: TableStyle
    speak: Speak

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        """Return the seat's choice; raises ValueError if it is another seat's turn."""
        chair = chair_of(observation)
        if chair.role is Role.GUESSER:
            return ExpertPolicy(self.expert, self.style).choose(observation, memory, rng)
        position = position_of(observation, chair)
        columns = np.flatnonzero(sayable_words(observation, self.style.language))
        cards = position.board.cards
        seen = self.expert.spymaster.associations(cards)
        clue = self.speak(words_beside(seen, position, columns), rng)
        near = self.expert.spymaster.closeness(cards, clue.word)
        named = tuple((cards[place], float(near[place])) for place in clue.targets)
        thoughts = ClueThoughts(self.name, clue.word, clue.number, named, clue.fallback)
        return clue_choice(observation, thoughts, self.name)

    def learn(self, memory: Memory, _turn: PlayedTurn, /) -> Memory:
        """Return the memory unchanged."""
        return memory


def detect_policy(
    name: str, expert: Expert, dictionary: Expert, style: TableStyle
) -> BaselinePolicy:
    """Return the spymaster of Koyyalagunta et al.; `dictionary` is its model of meanings."""

    def speak(words: SayableWords, _rng: np.random.Generator) -> ClueProposal:
        meant = dictionary.spymaster.associations(words.position.board.cards)
        counts = text_counts(style.language.vocabulary.words)
        return detect_clue(words, words_beside(meant, words.position, words.columns), counts)

    return BaselinePolicy(name, expert, style, speak)
