"""The paper's solitaire game: one team, no opponent's turns, forced guesses.

Source: Archibald and Brosnahan, "Adapting to Teammates in a Cooperative Language Game", and the
code that they published. A clue's number is the number of guesses, neither fewer nor more, and
the first card that is not the team's ends the turn. The team wins with its ninth card; it loses
with the assassin or the opponent's eighth card. Bystanders never lose a game, and no clock runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Protocol

import numpy as np

from core.agents.expert import ClueProposal
from core.agents.memory import EMPTY, Memory, PlayedTurn
from core.agents.position import BoardPosition, CardKind, KeyedBoard, start_position
from core.rating.colt import Ending, outcome_index

PAPER_CARDS: Final = 25
PAPER_KEY: Final = (
    *(CardKind.OWN,) * 9,
    *(CardKind.OPPONENT,) * 8,
    *(CardKind.BYSTANDER,) * 7,
    CardKind.ASSASSIN,
)

ENDING_OF_KIND: Final = {
    CardKind.OPPONENT: Ending.OPPONENT,
    CardKind.BYSTANDER: Ending.BYSTANDER,
    CardKind.ASSASSIN: Ending.ASSASSIN,
}


def paper_board(seed: int, words: Sequence[str]) -> KeyedBoard:
    """Return the board that the paper's code deals with this seed from a list of words.

    The words and the key are shuffled by two Mersenne Twisters of the same seed.
    """
    deck, key = list(words), list(PAPER_KEY)
    Random(seed).shuffle(deck)  # noqa: S311 - the paper's boards, not a secret
    Random(seed).shuffle(key)  # noqa: S311
    return KeyedBoard(tuple(deck[:PAPER_CARDS]), tuple(key))


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """A turn as everybody at the table saw it.

    `covered` are the places before it, `turned` the places that were turned, in order.
    """

    covered: frozenset[int]
    word: str
    number: int
    turned: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GuessRequest:
    """A guesser's view: the cards, which places are covered, and the clue; never the key."""

    cards: tuple[str, ...]
    covered: frozenset[int]
    word: str
    number: int


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game whose key is shown: its board, and a team's turns in order."""

    board: KeyedBoard
    turns: tuple[SeenTurn, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """A guesser's list of places, and each expert's credit for it, by name."""

    guesses: tuple[int, ...]
    credits: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Announcement:
    """A spymaster's clue, and each expert's credit for it, by name."""

    clue: ClueProposal
    credits: tuple[tuple[str, float], ...] = ()


class LearningPlayer(Protocol):
    """A player who may remember turns."""

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:
        """Return the memory after a turn: its outcome, and the player's own credits."""
        ...

    def review(self, memory: Memory, game: FinishedGame) -> Memory:
        """Return the memory after a game, once its key is shown."""
        ...


class Spymaster(LearningPlayer, Protocol):
    """A player who gives clues under the paper's rules."""

    def announce(
        self, position: BoardPosition, memory: Memory, rng: np.random.Generator
    ) -> Announcement:
        """Return the clue to give now."""
        ...

    def watch(self, memory: Memory, board: KeyedBoard, turn: SeenTurn) -> Memory:
        """Return the memory after a turn, then as everybody saw it."""
        ...


class Guesser(LearningPlayer, Protocol):
    """A player who guesses under the paper's rules."""

    def advise(self, question: GuessRequest, memory: Memory, rng: np.random.Generator) -> Advice:
        """Return the cards to turn, in order, before the first is turned."""
        ...


@dataclass(frozen=True, slots=True)
class SolitaireTeam:
    """The two players of a solitaire game."""

    spymaster: Spymaster
    guesser: Guesser


@dataclass(frozen=True, slots=True)
class Memories:
    """The memories of the two players of a team."""

    spymaster: Memory = EMPTY
    guesser: Memory = EMPTY


@dataclass(frozen=True, slots=True)
class SolitaireGame:
    """A finished game: the index of each turn's outcome, and clues that were a fallback."""

    outcomes: tuple[int, ...]
    won: bool
    fallbacks: int

    @property
    def turns(self) -> int:
        """The number of turns, the last one included."""
        return len(self.outcomes)


def play(
    team: SolitaireTeam, board: KeyedBoard, memories: Memories, rng: np.random.Generator
) -> tuple[SolitaireGame, Memories]:
    """Return one game of the team on the board, and what the players remember after it."""
    position, outcomes, fallbacks = start_position(board), list[int](), 0
    seen = tuple[SeenTurn, ...]()
    while (won := result(position)) is None:
        announcement = team.spymaster.announce(position, memories.spymaster, rng)
        advice = _advice(team, position, announcement.clue, memories.guesser, rng)
        turned = turn_cards(board, advice.guesses)
        outcome = outcome_of_turn(board, turned)
        turn = seen_turn(position, announcement.clue, turned)
        seen = (*seen, turn)
        position = position.uncover(turned)
        outcomes.append(outcome)
        fallbacks += announcement.clue.fallback
        memories = learnt(team, memories, outcome, announcement, advice)
        told = team.spymaster.watch(memories.spymaster, board, turn)
        memories = replace(memories, spymaster=told)
    memories = reviewed(team, memories, FinishedGame(board, seen))
    return SolitaireGame(tuple(outcomes), won, fallbacks), memories


def seen_turn(position: BoardPosition, clue: ClueProposal, turned: tuple[int, ...]) -> SeenTurn:
    """Return a turn as everybody sees it, from the position before it."""
    return SeenTurn(position.covered, clue.word, clue.number, turned)


def _advice(
    team: SolitaireTeam,
    position: BoardPosition,
    clue: ClueProposal,
    memory: Memory,
    rng: np.random.Generator,
) -> Advice:
    cards, covered = position.board.cards, position.covered
    question = GuessRequest(cards, covered, clue.word, clue.number)
    return team.guesser.advise(question, memory, rng)


def learnt(
    team: SolitaireTeam,
    memories: Memories,
    outcome: int,
    announcement: Announcement,
    advice: Advice,
) -> Memories:
    """Return what a team's players remember after a turn of this outcome."""
    spoken = PlayedTurn(outcome, announcement.credits)
    guessed = PlayedTurn(outcome, advice.credits)
    return Memories(
        team.spymaster.learn(memories.spymaster, spoken),
        team.guesser.learn(memories.guesser, guessed),
    )


def reviewed(team: SolitaireTeam, memories: Memories, game: FinishedGame) -> Memories:
    """Return what a team's players remember after a game whose key is shown."""
    return Memories(
        team.spymaster.review(memories.spymaster, game),
        team.guesser.review(memories.guesser, game),
    )


def turn_cards(board: KeyedBoard, guesses: Sequence[int]) -> tuple[int, ...]:
    """Return the guesses that are carried out: up to the first card that is not the team's."""
    for count, place in enumerate(guesses, start=1):
        if board.kinds[place] is not CardKind.OWN:
            return tuple(guesses[:count])
    return tuple(guesses)


def outcome_of_turn(board: KeyedBoard, turned: Sequence[int]) -> int:
    """Return the outcome's index of a turn in which these cards were turned, in this order.

    Raises ValueError for a turn without a card, which no game may contain: it could go on for
    ever.
    """
    if not turned:
        raise ValueError("a turn without a guess")
    ending = ENDING_OF_KIND.get(board.kinds[turned[-1]], Ending.CLEAN)
    return outcome_index(len(turned) - (ending is not Ending.CLEAN), ending)


def result(position: BoardPosition) -> bool | None:
    """Return whether the team has won (True) or lost (False); None while the game runs."""
    if not position.own():
        return True
    left = {position.board.kinds[place] for place in position.covered}
    return None if {CardKind.OPPONENT, CardKind.ASSASSIN} <= left else False
