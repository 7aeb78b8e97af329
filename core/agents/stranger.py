"""A bot for people whom it does not know: it plays to the listener.

As spymaster it draws what the listener would pick on every clue that may be said, and gives the
clue and number of the highest chance to win. As guesser it follows the listener's chances, and goes
on while that is worth more than to stop. It learns nothing.

Axes: B cards of a board, C words that may be said, K draws.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.expert import Expert
from core.agents.listener import Listener
from core.agents.memory import Memory, PlayedTurn
from core.agents.observation import guesser_view, position_of
from core.agents.people import CardPick, GuesserView, GuessReason, HeardClue
from core.agents.policy import TableStyle, action_of, chair_of, sayable_words
from core.agents.position import BoardPosition, CardKind, rows
from core.agents.thoughts import ClueThoughts, CodenamesChoice, GuessThoughts
from core.agents.win_value import after_turn
from core.codenames.actions import GiveClue
from core.codenames.model import Chair, Observation, Role
from core.rules import Secret
from core.words.ensemble import STORED

Floats = NDArray[np.float32]

STRANGER: Final = "stranger"
"""The name of the bot."""

MOST: Final = 4
"""The most cards to mean with one clue."""

HOPEFUL: Final = 1_200
"""Clues that are looked at: those whose best own cards lead the bad ones by most."""

DRAWS: Final = 24
"""Draws of the listener's picks for each of them."""

FINALISTS: Final = 120
"""Clues that are looked at again, so that luck in the first draws does not choose."""

LATER_DRAWS: Final = 400

FOUND: Final = 0.03
"""The chance to win that a found card counts for beside what it does for the race: a race that is
nearly won, or a solo game, would be played for safety alone."""

MISSED: Final = 0.02
"""The chance to win that a meant card costs which is not found: it misleads in later turns."""

NOT_MEANT: Final = -50.0
"""The score of a card that is not to be meant."""

TIE: Final = 1e-9

BOARDS_KEPT: Final = 4

_BAD: Final = (CardKind.OPPONENT, CardKind.BYSTANDER, CardKind.ASSASSIN)


@dataclass(frozen=True, slots=True)
class CardsLeft:
    """Cards that are covered: of the own team, of the team that is nearest to its end, all."""

    own: int
    other: int
    total: int


class StrangerPolicy:
    """The bot in any chair; `experts` are those of the embedded models."""

    name = STRANGER

    def __init__(
        self, experts: Mapping[str, Expert], style: TableStyle, listener: Listener
    ) -> None:
        """Take the experts by name; raises KeyError where a stored model is missing."""
        self._sources = {name: experts[name].spymaster for name in STORED}
        self._style = style
        self._listener = listener
        self._scores = lru_cache(maxsize=BOARDS_KEPT)(self._board_scores)

    def choose(
        self,
        observation: Observation,
        memory: Memory,  # noqa: ARG002 - the protocol's
        rng: np.random.Generator,
    ) -> CodenamesChoice:
        """Return what the seat does now; raises ValueError where the table does not wait for it."""
        chair = chair_of(observation)
        left = left_of(observation, chair)
        if chair.role is Role.SPYMASTER:
            return self._clue(observation, chair, left, rng)
        return self._guess(observation, chair, left, rng)

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:  # noqa: ARG002 - the protocol's
        """Return the memory unchanged."""
        return memory

    def _clue(
        self, observation: Observation, chair: Chair, left: CardsLeft, rng: np.random.Generator
    ) -> CodenamesChoice:
        position = position_of(observation, chair)
        columns = np.flatnonzero(sayable_words(observation, self._style.language))
        scores = self._scores(position.board.cards)[:, columns]
        known = self._known(position.board.cards)
        column, number, targets = best_clue(scores, position, left, rng, known)
        word = self._style.language.vocabulary.words[columns[column]]
        cards = [position.board.cards[one] for one in targets]
        chances = self._listener.picks(cards, word).chances if cards else ()
        named = tuple(zip(cards, map(float, chances), strict=True))
        thoughts = ClueThoughts(self.name, word, number, named)
        return CodenamesChoice(
            GiveClue(observation.number, word, number), self.name, Secret(thoughts)
        )

    def _known(self, cards: tuple[str, ...]) -> frozenset[int]:
        """Return the places of the cards that a model knows: no other is meant."""
        known = [source.associations(cards).known for source in self._sources.values()]
        return frozenset(np.flatnonzero(np.logical_or.reduce(known)).tolist())

    def _board_scores(self, cards: tuple[str, ...]) -> Floats:
        """Return the listener's scores of a board's cards for every clue word, float32 (B, V)."""
        views = {name: source.associations(cards) for name, source in self._sources.items()}
        near = {name: view.similarity for name, view in views.items()}
        return self._listener.scores(cards, self._style.language.vocabulary, near)

    def _guess(
        self, observation: Observation, chair: Chair, left: CardsLeft, rng: np.random.Generator
    ) -> CodenamesChoice:
        look = guesser_view(observation, chair, self._style.language)
        covered = sorted(look.covered)
        heard = look.clues[-1]
        chances = self._chances(look, covered, heard)
        pick = self._pick(look, covered, chances, left, rng)
        ranked = sorted(zip(covered, chances.tolist(), strict=True), key=lambda one: -one[1])
        thoughts = GuessThoughts(
            self.name,
            observation.clue.word if observation.clue else "",
            heard.word,
            pick.basis if pick else None,
            tuple((look.cards[place], chance) for place, chance in ranked) if heard.word else (),
        )
        action = action_of(observation, chair, pick.place if pick else None)
        return CodenamesChoice(action, self.name, Secret(thoughts))

    def _chances(
        self, look: GuesserView, covered: Sequence[int], clue: HeardClue
    ) -> NDArray[np.float64]:
        cards = [look.cards[place] for place in covered]
        return self._listener.picks(cards, clue.word or "").chances

    def _pick(
        self,
        look: GuesserView,
        covered: Sequence[int],
        chances: NDArray[np.float64],
        left: CardsLeft,
        rng: np.random.Generator,
    ) -> CardPick | None:
        """Return the next card, or None where to stop is worth more."""
        clue, made = look.clues[-1], look.made
        if clue.number == 0 and made == 0:
            return CardPick(covered[int(chances.argmin())], GuessReason.UNRELATED)
        if clue.word is None and made == 0:
            return CardPick(covered[int(rng.integers(len(covered)))], GuessReason.CHANCE)
        present = min(left.own, MOST) if clue.number is None else clue.number - made
        meant = meant_chances(chances, present)
        reason = GuessReason.CLUE
        if present <= 0 or clue.word is None or clue.number == 0:
            meant, reason = self._earlier(look, covered), GuessReason.EARLIER
        best = int(meant.argmax())
        if made == 0 or is_worth_it(float(meant[best]), left):
            return CardPick(covered[best], reason)
        return None

    def _earlier(self, look: GuesserView, covered: Sequence[int]) -> NDArray[np.float64]:
        """Return how likely each card was meant by an earlier clue that is not finished."""
        meant = np.zeros(len(covered))
        for clue in look.clues[:-1]:
            owed = self._owed(look, clue)
            if owed > 0:
                np.maximum(
                    meant, meant_chances(self._chances(look, covered, clue), owed), out=meant
                )
        return meant

    def _owed(self, look: GuesserView, clue: HeardClue) -> int:
        """Return how many cards an earlier clue still means, 0 for one that is not understood.

        Of its likeliest cards those that were found on later clues are not owed any more.
        """
        owed = (clue.number or 0) - len(clue.found)
        if owed <= 0 or clue.word is None:
            return 0
        rest = sorted(clue.covered.difference(clue.found))
        order = np.argsort(-self._chances(look, rest, clue), kind="stable")
        return owed - sum(rest[place] in look.own for place in order[:owed])


def left_of(observation: Observation, chair: Chair) -> CardsLeft:
    """Return how many cards are covered, for the eyes of a team."""
    counts = {team: left for team, left in observation.left if team not in observation.out}
    others = [left for team, left in counts.items() if team is not chair.team]
    return CardsLeft(counts[chair.team], min(others, default=MOST), len(observation.covered))


def best_clue(
    scores: Floats,
    position: BoardPosition,
    left: CardsLeft,
    rng: np.random.Generator,
    known: frozenset[int] | None = None,
) -> tuple[int, int, tuple[int, ...]]:
    """Return the column (of C) of the best clue, its number, and the places that it means.

    Cards that are not `known` are not meant.

    `scores` float32 (B, C) are the listener's. Picks follow Plackett and Luce: cards in the order
    of their scores, each with noise of Gumbel's distribution.
    """
    if known is not None:
        scores = scores.copy()
        scores[[place for place in position.own() if place not in known]] = NOT_MEANT
    hopeful = np.argsort(-_lead(scores, position), kind="stable")[:HOPEFUL]
    first = _values(scores[:, hopeful], position, left, rng, DRAWS)
    finalists = hopeful[np.argsort(-first.max(axis=0), kind="stable")[:FINALISTS]]
    later = _values(scores[:, finalists], position, left, rng, LATER_DRAWS)
    number, column = divmod(int(later.argmax()), later.shape[1])
    chosen = int(finalists[column])
    own = sorted(position.own(), key=lambda place: (-float(scores[place, chosen]), place))
    meant = (place for place in own[: number + 1] if known is None or place in known)
    return chosen, number + 1, tuple(meant)


def _lead(scores: Floats, position: BoardPosition) -> Floats:
    """Return by how much two own cards together lead all bad ones (C,), in logarithms of chances.

    One card that is far ahead counts as well as two that are a little.
    """
    own = np.sort(scores[rows(position.own())], axis=0)[-2:].mean(axis=0)
    bad = rows(position.bad())
    lead: Floats = own if bad.size == 0 else own - scores[bad].max(axis=0)
    return lead


def _values(
    scores: Floats, position: BoardPosition, left: CardsLeft, rng: np.random.Generator, draws: int
) -> NDArray[np.float64]:
    """Return the mean chance to win by number (from 1) and clue, float64 (MOST, C)."""
    own = rows(position.own())
    bad = [(kind, rows(_covered(position, kind))) for kind in _BAD]
    bad = [(kind, places) for kind, places in bad if places.size]
    most = min(MOST, len(own))
    clean = [after_turn(left.own - number, left.other) for number in range(1, most + 1)]
    ended = np.array(
        [[after_turn(left.own - run, left.other, kind) for run in range(most)] for kind, _ in bad]
    )
    total = np.zeros((most, scores.shape[1]))
    for _ in range(draws):
        noisy = scores + rng.gumbel(size=(len(scores), 1)).astype(np.float32)
        run, kind = _run(noisy, own, [places for _, places in bad])
        for number in range(1, most + 1):
            missed = np.maximum(number - run, 0)
            if bad:
                lost = ended[kind, np.minimum(run, most - 1)]
                total[number - 1] += np.where(missed > 0, lost, clean[number - 1])
            else:
                total[number - 1] += clean[number - 1]
            total[number - 1] += FOUND * (number - missed) - MISSED * missed
    return total / draws


def _run(
    noisy: Floats, own: NDArray[np.intp], bad: Sequence[NDArray[np.intp]]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return how many own cards come before the first bad one, and which kind that is, (C,)."""
    if not bad:
        return np.full(noisy.shape[1], len(own)), np.zeros(noisy.shape[1], np.intp)
    worst = np.stack([noisy[places].max(axis=0) for places in bad])
    run = (noisy[own] > worst.max(axis=0)).sum(axis=0)
    return run, worst.argmax(axis=0)


def _covered(position: BoardPosition, kind: CardKind) -> tuple[int, ...]:
    return tuple(place for place in position.board.places(kind) if place in position.covered)


def meant_chances(chances: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """Return how likely each card (B,) is among the first `count` picks, of chances of the first.

    A card that is drawn with chance p is missing from `count` draws with (1 - p)^count.
    """
    meant: NDArray[np.float64] = 1 - (1 - chances) ** max(count, 0)
    return meant


def is_worth_it(meant: float, left: CardsLeft) -> bool:
    """Return whether to uncover a card beats stopping, if it was meant with this chance.

    A card that was not meant is anybody's.
    """
    others = max(left.total - left.own, 1)
    own = meant + (1 - meant) * left.own / max(left.total, 1)
    assassin = (1 - own) / others
    opponent = (1 - own) * min(left.other, others - 1) / others
    bystander = 1 - own - opponent - assassin
    go = own * after_turn(left.own - 1, left.other)
    go += opponent * after_turn(left.own, left.other, CardKind.OPPONENT)
    go += bystander * after_turn(left.own, left.other, CardKind.BYSTANDER)
    return go > after_turn(left.own, left.other) + TIE
