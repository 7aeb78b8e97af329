"""The paper's games on arrays, compiled: by one team alone, or by two in turn.

The rules are those of `core.arena.paper_game`, move for move. `core.arena.tournament` prepares the
arrays and reads the results. Axes: G games, B cards of a board, A arms of an agent, T turns of a
game.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.agents.position import CardKind
from core.arena.ace_kernel import Seat, choose_arm, compares, learn_clue, learn_guesses
from core.arena.pair import Pair
from core.arena.paper_kernels import (
    ABSENT,
    ArenaTables,
    Cards,
    Scratch,
    kept_clue,
    nearest_cards,
)
from core.compiled import compiled
from core.rating.colt import Ending

MOST_TURNS: Final = 25
"""The most turns of a game: each uncovers a card."""

_OWN: Final = int(CardKind.OWN)
_OPPONENT: Final = int(CardKind.OPPONENT)
_ASSASSIN: Final = int(CardKind.ASSASSIN)
_ENDINGS: Final = len(Ending)


class GameArrays(NamedTuple):
    """The inputs of games, and arrays for their results.

    `seeds` int64 (G,), `words` and `kinds` int64 (G, B) are the boards, kinds relative to the team
    that starts; `first` int64 (G,) is the pair that starts. `draws` int64 (G, D) are random 32-bit
    words, none if no agent draws. `outcomes` int64 (G, T) are the indices of the turns' outcomes,
    then `ABSENT`; `winner` int64 (G,) is the pair that won, or `ABSENT`; `fallbacks` int64 (G,
    pairs) counts fallback clues.
    """

    seeds: NDArray[np.int64]
    words: NDArray[np.int64]
    kinds: NDArray[np.int64]
    first: NDArray[np.int64]
    draws: NDArray[np.int64]
    outcomes: NDArray[np.int64]
    winner: NDArray[np.int64]
    fallbacks: NDArray[np.int64]


@compiled
def _left(cards: Cards, kind: int) -> int:
    """Return the number of covered cards of a kind."""
    count = 0
    for card in range(len(cards.kinds)):
        count += cards.covered[card] and cards.kinds[card] == kind
    return count


@compiled
def play_games(
    tables: ArenaTables,
    pairs: tuple[Pair[Seat, Seat], Pair[Seat, Seat]],
    teams: int,
    games: GameArrays,
    room: Scratch,
) -> None:
    """Play games one after another; agents keep what they learn.

    With one team, only the first pair plays, and no other team moves. Raises ValueError if every
    neighbour of an own card is on the board.
    """
    for game in range(len(games.words)):
        covered = np.ones(games.words.shape[1], dtype=np.bool_)
        stream = np.zeros(games.draws.shape[1] + 1, dtype=np.int64)
        stream[:-1] = games.draws[game]
        mover, turn = games.first[game], 0
        while True:
            side = _OWN if mover == games.first[game] else _OPPONENT
            cards = Cards(games.words[game], games.kinds[game], covered, side)
            outcome, fell_back = _play_turn(
                tables, pairs[mover], cards, stream, room, games.seeds[game]
            )
            games.outcomes[game, turn] = outcome
            games.fallbacks[game, mover] += fell_back
            turn += 1
            if _left(cards, side) == 0:
                games.winner[game] = mover
                break
            if _left(cards, _ASSASSIN) == 0 or _left(cards, _OPPONENT - side) == 0:
                games.winner[game] = 1 - mover if teams > 1 else ABSENT
                break
            mover = (mover + 1) % teams


@compiled
def _play_turn(
    tables: ArenaTables,
    pair: Pair[Seat, Seat],
    cards: Cards,
    stream: NDArray[np.int64],
    room: Scratch,
    seed: int,
) -> tuple[int, int]:
    """Play a turn; return the index of its outcome, and 1 for a fallback clue, else 0."""
    spymaster, guesser = pair.spymaster, pair.guesser
    columns = np.zeros(len(spymaster.arms), dtype=np.int64)
    numbers = np.zeros(len(spymaster.arms), dtype=np.int64)
    lists = np.full((len(guesser.arms), len(cards.words)), ABSENT, dtype=np.int64)
    said = choose_arm(spymaster, stream)
    for arm in range(len(spymaster.arms)):
        if arm == said or compares(spymaster):
            columns[arm], numbers[arm] = kept_clue(tables, spymaster.arms[arm], cards, room, seed)
    column, number = columns[said], max(numbers[said], 1)
    if column == ABSENT:
        raise ValueError("no neighbour of an own card is off the board")
    heard = choose_arm(guesser, stream)
    for arm in range(len(guesser.arms)):
        if arm == heard or compares(guesser):
            nearest_cards(tables, guesser.arms[arm], cards, column, number, lists[arm])
    outcome = _uncover(cards, lists[heard], number)
    learn_clue(spymaster, said, columns, numbers, outcome)
    learn_guesses(guesser, heard, lists, number, outcome)
    return outcome, int(numbers[said] == 0)


@compiled
def _uncover(cards: Cards, guesses: NDArray[np.int64], number: int) -> int:
    """Uncover the guesses up to the first card that is not the team's; return the outcome's index.

    The index is that of `core.rating.colt.outcome_index`. For either mover, the kind of the other
    team's cards is below that of bystanders.
    """
    for place in range(number):
        card = guesses[place]
        cards.covered[card] = False
        if cards.kinds[card] != cards.side:
            return int(_ENDINGS * place + max(cards.kinds[card], _OPPONENT) - 1)
    return _ENDINGS * number - 1
