"""The rules of hangman, as `core.rules.Rules`.

If a word is fixed, the rules answer guesses. Otherwise the dealer answers from its own seat, and
some word of the dictionary must fit every answer. A missing letter, a wrong word and a hint each
cost a life; a refused action costs nothing. `core.hangman.state` folds events and observes states.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from math import inf
from string import ascii_lowercase
from typing import Final

from core import rules
from core.hangman import model
from core.hangman.candidates import Candidates, RemainingWords
from core.hangman.model import Action, Board, End, Event, Observation, Phase, Places, State
from core.hangman.options import Chair, Dealer, Options, check_options, misspelling, on_turn
from core.hangman.state import apply, ending_phrase, observe, winner_of
from core.rules import CHANCE, CLOCK, IllegalAction, Legal, OptionsError, Seat, Secret
from core.words.packs import Pack

DEALER_FORM: Final = rules.Form("word", (rules.Field("word"),))
SOLVE_FORM: Final = rules.Form("solve", (rules.Field("solution"),))


@dataclass(frozen=True)
class Hangman(rules.Rules[State, Action, Event, Observation]):
    """The rules of one table; raises OptionsError for impossible options.

    One object serves a whole game: it builds the dictionary on first use.
    """

    options: Options
    pack: Pack

    def __post_init__(self) -> None:
        check_options(self.options)
        length = self.options.length
        if self.options.dealer is not Dealer.WORD and not self.remaining(length).exists:
            raise OptionsError("hangman-no-word-of-length", length=length)

    def initial(self) -> State:
        """Return the empty table."""
        phase = Phase.GUESS if self.options.dealer.keeps_words else Phase.WORD
        return State(tuple(map(Board, self.options.teams)), self.options.length, phase)

    def decide(self, state: State, seat: Seat, action: Action) -> Sequence[Event]:
        """Return the events of the action; raises IllegalAction."""
        rules.check_moment(seat, action, state.turn, over=state.ending is not None)
        if isinstance(action, rules.Expire):
            return self._expire(state)
        chair = self.chair(seat)
        if refusal := None if chair.deals else self._guess_refusal(state, chair):
            raise refusal
        match chair.deals, action:
            case True, model.SetWord(word=word):
                return self._set_word(state, chair, word.value)
            case True, model.AnswerLetter():
                return self._answer(state, action)
            case True, model.AnswerSolve(right=right):
                return self._answer_solve(state, right=right)
            case False, model.GuessText(text=text):
                return self._guess(state, chair, text)
            case False, model.TakeHint():
                return self._give_hint(state, chair)
        raise IllegalAction("hangman-dealer-guesses" if chair.deals else "hangman-only-dealer")

    def apply(self, state: State, event: Event) -> State:
        """Return the state after the event."""
        return apply(self.options, state, event)

    def legal(self, state: State, seat: Seat) -> Legal[Action]:
        """Return the seat's legal actions."""
        if state.ending or seat == CHANCE:
            return Legal()
        if seat == CLOCK:
            return Legal((rules.Expire(state.turn),))
        chair = self.chair(seat)
        return self._legal_dealer(state) if chair.deals else self._legal_guesser(state, chair)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seats that the table waits for."""
        if state.ending:
            return frozenset()
        dealer, *guessers = self.options.chairs
        asked = state.phase is Phase.WORD or any(board.asked for board in state.boards)
        waiting = [chair.seat for chair in guessers if not self._guess_refusal(state, chair)]
        return frozenset((*([dealer.seat] if asked else []), *waiting))

    def observe(self, state: State, seat: Seat | None) -> Observation:
        """Return the view of a seat, or of the public (None)."""
        chair = None if seat is None or seat in (CHANCE, CLOCK) else self.chair(seat)
        return observe(self.options, state, chair, self.alphabet, self.remaining(state.length))

    def outcome(self, state: State) -> rules.Outcome | None:
        """Return the outcome, or None while the game runs; nobody wins a draw."""
        if state.ending is None:
            return None
        winner = state.ending.winner
        seats = frozenset(chair.seat for chair in self.options.chairs if chair.team is winner)
        return rules.Outcome(seats, ending_phrase(winner, state.boards))

    def chair(self, seat: Seat) -> Chair:
        """Return the seat's chair; raises IllegalAction for an unknown seat."""
        chair = self.options.seats.get(seat)
        if chair is None:
            raise IllegalAction("no-such-chair", seat=seat)
        return chair

    def left(self, state: State, board: Board) -> Candidates:
        """Return the words that fit a board, maybe none; raises OptionsError."""
        return self.remaining(state.length).after(board)

    @property
    def _is_thought(self) -> bool:
        return self.options.dealer is Dealer.THOUGHT

    @cached_property
    def alphabet(self) -> tuple[str, ...]:
        """The letters that may be guessed, in order."""
        if not self.options.is_kana:
            return tuple(ascii_lowercase)
        if self.options.dealer.is_person:
            return tuple(sorted(set().union(*self.pack.words)))
        return self.remaining(self.options.length).dictionary.alphabet

    @cached_property
    def remaining(self) -> Callable[[int], RemainingWords]:
        """The remaining words of the pack, by their length."""
        return cache(partial(RemainingWords, self.pack))

    # The dealer: answers, and the secret word.

    def _legal_dealer(self, state: State) -> Legal[Action]:
        """Return the dealer's moves; a letter has an answer for each family of words."""
        if state.phase is Phase.WORD:
            return Legal(forms=(DEALER_FORM,))
        answers = [action for board in state.boards for action in self._answers(state, board)]
        return Legal(tuple(answers), (DEALER_FORM,) if self._is_thought else ())

    def _set_word(self, state: State, chair: Chair, word: str) -> Sequence[Event]:
        dealer = self.options.dealer
        if state.word:
            raise IllegalAction("hangman-word-stands")
        if dealer.keeps_words and not self._is_thought:
            raise IllegalAction("hangman-no-word-wanted")
        refused = misspelling(self.options, self.alphabet, word)
        if refused:
            raise IllegalAction.of(refused)
        if self._is_thought:
            return self._tell(state, chair, word)
        if len(word) not in self.options.lengths:
            least, most = self.options.lengths[0], self.options.lengths[-1]
            raise IllegalAction("hangman-word-length", least=least, most=most)
        if dealer is Dealer.HONEST and not self.remaining(state.length).dictionary.all().has(word):
            raise IllegalAction("hangman-word-unlisted")
        return (model.WordSet(chair.seat, Secret(word)),)

    def _tell(self, state: State, chair: Chair, word: str) -> Sequence[Event]:
        """Return the end of a game whose word the dictionary lacks."""
        (board,) = state.boards
        _check_told(board, word, state.length)
        if self.left(state, board).has(word):
            raise IllegalAction("hangman-told-known")
        ended = model.BoardEnded(board.team, End.UNKNOWN)
        return self._follow(state, model.WordTold(chair.seat, word), ended)

    def _answer(self, state: State, action: model.AnswerLetter) -> Sequence[Event]:
        board = next((one for one in state.boards if one.team is action.team), None)
        letter = board.pending if board else None
        if board is None or letter is None:
            raise IllegalAction("hangman-nothing-asked")
        length, places = state.length, tuple(sorted(set(action.places)))
        for place in places:
            if place not in range(length):
                raise IllegalAction("hangman-no-place", place=place + 1, length=length)
        if not len(self.left(state, board).answered(letter, places)):
            key = "hangman-answer-unknown" if self._is_thought else "hangman-answer-misfit"
            raise IllegalAction(key, letter=letter.upper())
        return self._follow(state, model.Answered(board.team, letter, places))

    def _answer_solve(self, state: State, *, right: bool) -> Sequence[Event]:
        board = next((one for one in state.boards if one.asked), None)
        if board is None or board.asked is None or not board.asked.is_word:
            raise IllegalAction("hangman-nothing-asked")
        word = board.asked.text
        if not right and not len(self.left(state, board).without(word)):
            raise IllegalAction("hangman-no-other-word", word=word.upper())
        return self._follow(state, model.SolveAnswered(board.team, right))

    def _answers(self, state: State, board: Board) -> Sequence[Action]:
        asked, turn = board.asked, state.turn
        if asked is None:
            return ()
        left = self.left(state, board)
        if not asked.is_word:
            families = left.families(asked.text)
            return [model.AnswerLetter(turn, board.team, family.places) for family in families]
        answers = (True, False) if len(left.without(asked.text)) else (True,)
        return [model.AnswerSolve(turn, right) for right in answers]

    # The guessers: letters, whole words, hints.

    def _legal_guesser(self, state: State, chair: Chair) -> Legal[Action]:
        if self._guess_refusal(state, chair):
            return Legal()
        board, turn = state.board(chair.team), state.turn
        letters = (letter for letter in self.alphabet if letter not in board.guessed)
        guesses = (model.GuessText(turn, letter) for letter in letters)
        hints = () if self._no_hint(board) else (model.TakeHint(turn),)
        return Legal((*guesses, *hints), (SOLVE_FORM,))

    def _guess_refusal(self, state: State, chair: Chair) -> IllegalAction | None:
        """Return the refusal if this guesser may not guess now, or None."""
        board = state.board(chair.team)
        if state.phase is Phase.WORD:
            return IllegalAction("hangman-no-word-yet")
        if board.end:
            return IllegalAction("hangman-board-over")
        turn = on_turn(self.options, state.turn)
        if turn and turn != chair:
            return IllegalAction("hangman-not-your-turn", seat=turn.named)
        if board.asked:
            return IllegalAction("hangman-waiting", asked=board.asked.text.upper())
        return None

    def _guess(self, state: State, chair: Chair, text: str) -> Sequence[Event]:
        """Return the try and, if the rules know it, the answer."""
        board, fixed = state.board(chair.team), state.word
        tried: model.LetterGuessed | model.SolveTried
        answered: model.Answered | model.SolveAnswered | None = None
        if len(text) > 1:
            self._check_solution(state, board, text)
            tried = model.SolveTried(chair.seat, chair.team, text)
            right = fixed.value == text if fixed else len(self.left(state, board)) == 1
            answered = None if self._is_thought else model.SolveAnswered(chair.team, right)
        else:
            self._check_letter(board, text)
            tried = model.LetterGuessed(chair.seat, chair.team, text)
            if fixed:
                places = model.places_in(fixed.value, text)
                answered = model.Answered(chair.team, text, places)
        after = self.apply(state, tried)
        return (tried, *(self._follow(after, answered) if answered else ()))

    def _check_letter(self, board: Board, letter: str) -> None:
        if letter not in self.alphabet:
            script = self.options.script
            raise IllegalAction("hangman-letter-unknown", letter=letter, script=script)
        if letter in board.guessed:
            raise IllegalAction("hangman-letter-guessed", letter=letter.upper())

    def _check_solution(self, state: State, board: Board, word: str) -> None:
        """Raise IllegalAction for a word that public facts rule out."""
        shown, length = word.upper(), state.length
        if len(word) != length:
            raise IllegalAction("hangman-solve-length", word=shown, length=length)
        if word in board.refused:
            raise IllegalAction("hangman-solve-again", word=shown)
        if board.contradicted(word):
            raise IllegalAction("hangman-solve-misfit", word=shown)
        if not self.options.dealer.is_person and not self.left(state, board).has(word):
            raise IllegalAction("hangman-solve-unknown", word=shown)

    def _give_hint(self, state: State, chair: Chair) -> Sequence[Event]:
        board, fixed = state.board(chair.team), state.word
        refusal = self._no_hint(board)
        if refusal:
            raise IllegalAction(refusal)
        if fixed:
            found = model.hint_in_word(fixed.value, board.guessed)
        else:
            found = self.left(state, board).hint()
        return self._follow(state, model.Hinted(chair.seat, chair.team, *found))

    def _no_hint(self, board: Board) -> str:
        """Return the phrase key of the refusal of a hint now; empty if hints are allowed."""
        lives = self.options.lives
        if not self.options.hints:
            return "hangman-hints-off"
        if self._is_thought:
            return "hangman-hint-thought"
        return "hangman-hint-last-life" if lives is not None and lives - board.wrong <= 1 else ""

    # Consequences: the ends of boards and of the game.

    def _follow(self, state: State, *events: Event) -> Sequence[Event]:
        """Return events, followed by the ends of boards and of the game that they cause."""
        after = rules.advance(self, state, events)
        boards = after.boards
        fewest = min((one.guesses for one in boards if one.end is End.FOUND), default=inf)
        ends = ((one, self._end_of(after, one, fewest)) for one in boards if one.end is None)
        ended = [model.BoardEnded(one.team, end) for one, end in ends if end]
        if ended:
            return (*events, *self._follow(after, *ended))
        if any(one.end is None for one in boards):
            return events
        return (*events, model.GameEnded(winner_of(boards)))

    def _expire(self, state: State) -> Sequence[Event]:
        """Return the events of a turn whose time is up."""
        board, *others = state.boards
        passing = on_turn(self.options, state.turn)
        is_left = state.phase is Phase.WORD or (board.asked and not others)
        if passing and not is_left:
            return (model.TurnPassed(passing.seat),)
        teams = [one.team for one in state.boards if one.end is None]
        end = End.LEFT if is_left else End.EXPIRED
        return self._follow(state, *(model.BoardEnded(team, end) for team in teams))

    def _end_of(self, state: State, board: Board, fewest: float) -> End | None:
        """Return a board's end, if any; `fewest` is the fewest guesses that found the word."""
        lives = self.options.lives
        if None not in board.pattern(state.length):
            return End.FOUND
        if lives is not None and board.wrong >= lives:
            return End.LIVES
        return End.BEATEN if board.guesses >= fewest else None


def _check_told(board: Board, word: str, length: int) -> None:
    """Raise IllegalAction, naming the contradiction, for a word that the answers rule out."""
    if len(word) != length:
        raise IllegalAction("hangman-told-length", length=length)
    if word in board.refused:
        raise IllegalAction("hangman-told-denied")
    answer = board.contradicted(word)
    if answer:
        raise IllegalAction(
            "hangman-told-misfit",
            letter=answer.text.upper(),
            stands=_shown(model.places_in(word, answer.text)),
            said=_shown(answer.places),
        )


def _shown(places: Places) -> str | tuple[int, ...]:
    """Return places as sentences show them, from 1."""
    return tuple(place + 1 for place in places) or "none"
