"""The rules of hangman in the one shape that every game has.

Where the word is fixed, the rules answer for it. A dealer that fixes none answers from a seat of
its own, and no answer is let pass that no word of the dictionary fits. A wrong guess costs a life:
a letter that the word lacks, a whole word that is not the one, a hint. What is refused costs
nothing. What follows from an answer is left to `core.hangman.position`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from string import ascii_lowercase
from typing import Final

from core import rules
from core.hangman import model
from core.hangman.candidates import RemainingWords
from core.hangman.model import Action, Board, End, Event, Observation, Phase, Places, State
from core.hangman.options import Chair, Dealer, Options, check_options, misspelling, on_turn
from core.hangman.position import Position, apply, ending_phrase
from core.rules import CHANCE, CLOCK, IllegalAction, Legal, OptionsError, Seat, Secret
from core.words.packs import Pack

DEALER_FORM: Final = rules.Form("word", (rules.Field("word"),))
SOLVE_FORM: Final = rules.Form("solve", (rules.Field("solution"),))


@dataclass(frozen=True)
class Hangman:
    """The rules of one table; raises OptionsError for options that no table can be set with.

    The dictionary is built when it is first asked for, and kept: one object serves a whole game.
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
        return State(tuple(map(Board, self.options.teams)), self.options.length)

    def chance(self, state: State, entropy: rules.Entropy) -> Action | None:  # noqa: ARG002 - the shape's
        """Return None: what is left to chance is the dealer's."""
        return None

    def decide(self, state: State, seat: Seat, action: Action) -> Sequence[Event]:
        """Return the facts that the action makes true; raises IllegalAction."""
        rules.check_moment(seat, action, state.turn, over=state.ending is not None)
        position = self.position(state)
        if isinstance(action, rules.Expire):
            return position.expire()
        return _judge(position, self.chair(seat), action)

    def apply(self, state: State, event: Event) -> State:
        """Return the state after the event."""
        return apply(self.options, state, event)

    def legal(self, state: State, seat: Seat) -> Legal[Action]:
        """Return all that the seat may do now."""
        if state.ending or seat == CHANCE:
            return Legal()
        if seat == CLOCK:
            return Legal((rules.Expire(state.turn),))
        chair = self.chair(seat)
        legal = _legal_dealer if chair.deals else _legal_guesser
        return legal(self.position(state), chair)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seats that the table waits for."""
        if state.ending:
            return frozenset()
        dealer, *guessers = self.options.chairs
        table = self.position(state)
        asked = table.phase is Phase.WORD or any(board.asked for board in state.boards)
        waiting = [chair.seat for chair in guessers if not _guess_refusal(table, chair)]
        return frozenset((*([dealer.seat] if asked else []), *waiting))

    def observe(self, state: State, seat: Seat | None) -> Observation:
        """Return what the seat may know; None stands for the public."""
        chair = None if seat is None or seat in (CHANCE, CLOCK) else self.chair(seat)
        return self.position(state).observe(chair)

    def outcome(self, state: State) -> rules.Outcome | None:
        """Return who won, or None while the game runs; in a draw nobody did."""
        if state.ending is None:
            return None
        winner = state.ending.winner
        seats = frozenset(chair.seat for chair in self.options.chairs if chair.team is winner)
        return rules.Outcome(seats, ending_phrase(winner, state.boards))

    def chair(self, seat: Seat) -> Chair:
        """Return the seat's chair; raises IllegalAction for a seat that the table has not."""
        chair = self.options.seats.get(seat)
        if chair is None:
            raise IllegalAction("no-such-chair", seat=seat)
        return chair

    def position(self, state: State) -> Position:
        """Return the table at this moment."""
        return Position(self.options, state, self.alphabet, self.remaining(state.length))

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
        """The words that are left on a board, by their length."""
        return cache(partial(RemainingWords, self.pack))


def _judge(position: Position, chair: Chair, action: Action) -> Sequence[Event]:
    refusal = None if chair.deals else _guess_refusal(position, chair)
    if refusal:
        raise refusal
    match chair.deals, action:
        case True, model.SetWord(word=word):
            return _set_word(position, chair, word.value)
        case True, model.AnswerLetter():
            return _answer(position, action)
        case True, model.AnswerSolve(right=right):
            return _answer_solve(position, right=right)
        case False, model.GuessText(text=text):
            return _guess(position, chair, text)
        case False, model.TakeHint():
            return _give_hint(position, chair)
    raise IllegalAction("hangman-dealer-guesses" if chair.deals else "hangman-only-dealer")


# The dealer: what may be answered, and which word may be fixed or told.


def _legal_dealer(position: Position, _chair: Chair) -> Legal[Action]:
    """Return all that the dealer may do now: to a letter, an answer for each family of words."""
    if position.phase is Phase.WORD:
        return Legal(forms=(DEALER_FORM,))
    answers = [action for board in position.state.boards for action in _answers(position, board)]
    return Legal(tuple(answers), (DEALER_FORM,) if position.is_thought else ())


def _set_word(position: Position, chair: Chair, word: str) -> Sequence[Event]:
    dealer = position.options.dealer
    if position.state.word:
        raise IllegalAction("hangman-word-stands")
    if dealer.keeps_words and not position.is_thought:
        raise IllegalAction("hangman-no-word-wanted")
    refused = misspelling(position.options, position.alphabet, word)
    if refused:
        raise IllegalAction.of(refused)
    if position.is_thought:
        return _tell(position, chair, word)
    if len(word) not in position.options.lengths:
        least, most = position.options.lengths[0], position.options.lengths[-1]
        raise IllegalAction("hangman-word-length", least=least, most=most)
    if dealer is Dealer.HONEST and not position.remaining.dictionary.all().has(word):
        raise IllegalAction("hangman-word-unlisted")
    return (model.WordSet(chair.seat, Secret(word)),)


def _tell(position: Position, chair: Chair, word: str) -> Sequence[Event]:
    """Return the end of a game whose word the dictionary lacks."""
    (board,) = position.state.boards
    _check_told(board, word, position.state.length)
    if position.remaining.after(board).has(word):
        raise IllegalAction("hangman-told-known")
    ended = model.BoardEnded(board.team, End.UNKNOWN)
    return position.follow(model.WordTold(chair.seat, word), ended)


def _check_told(board: Board, word: str, length: int) -> None:
    """Raise IllegalAction, saying what disagrees, for a word that the answers are not true of."""
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
    """Return places as sentences tell them, from 1."""
    return tuple(place + 1 for place in places) or "none"


def _answer(position: Position, action: model.AnswerLetter) -> Sequence[Event]:
    board = next((one for one in position.state.boards if one.team is action.team), None)
    letter = board.pending if board else None
    if board is None or letter is None:
        raise IllegalAction("hangman-nothing-asked")
    length, places = position.state.length, tuple(sorted(set(action.places)))
    for place in places:
        if place not in range(length):
            raise IllegalAction("hangman-no-place", place=place + 1, length=length)
    if not len(position.remaining.after(board).answered(letter, places)):
        key = "hangman-answer-unknown" if position.is_thought else "hangman-answer-misfit"
        raise IllegalAction(key, letter=letter.upper())
    return position.follow(model.Answered(board.team, letter, places))


def _answer_solve(position: Position, *, right: bool) -> Sequence[Event]:
    board = next((one for one in position.state.boards if one.asked), None)
    if board is None or board.asked is None or not board.asked.is_word:
        raise IllegalAction("hangman-nothing-asked")
    word = board.asked.text
    if not right and not len(position.remaining.after(board).without(word)):
        raise IllegalAction("hangman-no-other-word", word=word.upper())
    return position.follow(model.SolveAnswered(board.team, right))


def _answers(position: Position, board: Board) -> Sequence[Action]:
    asked, turn = board.asked, position.state.turn
    if asked is None:
        return ()
    left = position.remaining.after(board)
    if not asked.is_word:
        families = left.families(asked.text)
        return [model.AnswerLetter(turn, board.team, family.places) for family in families]
    answers = (True, False) if len(left.without(asked.text)) else (True,)
    return [model.AnswerSolve(turn, right) for right in answers]


# The guessers: letters, whole words, hints.


def _legal_guesser(position: Position, chair: Chair) -> Legal[Action]:
    if _guess_refusal(position, chair):
        return Legal()
    board, turn = position.state.board(chair.team), position.state.turn
    letters = [letter for letter in position.alphabet if letter not in board.guessed]
    hints = [] if _no_hint(position, board) else [model.TakeHint(turn)]
    return Legal((*(model.GuessText(turn, letter) for letter in letters), *hints), (SOLVE_FORM,))


def _guess_refusal(position: Position, chair: Chair) -> IllegalAction | None:
    """Return why it is not for this guesser to guess; None where it is."""
    board = position.state.board(chair.team)
    if position.phase is Phase.WORD:
        return IllegalAction("hangman-no-word-yet")
    if board.end:
        return IllegalAction("hangman-board-over")
    turn = on_turn(position.options, position.state.turn)
    if turn and turn != chair:
        return IllegalAction("hangman-not-your-turn", seat=turn.named)
    if board.asked:
        return IllegalAction("hangman-waiting", asked=board.asked.text.upper())
    return None


def _guess(position: Position, chair: Chair, text: str) -> Sequence[Event]:
    """Return what is tried and, where the rules know it, the answer."""
    board, fixed = position.state.board(chair.team), position.state.word
    tried: model.LetterGuessed | model.SolveTried
    answered: model.Answered | model.SolveAnswered | None = None
    if len(text) > 1:
        _check_solution(position, board, text)
        tried = model.SolveTried(chair.seat, chair.team, text)
        right = fixed.value == text if fixed else len(position.remaining.after(board)) == 1
        answered = None if position.is_thought else model.SolveAnswered(chair.team, right)
    else:
        _check_letter(position, board, text)
        tried = model.LetterGuessed(chair.seat, chair.team, text)
        if fixed:
            places = model.places_in(fixed.value, text)
            answered = model.Answered(chair.team, text, places)
    return (tried, *(position.after(tried).follow(answered) if answered else ()))


def _check_letter(position: Position, board: Board, letter: str) -> None:
    if letter not in position.alphabet:
        script = position.options.script
        raise IllegalAction("hangman-letter-unknown", letter=letter, script=script)
    if letter in board.guessed:
        raise IllegalAction("hangman-letter-guessed", letter=letter.upper())


def _check_solution(position: Position, board: Board, word: str) -> None:
    """Raise IllegalAction for a word that cannot be the one, as anybody can tell."""
    shown, length = word.upper(), position.state.length
    if len(word) != length:
        raise IllegalAction("hangman-solve-length", word=shown, length=length)
    if word in board.refused:
        raise IllegalAction("hangman-solve-again", word=shown)
    if board.contradicted(word):
        raise IllegalAction("hangman-solve-misfit", word=shown)
    if not position.options.dealer.is_person and not position.remaining.after(board).has(word):
        raise IllegalAction("hangman-solve-unknown", word=shown)


def _give_hint(position: Position, chair: Chair) -> Sequence[Event]:
    board, fixed = position.state.board(chair.team), position.state.word
    refusal = _no_hint(position, board)
    if refusal:
        raise IllegalAction(refusal)
    after = position.remaining.after
    found = model.hint_in_word(fixed.value, board.guessed) if fixed else after(board).hint()
    return position.follow(model.Hinted(chair.seat, chair.team, *found))


def _no_hint(position: Position, board: Board) -> str:
    """Return the key of the sentence why there is no hint now; empty if there is one."""
    lives = position.options.lives
    if not position.options.hints:
        return "hangman-hints-off"
    if position.is_thought:
        return "hangman-hint-thought"
    return "hangman-hint-last-life" if lives is not None and lives - board.wrong <= 1 else ""
