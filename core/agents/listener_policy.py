"""Bots for people, based on the listener: `stranger`, which learns nothing, and `teammate`.

As spymaster such a bot gives the clue and number with the highest chance to win
(`core.agents.clue_search`). As guesser it follows the listener's chances, and goes on while that is
worth more than stopping. The listener of `teammate` has weights that the turns of its human
teammates support (`core.agents.personas`) and remembers the meanings of clues in the guild
(`core.agents.clue_memory`). It expects the team to play as in its rated turns (`core.rating.race`).
`core.arena.adaptive` is the same agent under the paper's rules, with models as teammates.

Where the bot may make slips (`core.agents.levels`), Gumbel noise times a temperature is added to
each clue's chance to win and to the logarithm of each card's chance.

Axes: B cards of a board, V clue words followed by names, N names, C columns of these.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import known_rows, vocabulary_form
from core.agents.clue_memory import NO_CLUES, PAIR_WEIGHTS, ClueMemory
from core.agents.clue_search import (
    MISSED,
    MISSED_ALONE,
    MOST,
    CardsLeft,
    best_clue,
    hopeful,
    turn_worth,
)
from core.agents.expert import Expert
from core.agents.levels import TIE, Temperatures, drawn_cards, temperatures_of, weights_apart
from core.agents.listener import FITTED_WEIGHTS, Listener, ListenerWeights
from core.agents.memory import Memory
from core.agents.observation import guesser_view, position_of
from core.agents.personas import believed_weights, sure_weights
from core.agents.plackett_luce import meant_chances
from core.agents.policy import (
    Policy,
    TableStyle,
    action_of,
    chair_of,
    clue_choice,
    sayable_words,
)
from core.agents.position import BoardPosition
from core.agents.table_play import CardPick, GuesserView, GuessReason, KnownClue
from core.agents.thoughts import ClueThoughts, CodenamesChoice, GuessThoughts
from core.codenames.clue import Substrings
from core.codenames.model import Chair, Observation, Role
from core.rating.colt import Ending, Floats
from core.rating.race import TYPICAL_RACE, Race
from core.rules import Secret
from core.words.ensemble import STORED
from core.words.vectors import Singles

STRANGER: Final = "stranger"
"""The name of the bot that predicts everyone with the fitted listener."""

TEAMMATE: Final = "teammate"
"""The name of the bot that learns how people understand clues."""

LISTENING: Final = (TEAMMATE, STRANGER)
"""The names of both."""

BOARDS_KEPT: Final = 2
"""The most boards in the cache of scores: 1.2 MB each."""

SHARED_LOOKED_AT: Final = 300
"""Clues to evaluate because lists of several own cards contain them."""

RECALLED_LOOKED_AT: Final = 50
"""Clues to evaluate because memory links them to an own card."""


class ListenerPolicy(Policy):
    """A bot for any chair, based on the experts of the embedded models."""

    def __init__(
        self,
        experts: Mapping[str, Expert],
        style: TableStyle,
        listener: Listener,
        *,
        adapts: bool = False,
        without: Collection[str] = (),
    ) -> None:
        """Use the named experts; raises KeyError for a missing stored model.

        A bot that `adapts` uses the evidence, the expected turns and the clues in its memory.
        For measurements, its listener leaves out the models in `without`.
        """
        self._sources = {name: experts[name].spymaster for name in STORED}
        self._style = style
        self._listener = listener
        self._adapts = adapts
        self._without = frozenset(without)
        self._scores = lru_cache(maxsize=BOARDS_KEPT)(self._board_scores)
        self._near_names = lru_cache(maxsize=BOARDS_KEPT)(self._board_names)

    @property
    def name(self) -> str:
        """The bot's name."""
        return TEAMMATE if self._adapts else STRANGER

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        """Return the seat's next action; raises ValueError if it is not the seat's turn."""
        chair = chair_of(observation)
        temperatures = temperatures_of(observation, chair)
        weights = self._believed(memory, chair.role).without(self._without)
        if chair.role is Role.GUESSER and temperatures.apart > 0:
            weights = weights_apart(weights, observation.words, temperatures.apart)
        clues = memory.clues if self._adapts else NO_CLUES
        race = Race(memory.expected) if self._adapts else TYPICAL_RACE
        table = _Table(
            observation,
            chair,
            left_of(observation, chair),
            self._listener.weighted(weights).remembering(clues, PAIR_WEIGHTS[chair.role]),
            clues,
            replace(race, is_solo=observation.options.solo is not None),
            temperatures,
        )
        return self._clue(table, rng) if chair.role is Role.SPYMASTER else self._guess(table, rng)

    def _believed(self, memory: Memory, role: Role) -> ListenerWeights:
        """Return the believed weights of the team, as listeners or as givers of clues."""
        if not self._adapts:
            return FITTED_WEIGHTS
        believed = believed_weights(memory.own_evidence, memory.lent)
        return sure_weights(believed) if role is Role.SPYMASTER else believed

    def _clue(self, table: "_Table", rng: np.random.Generator) -> CodenamesChoice:
        observation = table.observation
        position = position_of(observation, table.chair)
        cards = position.board.cards
        known, vocabulary = self._known(cards), self._style.language.with_names
        columns = self._candidates(table, position, known)
        near = self._near(cards, columns)
        mixture = table.listener.mixture(cards, vocabulary, near, columns)
        worth = turn_worth(
            position, table.left, table.race, missed=MISSED_ALONE if table.race.is_solo else MISSED
        )
        words = [vocabulary.words[column] for column in columns]
        repeated = np.isin(words, table.heard)
        clue = best_clue(
            mixture, position, worth, rng, known, table.temperatures.clue, repeated=repeated
        )
        named = tuple((cards[place], chance) for place, chance in clue.meant)
        word = words[clue.column]
        thoughts = ClueThoughts(self.name, word, clue.number, named, is_slip=clue.is_slip)
        return clue_choice(observation, thoughts, self.name)

    def _candidates(
        self, table: "_Table", position: BoardPosition, known: frozenset[int]
    ) -> NDArray[np.intp]:
        """Return the columns of the clues to evaluate, by scores, lists or memory."""
        cards, language = position.board.cards, self._style.language
        columns = self._sayable(table.observation)
        scores = self._scores(cards, table.listener.weights)[:, columns]
        own, bad = (
            [cards[place] for place in places]
            for places in (known.intersection(position.own()), position.bad())
        )
        shared = table.listener.shared(own, bad, language.with_names)
        shared = shared[np.isin(shared, columns)][:SHARED_LOOKED_AT]
        recalled = table.listener.recalled(own, language.with_names)
        recalled = recalled[np.isin(recalled, columns)][:RECALLED_LOOKED_AT]
        hoped = columns[hopeful(scores, position, known)]
        return np.unique(np.concatenate([hoped, shared, recalled]))

    def _sayable(self, observation: Observation) -> NDArray[np.intp]:
        """Return the columns of the sayable words, names after the clue words.

        Names hide words that the models do not see, so none may contain a card (youtube: tube).
        """
        language = self._style.language
        words = np.flatnonzero(sayable_words(observation, language))
        if language.names is None or not observation.options.gives_names:
            return words
        names = np.flatnonzero(sayable_words(observation, language.names, Substrings.REFUSE))
        return np.append(words, len(language.vocabulary) + names)

    def _known(self, cards: tuple[str, ...]) -> frozenset[int]:
        """Return the places of the cards that a model knows: no other can be a target."""
        known = [known_rows(source.similarity(cards)) for source in self._sources.values()]
        return frozenset(np.flatnonzero(np.logical_or.reduce(known)).tolist())

    def _board_scores(self, cards: tuple[str, ...], weights: ListenerWeights) -> Singles:
        """Return the listener's scores of a board's cards for every column, float32 (B, V)."""
        language, listener = self._style.language, self._listener.weighted(weights)
        near = {name: source.similarity(cards) for name, source in self._sources.items()}
        scores = listener.scores(cards, language.vocabulary, near)
        if language.names is None:
            return scores
        names = language.names.vocabulary
        return np.hstack([scores, listener.scores(cards, names, self._near_names(cards))])

    def _near(self, cards: tuple[str, ...], columns: NDArray[np.intp]) -> dict[str, Singles]:
        """Return each model's cosines between a board's cards and some columns, float32 (B, C)."""
        words = len(self._style.language.vocabulary)
        spoken, named = columns[columns < words], columns[columns >= words] - words
        names = self._near_names(cards)
        return {
            name: np.hstack([source.similarity(cards)[:, spoken], names[name][:, named]])
            for name, source in self._sources.items()
        }

    def _board_names(self, cards: tuple[str, ...]) -> dict[str, Singles]:
        """Return each model's cosines between a board's cards and every name, float32 (B, N)."""
        names = self._style.language.names
        return self._listener.near(cards, names.vocabulary.words if names else ())

    def _guess(self, table: "_Table", rng: np.random.Generator) -> CodenamesChoice:
        observation = table.observation
        language = self._style.language
        look = guesser_view(
            observation,
            table.chair,
            lambda clue: language.understood(clue) or table.listener.recalled_clue(clue),
        )
        guesser = _Guesser(table, look, sorted(look.covered))
        covered, heard = guesser.covered, look.clues[-1]
        chances = guesser.chances(heard)
        noise = table.temperatures.card * rng.gumbel(size=len(look.cards))[covered]
        number = MOST if heard.number is None else heard.number - look.made
        drawn = drawn_cards(chances, noise, number)
        pick = guesser.pick(drawn, rng)
        ranked = sorted(zip(covered, chances.tolist(), strict=True), key=lambda one: -one[1])
        thoughts = GuessThoughts(
            self.name,
            observation.clue.word if observation.clue else "",
            heard.word,
            pick.basis if pick else None,
            tuple((look.cards[place], chance) for place, chance in ranked) if heard.word else (),
            slips=tuple(look.cards[covered[one]] for one, is_slip in drawn if is_slip),
        )
        action = action_of(observation, table.chair, pick.place if pick else None)
        return CodenamesChoice(action, self.name, Secret(thoughts))


@dataclass(frozen=True, slots=True)
class _Table:
    """A bot's view of a table in a turn, with its listener."""

    observation: Observation
    chair: Chair
    left: CardsLeft
    listener: Listener
    clues: ClueMemory
    race: Race
    temperatures: Temperatures

    @property
    def heard(self) -> list[str]:
        """The clues from the room's last games, as typed and as understood."""
        understood = (self.listener.understand(clue) for clue in self.clues.recent)
        return [*self.clues.recent, *(one.word for one in understood if one)]

    @property
    def is_blind(self) -> bool:
        """Whether the bot has reported the clue as unknown; then it guesses one card.

        A clue in the bot's memory counts as known.
        """
        clue = self.observation.clue
        if clue is None or self.chair.seat not in clue.unknown_to:
            return False
        return all(heard != vocabulary_form(clue.word) for heard, _ in self.clues.pairs)


@dataclass(frozen=True, slots=True)
class _Guesser:
    """A guesser at a table, with its view and the covered places in board order."""

    table: _Table
    look: GuesserView
    covered: list[int]

    def pick(self, drawn: Sequence[tuple[int, bool]], rng: np.random.Generator) -> CardPick | None:
        """Return the next card, or None if stopping is worth more.

        `drawn` contains the cards that the bot would guess for the clue, in order.
        """
        clue, made, left = self.look.clues[-1], self.look.made, self.table.left
        chances = self.chances(clue)
        if clue.number == 0 and made == 0:
            return CardPick(self.covered[int(chances.argmin())], GuessReason.UNRELATED)
        if self.table.is_blind and made > 0:
            return None
        if clue.word is None and made == 0 and not self._likely().any():
            place = self.covered[int(rng.integers(len(self.covered)))]
            return CardPick(place, GuessReason.CHANCE)
        present = min(left.own, MOST if clue.number is None else clue.number - made)
        is_earlier = present <= 0 or clue.word is None or clue.number == 0
        meant = self._earlier() if is_earlier else meant_chances(chances, present)
        if made > 0 and not is_worth_it(float(meant.max()), left, self.table.race):
            return None
        if not is_earlier:
            return CardPick(self.covered[drawn[0][0]], GuessReason.CLUE)
        return CardPick(self.covered[int(self._likely().argmax())], GuessReason.EARLIER)

    def chances(self, clue: KnownClue) -> Floats:
        """Return each covered card's chance to be the first pick for a clue."""
        return _chances(self.table.listener, self.look, self.covered, clue)

    def _likely(self) -> Floats:
        """Return each card's chance to be a target of an unfinished clue.

        If no clue is unfinished, return its chance for any clue: a giver may leave out cards.
        """
        likely = self._earlier()
        for clue in () if likely.any() else self.look.clues:
            if clue.word is not None and clue.number != 0:
                np.maximum(likely, self.chances(clue), out=likely)
        return likely

    def _earlier(self) -> Floats:
        """Return each card's chance to be a target of an earlier, unfinished clue."""
        meant = np.zeros(len(self.covered))
        for clue in self.look.clues[:-1]:
            owed = min(_owed(self.table.listener, self.look, clue), self.table.left.own)
            if owed > 0:
                np.maximum(meant, meant_chances(self.chances(clue), owed), out=meant)
        return meant


def _chances(
    listener: Listener, look: GuesserView, places: Sequence[int], clue: KnownClue
) -> Floats:
    cards = [look.cards[place] for place in places]
    return listener.picks(cards, clue.word or "").chances


def _owed(listener: Listener, look: GuesserView, clue: KnownClue) -> int:
    """Return the number of targets that an earlier clue still owes, 0 without a known word.

    It no longer owes a target that later clues have found among its likeliest cards.
    """
    owed = (clue.number or 0) - len(clue.found)
    if owed <= 0 or clue.word is None:
        return 0
    rest = sorted(clue.covered.difference(clue.found))
    order = np.argsort(-_chances(listener, look, rest, clue), kind="stable")
    return owed - sum(rest[place] in look.own for place in order[:owed])


def left_of(observation: Observation, chair: Chair) -> CardsLeft:
    """Return the numbers of covered cards relative to a team."""
    counts = {team: left for team, left in observation.left if team not in observation.out}
    others = [left for team, left in counts.items() if team is not chair.team]
    return CardsLeft(counts[chair.team], min(others, default=MOST), len(observation.covered))


def is_worth_it(meant: float, left: CardsLeft, race: Race = TYPICAL_RACE) -> bool:
    """Return whether a guess beats stopping, given the card's chance to be a target.

    Any other card may belong to anyone.
    """
    others = max(left.total - left.own, 1)
    own = meant + (1 - meant) * left.own / max(left.total, 1)
    assassin = (1 - own) / others
    opponent = (1 - own) * min(left.other, others - 1) / others
    bystander = 1 - own - opponent - assassin
    go = own * race.after_turn(left.own - 1, left.other)
    go += opponent * race.after_turn(left.own, left.other, Ending.OPPONENT)
    go += bystander * race.after_turn(left.own, left.other, Ending.BYSTANDER)
    return go > race.after_turn(left.own, left.other) + TIE
