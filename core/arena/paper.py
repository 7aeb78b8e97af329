"""The paper's base spymaster and guesser, to the letter and vectorised.

Source: Archibald and Brosnahan, "Adapting to Teammates in a Cooperative Language Game", base
agents, and the order in which the authors' code breaks ties. Only for the paper's rules: these
clues may contain a word of the board, repeat an earlier clue, or lie as near to the assassin as
to a bystander. For play with people see `core.agents.people`.

Axes: B cards, O own cards, V clue words, K neighbours in a list, C candidates.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import Associations, AssociationSource, Vocabulary
from core.agents.expert import ClueProposal
from core.agents.position import BoardPosition, CardKind, KeyedBoard, rows

_NEVER = np.float32(-np.inf)


@dataclass(frozen=True, slots=True, eq=False)
class PaperSpymaster:
    """The paper's spymaster on one board: its candidates, cut out once for all turns.

    `columns` intp (C,) are the columns of the candidates: all neighbours of any own card, without
    the words on the board. `similarity` float32 (B, C) is to every card. `own` intp (O,) are the
    places of the own cards; `rank` int32 (O, C) is the candidate's place in an own card's list
    of `reach` neighbours, or `reach` where it isn't in the list.
    """

    vocabulary: Vocabulary
    columns: NDArray[np.intp]
    similarity: NDArray[np.float32]
    own: NDArray[np.intp]
    rank: NDArray[np.int32]
    reach: int

    def clue(self, position: BoardPosition) -> ClueProposal:
        """Return the clue with the most targets, and of those the nearest to its targets.

        A candidate's targets are the covered own cards in whose own list it stands and that are
        strictly nearer to it than every covered bad card. Remaining ties go to the candidate
        that comes first in the list of the first own card that lists it. Where no candidate has
        a target, the one nearest to any own card that lists it is given for that card alone.
        """
        own = rows(position.own())
        similarity = self.similarity[own]
        rank = self.rank[np.searchsorted(self.own, own)]
        listed = rank < self.reach
        safe = listed & (similarity > self._danger(position))
        counts = np.count_nonzero(safe, axis=0)
        if not counts.any():
            return self._fallback(own, similarity, listed)
        tied = np.flatnonzero(counts == counts.max())
        closest = tied[_closest(similarity[:, tied], safe[:, tied])]
        best = self._first(rank, closest)
        return self._proposal(best, own[safe[:, best]], fallback=False)

    def _danger(self, position: BoardPosition) -> NDArray[np.float32]:
        """Return each candidate's similarity (C,) to the nearest covered bad card."""
        bad = self.similarity[rows(position.bad())]
        danger: NDArray[np.float32] = bad.max(axis=0, initial=_NEVER)
        return danger

    def _first(self, rank: NDArray[np.int32], candidates: NDArray[np.intp]) -> int:
        """Return the candidate that a walk through the own cards' lists would meet first."""
        if candidates.size == 1:
            return int(candidates[0])
        ranks = rank[:, candidates]
        card = (ranks < self.reach).argmax(axis=0)
        place = ranks[card, np.arange(candidates.size)]
        return int(candidates[np.lexsort((place, card))[0]])

    def _fallback(
        self, own: NDArray[np.intp], similarity: NDArray[np.float32], listed: NDArray[np.bool_]
    ) -> ClueProposal:
        """Return the candidate nearest to any own card that lists it, for that card.

        Ties go by board order, then by column. Raises ValueError where there is no candidate:
        every neighbour is a word on the board.
        """
        if not listed.any():
            raise ValueError("no neighbour of an own card is off the board")
        pairs = np.where(listed, similarity, _NEVER)
        card, best = divmod(int(pairs.argmax()), pairs.shape[1])
        return self._proposal(best, own[card : card + 1], fallback=True)

    def _proposal(
        self, candidate: int, targets: NDArray[np.intp], *, fallback: bool
    ) -> ClueProposal:
        word = self.vocabulary.words[self.columns[candidate]]
        return ClueProposal(word, len(targets), tuple(targets.tolist()), fallback)


def _closest(similarity: NDArray[np.float32], safe: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return which columns have the greatest sum of similarities to their targets.

    At equal counts that is the smallest sum of distances. The sum of float32 values is exact in
    float64, so ties are real ties.
    """
    sums = np.where(safe, similarity, np.float32(0.0)).sum(axis=0, dtype=np.float64)
    return np.flatnonzero(sums == sums.max())


def paper_spymaster(associations: Associations, board: KeyedBoard) -> PaperSpymaster:
    """Return the paper's spymaster for a game on this board."""
    own = rows(board.places(CardKind.OWN))
    listed = associations.neighbours[own]
    columns = _columns(associations, listed)
    return PaperSpymaster(
        associations.vocabulary,
        columns,
        associations.similarity[:, columns],
        own,
        _ranks(listed, columns, len(associations.vocabulary)),
        listed.shape[1],
    )


def _columns(associations: Associations, listed: NDArray[np.int32]) -> NDArray[np.intp]:
    """Return the columns that are listed, in column order, without the words on the board."""
    candidate = np.zeros(len(associations.vocabulary), dtype=np.bool_)
    candidate[listed] = True
    candidate[associations.vocabulary.present(associations.cards)] = False
    return np.flatnonzero(candidate)


def _ranks(listed: NDArray[np.int32], columns: NDArray[np.intp], size: int) -> NDArray[np.int32]:
    """Return the place (O, C) of each candidate in each list (O, K), K where it isn't there."""
    cards, reach = listed.shape
    ranks = np.full((cards, size), reach, dtype=np.int32)
    np.put_along_axis(ranks, listed, np.arange(reach, dtype=np.int32)[None, :], axis=1)
    return ranks[:, columns]


def paper_guesses(
    source: AssociationSource,
    cards: tuple[str, ...],
    covered: frozenset[int],
    word: str,
    number: int,
) -> tuple[int, ...]:
    """Return the places of the `number` covered cards nearest to a clue, nearest first.

    The list is fixed before the first card is turned; equal distances go by the alphabet.
    Raises KeyError for a clue outside the vocabulary.
    """
    closeness = source.closeness(cards, word).tolist()
    return tuple(sorted(covered, key=lambda place: (-closeness[place], cards[place])))[:number]
