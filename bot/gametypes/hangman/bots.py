"""The bots of hangman: the table's dealer, and a guesser.

A bot gets a `HangmanRequest`, which has the table's word list with the observation. The request
names an embedded list, so that a worker reads its words once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Final, TypeAlias

import numpy as np

from bot.gametypes.bots import BotRoster
from bot.gametypes.engine import FALLBACK, MoveRequest
from bot.gametypes.hangman.teamplay import HangmanTeamPlay
from bot.gametypes.recap import Recap, ThoughtsByTurn
from core.agents.memory import Memory
from core.bot import BotChoice
from core.hangman import dealer_policies, model
from core.hangman.candidates import Candidates, RemainingWords
from core.hangman.dealer_policies import MissedWin, cheating
from core.hangman.guesser_bot import commonest, most_frequent, next_guess
from core.hangman.model import Action, Board, Observation, Phase
from core.hangman.options import Dealer, Options, Team
from core.hangman.rules import Hangman
from core.rules import Seat, Secret
from core.view import Phrase, phrase
from core.words.packs import Pack
from core.words.word_lists import CATEGORIES, secret_candidates, word_list

DEALER_BOT: Final = "dealer"
GUESSER_BOT: Final = "guesser"

HangmanThoughts: TypeAlias = MissedWin | None
"""The win that the guessers missed, if an optimal dealer can prove one."""


@dataclass(frozen=True, slots=True)
class HangmanRequest:
    """A bot's observation with the table's words: a category's name or a list."""

    observation: Observation
    words: str | Pack = field(repr=False)

    @property
    def remaining(self) -> RemainingWords:
        """The words of the game's length, and the candidates left on each board."""
        return _remaining(self.words, self.observation.length)


@lru_cache(maxsize=8)
def _remaining(words: str | Pack, length: int) -> RemainingWords:
    return RemainingWords(word_list(words) if isinstance(words, str) else words, length)


class DealerBot:
    """The table's dealer; a cheating one if it replaces a person."""

    def choose(
        self, request: HangmanRequest, _memory: Memory, rng: np.random.Generator, /
    ) -> BotChoice[Action, HangmanThoughts]:
        """Return the dealer's word or answer; raises ValueError if the game needs neither."""
        seen = request.observation
        dealer = seen.options.dealer
        if seen.phase is Phase.WORD:
            return _chosen(model.SetWord(seen.turn, Secret(_word(request, rng))), dealer.value)
        waiting = [(board, board.asked) for board in seen.boards if board.asked]
        if not waiting:
            raise ValueError("no guess waits for an answer")
        board, pending = waiting[0]
        left = request.remaining.after(board)
        if pending.is_word:
            right = not len(left.without(pending.text))
            return _chosen(model.AnswerSolve(seen.turn, right), dealer.value)
        if dealer is Dealer.OPTIMAL:
            return _optimal(request, board, pending.text, rng)
        answer = dealer_policies.FAMILY_POLICIES.get(dealer.value, cheating)
        places = answer(left, pending.text, rng)
        return _chosen(model.AnswerLetter(seen.turn, board.team, places), dealer.value)


class GuesserBot:
    """Guesses the letter with the fewest expected wrong guesses, or the only word left.

    It spells an unlisted word by the list's common letters. It also spells a word that a person
    typed, because a wrong word would cost a life.
    """

    def choose(
        self, request: HangmanRequest, _memory: Memory, _rng: np.random.Generator, /
    ) -> BotChoice[Action, HangmanThoughts]:
        """Return the next guess; raises ValueError if every letter is guessed."""
        listed = request.observation.options.dealer is not Dealer.WORD
        picked = _picked(request, partial(next_guess, listed=listed))
        return _chosen(model.GuessText(request.observation.turn, picked), GUESSER_BOT)


def hangman_bots() -> Mapping[str, DealerBot | GuesserBot]:
    """Return the bots of hangman by name."""
    return {DEALER_BOT: DealerBot(), GUESSER_BOT: GuesserBot()}


class HangmanRecap(Recap[MissedWin, Observation]):
    """Thoughts of optimal dealers, the only thoughts in hangman."""

    thoughts_type = MissedWin

    def sentences(
        self, observation: Observation, thoughts_by_turn: ThoughtsByTurn[MissedWin]
    ) -> tuple[Phrase, ...]:
        """Return the last letter that could have won, or a note that the proof is missing."""
        if observation.ending is None:
            return ()
        options, winner = observation.options, observation.ending.winner
        is_lost = winner is Team.DEALER and options.lives
        if is_lost and options.dealer is Dealer.OPTIMAL and not thoughts_by_turn:
            return (phrase("hangman-recap-unproved"),)
        return tuple(
            phrase("hangman-recap", guess=missed.guess + 1, letter=missed.letter.upper())
            for missed in thoughts_by_turn.values()
        )


class HangmanRoster(BotRoster[Options, Hangman, Observation]):
    """The bots of hangman, their seats and their behaviour."""

    team_play = HangmanTeamPlay()
    recap = HangmanRecap()

    def fallback(self, request: MoveRequest) -> BotChoice[Action, HangmanThoughts]:
        """Return a move for a late bot, without a search."""
        asked: HangmanRequest = request.observation
        seen = asked.observation
        if seen.chair is not None and not seen.chair.deals:
            return _chosen(model.GuessText(seen.turn, _picked(asked, most_frequent)), FALLBACK)
        quick = replace(seen.options, dealer=Dealer.CHEATING)
        asked = replace(asked, observation=replace(seen, options=quick))
        choice = DealerBot().choose(asked, request.memory, np.random.default_rng(request.seed))
        return replace(choice, cause=FALLBACK)

    def for_seat(self, _options: Options, seat: Seat) -> tuple[str, ...]:
        """Return the only bot for the seat's role."""
        return (DEALER_BOT,) if seat == Seat("dealer") else (GUESSER_BOT,)

    def build_request(self, rules: Hangman, observation: Observation) -> HangmanRequest:
        """Return the observation with the table's words."""
        pack = rules.pack
        embedded = pack.name in CATEGORIES and pack == word_list(pack.name)
        return HangmanRequest(observation, pack.name if embedded else pack)

    def draws_secretly(self, observation: Observation) -> bool:
        """Return whether the bot deals: its word and answers must be unpredictable."""
        return observation.chair is not None and observation.chair.deals


def _picked(request: HangmanRequest, pick: Callable[[Candidates], str]) -> str:
    """Return the guess of `pick`, or the commonest letter for an unlisted word.

    Raises ValueError if every letter is guessed.
    """
    seen, remaining = request.observation, request.remaining
    if remaining.fitting(seen.board) is not None:
        return pick(remaining.after(seen.board))
    return commonest(seen.alphabet, seen.board.guessed, remaining.holding)


def _chosen(
    action: Action, cause: str, thoughts: HangmanThoughts = None
) -> BotChoice[Action, HangmanThoughts]:
    return BotChoice(action, cause, Secret(thoughts))


def _optimal(
    request: HangmanRequest, board: Board, letter: str, rng: np.random.Generator
) -> BotChoice[Action, HangmanThoughts]:
    """Return the optimal answer and, if it ends the game, the win that the guessers missed."""
    seen, after = request.observation, request.remaining.after
    lives = seen.options.lives
    left = None if lives is None else lives - board.wrong
    places = dealer_policies.optimal(after(board), letter, left, rng)
    thoughts = None
    if lives and left == 1 and not places:
        before = [replace(board, tries=board.tries[:end]) for end in range(len(board.tries) + 1)]
        standings = [(after(one), lives - one.wrong) for one in before]
        thoughts = dealer_policies.last_missed_win(standings)
    answer = model.AnswerLetter(seen.turn, board.team, places)
    return _chosen(answer, Dealer.OPTIMAL.value, thoughts)


def _word(request: HangmanRequest, rng: np.random.Generator) -> str:
    """Return a common word for the dealer.

    It has the table's length, or else the nearest length in the list, the shorter of two. A list
    may lack the length of a table whose dealer was a person.
    """
    wanted = request.observation.options.length
    listed = request.remaining.pack.words
    length = min(map(len, listed), key=lambda length: (abs(length - wanted), length))
    if isinstance(request.words, str):
        words = secret_candidates(request.words, length)
    else:
        words = tuple(word for word in listed if len(word) == length)
    return words[int(rng.integers(len(words)))]
