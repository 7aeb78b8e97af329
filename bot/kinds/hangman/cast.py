"""The bots of hangman: the dealer that a table asks for, and one that guesses.

A bot is shown a `Question`, which has the table's word list beside the observation. A list that
comes with the program goes by its name, so that a worker reads its words once.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np

from bot.thinker import FALLBACK, Task
from core.agents.memory import Memory
from core.choice import Choice
from core.hangman.actions import Action, AnswerLetter, AnswerSolve, GuessLetter, SetWord, Solve
from core.hangman.dealers import FAMILY_DEALERS, cheating
from core.hangman.guesser import commonest, most_frequent, pick
from core.hangman.model import Board, Observation, Pending, Phase
from core.hangman.optimal import Chance, Standing, last_chance, optimal
from core.hangman.options import Dealer, Role
from core.hangman.remaining import Remaining
from core.rules import Secret
from core.words.packs import Pack
from core.words.spellings import categories, drawn, spellings

DEALER: Final = "dealer"
GUESSER: Final = "guesser"

Thoughts: TypeAlias = Chance | None
"""The win that the guessers missed, as far as an optimal dealer can prove one."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked: what it sees, and the words of the table, a category or a list."""

    observation: Observation
    words: str | Pack = field(repr=False)

    @property
    def remaining(self) -> Remaining:
        """The words of the length that is played, and what is left of them on each board."""
        return _remaining(self.words, self.observation.length)

    @property
    def is_unlisted(self) -> bool:
        """Whether the guesser's word is in no list: a person may have typed any."""
        return not self.remaining.fits(self.observation.board)


def question(observation: Observation, pack: Pack) -> Question:
    """Return what a bot is asked at a table that plays with the words of a pack."""
    embedded = pack.name in categories() and pack == spellings(pack.name)
    return Question(observation, pack.name if embedded else pack)


@lru_cache(maxsize=8)
def _remaining(words: str | Pack, length: int) -> Remaining:
    return Remaining(spellings(words) if isinstance(words, str) else words, length)


class Dealing:
    """The dealer that the table asks for; in the chair of a person who has left, a cheating one."""

    def choose(
        self, asked: Question, _memory: Memory, rng: np.random.Generator, /
    ) -> Choice[Action, Thoughts]:
        """Return the dealer's word or its answer; raises ValueError where neither is waited for."""
        seen = asked.observation
        dealer = seen.options.dealer
        if seen.phase is Phase.WORD:
            return _said(SetWord(seen.turn, Secret(_word(asked, rng))), dealer.value)
        board, pending = _waiting(seen)
        left = asked.remaining.after(board)
        if pending.solve:
            right = not len(left.without(pending.text))
            return _said(AnswerSolve(seen.turn, right), dealer.value)
        if dealer is Dealer.OPTIMAL:
            return _optimal(asked, board, pending.text, rng)
        answer = FAMILY_DEALERS.get(dealer.value, cheating)
        places = answer(left, pending.text, rng)
        return _said(AnswerLetter(seen.turn, board.team, places), dealer.value)


class Guessing:
    """Guesses the letter that promises the fewest wrong guesses, or the only word left.

    A word that is in no list is spelled by the letters that are common in the list.
    """

    def choose(
        self, asked: Question, _memory: Memory, _rng: np.random.Generator, /
    ) -> Choice[Action, Thoughts]:
        """Return the next guess; raises ValueError where every letter is guessed."""
        seen = asked.observation
        if asked.is_unlisted:
            return _said(GuessLetter(seen.turn, _common_letter(asked)), GUESSER)
        listed = not seen.options.dealer.is_person
        picked = pick(asked.remaining.after(seen.board), listed=listed)
        if picked.is_word:
            return _said(Solve(seen.turn, picked.text), GUESSER)
        return _said(GuessLetter(seen.turn, picked.text), GUESSER)


class Cast:
    """The bots of hangman by their names."""

    def named(self, name: str, /) -> Dealing | Guessing:
        """Return a bot; raises KeyError for a name that none has."""
        bots: dict[str, Dealing | Guessing] = {DEALER: Dealing(), GUESSER: Guessing()}
        return bots[name]


def fallback(task: Task) -> Choice[Action, Thoughts]:
    """Return what is done where no bot chose in time: nothing that has to be searched for."""
    asked: Question = task.observation
    seen = asked.observation
    if seen.chair is not None and seen.chair.role is Role.GUESSER:
        return _said(GuessLetter(seen.turn, _quick_letter(asked)), FALLBACK)
    quick = replace(seen.options, dealer=Dealer.CHEATING)
    asked = replace(asked, observation=replace(seen, options=quick))
    choice = Dealing().choose(asked, task.memory, np.random.default_rng(task.seed))
    return replace(choice, cause=FALLBACK)


def _quick_letter(asked: Question) -> str:
    """Return a letter to guess that takes no search; raises ValueError where all are guessed."""
    if asked.is_unlisted:
        return _common_letter(asked)
    return most_frequent(asked.remaining.after(asked.observation.board))


def _common_letter(asked: Question) -> str:
    """Return the letter to guess of a word that no list knows; raises ValueError likewise."""
    seen = asked.observation
    return commonest(seen.alphabet, seen.board.guessed, asked.remaining.holding)


def _said(action: Action, cause: str, thoughts: Thoughts = None) -> Choice[Action, Thoughts]:
    return Choice(action, cause, Secret(thoughts))


def _optimal(
    asked: Question, board: Board, letter: str, rng: np.random.Generator
) -> Choice[Action, Thoughts]:
    """Return the optimal answer; where it ends the game, the win that the guessers missed."""
    seen = asked.observation
    lives = None if seen.options.lives is None else seen.options.lives - board.wrong
    places = optimal(asked.remaining.after(board), letter, lives, rng).places
    lost = lives == 1 and not places
    thoughts = last_chance(_standings(asked, board)) if lost else None
    answer = AnswerLetter(seen.turn, board.team, places)
    return _said(answer, Dealer.OPTIMAL.value, thoughts)


def _standings(asked: Question, board: Board) -> tuple[Standing, ...]:
    """Return what the guessers stood before at each of their guesses on a board."""
    lives = asked.observation.options.lives or 0
    before = [replace(board, tries=board.tries[:end]) for end in range(len(board.tries) + 1)]
    return tuple(Standing(asked.remaining.after(one), lives - one.wrong) for one in before)


def _waiting(seen: Observation) -> tuple[Board, Pending]:
    """Return a board on which a guess waits; raises ValueError where none does."""
    for board in seen.boards:
        if board.asked:
            return board, board.asked
    raise ValueError("no guess waits for an answer")


def _word(asked: Question, rng: np.random.Generator) -> str:
    """Return a word that the dealer fixes: any that everybody knows.

    It is of the table's length, or of the nearest that the list has, the shorter of two: where a
    person had to type the word, the table may ask for a length of which the list has none.
    """
    wanted = asked.observation.options.length
    listed = asked.remaining.pack.words
    length = min(map(len, listed), key=lambda length: (abs(length - wanted), length))
    if isinstance(asked.words, str):
        words = drawn(asked.words, length)
    else:
        words = tuple(word for word in listed if len(word) == length)
    return words[int(rng.integers(len(words)))]
