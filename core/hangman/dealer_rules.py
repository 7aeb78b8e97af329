"""Judging the dealer: what may be answered, and which word may be fixed or told."""

from collections.abc import Sequence

from core.hangman import consequences
from core.hangman.actions import Action, AnswerLetter, AnswerSolve, SetWord
from core.hangman.candidates import Places
from core.hangman.dealer_policies import places_in
from core.hangman.model import (
    Answered,
    Board,
    BoardEnded,
    End,
    Event,
    Phase,
    SolveAnswered,
    WordSet,
    WordTold,
)
from core.hangman.options import (
    Chair,
    Dealer,
    misspelling,
)
from core.hangman.position import Position
from core.rules import Field, Form, IllegalAction, Legal, Secret

WORD_FORM = Form("word", (Field("word"),))


def decide(position: Position, chair: Chair, action: Action) -> Sequence[Event]:
    """Return the facts that the dealer's action makes true; raises IllegalAction."""
    match action:
        case SetWord(word=word):
            return _set_word(position, chair, word.value)
        case AnswerLetter():
            return _answer(position, action)
        case AnswerSolve(right=right):
            return _answer_solve(position, right=right)
        case _:
            raise IllegalAction("hangman-dealer-guesses")


def legal(position: Position) -> Legal[Action]:
    """Return all that the dealer may do now: to a letter, an answer for each family of words."""
    if position.phase is Phase.WORD:
        return Legal(forms=(WORD_FORM,))
    answers = [action for board in position.state.boards for action in _answers(position, board)]
    return Legal(tuple(answers), (WORD_FORM,) if position.is_thought else ())


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
    return (WordSet(chair.seat, Secret(word)),)


def _tell(position: Position, chair: Chair, word: str) -> Sequence[Event]:
    """Return the end of a game whose word the dictionary lacks."""
    (board,) = position.state.boards
    _check_told(board, word, position.state.length)
    if position.candidates(board).has(word):
        raise IllegalAction("hangman-told-known")
    ended = BoardEnded(board.team, End.UNKNOWN)
    return (
        WordTold(chair.seat, word),
        *consequences.board_ends(position.options, position.state, [ended]),
    )


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
            letter=answer.letter.upper(),
            stands=_shown(places_in(word, answer.letter)),
            said=_shown(answer.places),
        )


def _shown(places: Places) -> str | tuple[int, ...]:
    """Return places as sentences tell them, from 1."""
    return tuple(place + 1 for place in places) or "none"


def _answer(position: Position, action: AnswerLetter) -> Sequence[Event]:
    board = next((one for one in position.state.boards if one.team is action.team), None)
    letter = board.pending if board else None
    if board is None or letter is None:
        raise IllegalAction("hangman-nothing-asked")
    length, places = position.state.length, tuple(sorted(set(action.places)))
    for place in places:
        if place not in range(length):
            raise IllegalAction("hangman-no-place", place=place + 1, length=length)
    if not len(position.candidates(board).answered(letter, places)):
        key = "hangman-answer-unknown" if position.is_thought else "hangman-answer-misfit"
        raise IllegalAction(key, letter=letter.upper())
    return position.with_consequences(position.state, Answered(board.team, letter, places))


def _answer_solve(position: Position, *, right: bool) -> Sequence[Event]:
    board = next((one for one in position.state.boards if one.asked), None)
    if board is None or board.asked is None or not board.asked.solve:
        raise IllegalAction("hangman-nothing-asked")
    word = board.asked.text
    if not right and not len(position.candidates(board).without(word)):
        raise IllegalAction("hangman-no-other-word", word=word.upper())
    return position.with_consequences(position.state, SolveAnswered(board.team, right))


def _answers(position: Position, board: Board) -> Sequence[Action]:
    asked, turn = board.asked, position.state.turn
    if asked is None:
        return ()
    left = position.candidates(board)
    if not asked.solve:
        families = left.families(asked.text)
        return [AnswerLetter(turn, board.team, family.places) for family in families]
    answers = (True, False) if len(left.without(asked.text)) else (True,)
    return [AnswerSolve(turn, right) for right in answers]
