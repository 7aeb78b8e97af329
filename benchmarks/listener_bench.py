"""The bot in benchmarks with people, and a person who thinks like its listener.

`benchmarks.levels` plays their games, `benchmarks.adaptation` their turns.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.strangers import boldest_clue
from bot.models.ensemble import default_experts
from core.agents.clue_search import (
    HOPEFUL,
    CardsLeft,
    PlannedClue,
    best_clue,
    hopeful,
    turn_worth,
)
from core.agents.expert import Expert
from core.agents.explanations import Mixture
from core.agents.language import Language, language_of
from core.agents.listener import FITTED_WEIGHTS, Listener, ListenerWeights, default_listener
from core.agents.listener_policy import ListenerPolicy
from core.agents.memory import Memory
from core.agents.observation import guesser_view, position_of
from core.agents.policy import (
    Policy,
    TableStyle,
    action_of,
    chair_of,
    clue_choice,
    sayable_words,
)
from core.agents.position import BoardPosition, rows
from core.agents.thoughts import ClueThoughts, CodenamesChoice, GuessThoughts
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Observation, Options, Role
from core.codenames.rules import Codenames
from core.rating.race import TYPICAL_RACE
from core.rules import Secret
from core.words.ensemble import STORED
from core.words.lexicon import default_lexicon
from core.words.packs import default_pack

Floats = NDArray[np.float32]

IDEAS: Final = 20
"""The number of clues that a person considers."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The bot that plays, and the listener that represents people."""

    style: TableStyle
    listener: Listener
    bot: ListenerPolicy
    stranger: ListenerPolicy
    """The bot that learns nothing."""
    experts: Mapping[str, Expert]
    strangers: Mapping[str, Policy] = field(default_factory=dict)
    """People with other vectors, by name."""

    @property
    def language(self) -> Language:
        """The language of clues."""
        return self.style.language

    @property
    def people(self) -> Mapping[str, Policy]:
        """The people, by name."""
        return {"listener": PersonPolicy(self), **self.strangers}

    def near(self, cards: tuple[str, ...]) -> dict[str, Floats]:
        """Return each model's cosines of a board's cards for every clue word, float32 (B, V)."""
        views = {name: self.experts[name].spymaster.associations(cards) for name in STORED}
        return {name: view.similarity for name, view in views.items()}

    def clue(
        self,
        position: BoardPosition,
        left: CardsLeft,
        rng: np.random.Generator,
        weights: ListenerWeights = FITTED_WEIGHTS,
        *,
        blends: bool = False,
    ) -> tuple[str, PlannedClue]:
        """Return the best clue of a spymaster with these weights, as a word and as a plan.

        With `blends` it uses the listener's own scores, else the bot's mixture. All cards of the
        board are covered.
        """
        cards, vocabulary = position.board.cards, self.language.vocabulary
        listener, near = self.listener.weighted(weights), self.near(cards)
        columns = np.flatnonzero(self.language.sayable(cards, ()))
        scores = listener.scores(cards, vocabulary, near)[:, columns]
        looked_at = hopeful(scores, position)
        columns = columns[looked_at]
        mixture = (
            Mixture(np.ones(1), scores[None, :, looked_at])
            if blends
            else listener.mixture(cards, vocabulary, _cut(near, columns), columns)
        )
        planned = best_clue(mixture, position, turn_worth(position, left, TYPICAL_RACE), rng)
        return vocabulary.words[columns[planned.column]], planned

    def rules(self, options: Options) -> Codenames:
        """Return the rules of a table with the built-in words."""
        return Codenames(options, Supply(default_pack()), Referee(default_lexicon().english))


def default_bench() -> Bench:
    """Return the bench with the embedded models."""
    style, listener = TableStyle(language_of(default_lexicon())), default_listener()
    experts = default_experts()
    bot, stranger = (
        ListenerPolicy(experts, style, listener, adapts=adapts) for adapts in (True, False)
    )
    return Bench(style, listener, bot, stranger, experts)


def _cut(near: Mapping[str, Floats], columns: NDArray[np.intp]) -> dict[str, Floats]:
    return {name: cosines[:, columns] for name, cosines in near.items()}


def leading_clues(scores: NDArray[np.float32], position: BoardPosition) -> NDArray[np.intp]:
    """Return the columns of the clues with the greatest leads of two cards over all others.

    `scores` float32 (B, C) are the listener's.
    """
    own = np.sort(scores[rows(position.own())], axis=0)[-2:].mean(axis=0)
    bad = rows(position.bad())
    lead = own if bad.size == 0 else own - scores[bad].max(axis=0)
    return np.argsort(-lead, kind="stable")[:HOPEFUL]


@dataclass(frozen=True, slots=True)
class PersonPolicy(Policy):
    """A person who thinks like the listener, but of few clues.

    As guesser, the person draws each pick by the listener's chances, and stops at the clue's
    number. As spymaster, it draws the cards of each of `IDEAS` clues in the same way, and gives the
    clue for the most cards, at most `MOST_MEANT`.
    """

    bench: Bench
    name: str = "person"

    def choose(
        self, observation: Observation, _memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        """Return a clue, a guess or a pass."""
        chair = chair_of(observation)
        if chair.role is Role.SPYMASTER:
            return self._clue(observation, rng)
        look = guesser_view(observation, chair, self.bench.language.understood)
        heard, covered = look.clues[-1], sorted(look.covered)
        place = None
        if look.made < max(heard.number or 1, 1):
            cards = [look.cards[place] for place in covered]
            chances = self.bench.listener.picks(cards, heard.word or "").chances
            drawn = rng.random(len(look.cards))[look.made]
            found = int(np.searchsorted(np.cumsum(chances), drawn))
            place = covered[min(found, len(covered) - 1)]
        thoughts = GuessThoughts(self.name, heard.word or "", heard.word, None, ())
        action = action_of(observation, chair, place)
        return CodenamesChoice(action, self.name, Secret(thoughts))

    def _clue(self, observation: Observation, rng: np.random.Generator) -> CodenamesChoice:
        bench, position = self.bench, position_of(observation, chair_of(observation))
        cards, vocabulary = position.board.cards, bench.language.vocabulary
        columns = np.flatnonzero(sayable_words(observation, bench.language))
        scores = bench.listener.scores(cards, vocabulary, bench.near(cards))[:, columns]
        ideas = rng.choice(leading_clues(scores, position), IDEAS, replace=False)
        drawn = scores[:, ideas] + rng.gumbel(size=(len(cards), IDEAS))
        best, meant = boldest_clue(drawn, position, lead=0.0)
        word = vocabulary.words[columns[ideas[best]]]
        named = tuple((cards[place], float(drawn[place, best])) for place in meant)
        thoughts = ClueThoughts(self.name, word, len(meant), named)
        return clue_choice(observation, thoughts, self.name)
