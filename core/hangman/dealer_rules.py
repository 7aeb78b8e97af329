"""Judging the dealer: what may be answered, and which word may be fixed or told."""

from collections.abc import Sequence

from core.hangman import course
from core.hangman.actions import Action, AnswerLetter, AnswerSolve, SetWord
from core.hangman.candidates import Places
from core.hangman.dealers import places_in
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
from core.hangman.table import Table
from core.rules import Field, Form, IllegalAction, Legal, Secret

WORD_FORM = Form("word", (Field("word"),))


def judge(table: Table, chair: Chair, action: Action) -> Sequence[Event]:
    """Return the facts that the dealer's action makes true; raises IllegalAction."""
    match action:
        case SetWord(word=word):
            return _set_word(table, chair, word.value)
        case AnswerLetter():
            return _answer(table, action)
        case AnswerSolve(right=right):
            return _answer_solve(table, right=right)
        case _:
            raise IllegalAction("hangman-dealer-guesses")


def legal(table: Table) -> Legal[Action]:
    """Return all that the dealer may do now: to a letter, an answer for each family of words."""
    if table.phase is Phase.WORD:
        return Legal(forms=(WORD_FORM,))
    answers = [action for board in table.state.boards for action in _answers(table, board)]
    return Legal(tuple(answers), (WORD_FORM,) if table.is_thought else ())


def _set_word(table: Table, chair: Chair, word: str) -> Sequence[Event]:
    dealer = table.options.dealer
    if table.state.word:
        raise IllegalAction("hangman-word-stands")
    if dealer.keeps_words and not table.is_thought:
        raise IllegalAction("hangman-no-word-wanted")
    refused = misspelling(table.options, table.alphabet, word)
    if refused:
        raise IllegalAction.of(refused)
    if table.is_thought:
        return _tell(table, chair, word)
    if len(word) not in table.options.lengths:
        least, most = table.options.lengths[0], table.options.lengths[-1]
        raise IllegalAction("hangman-word-length", least=least, most=most)
    if dealer is Dealer.HONEST and not table.remaining.dictionary.all().has(word):
        raise IllegalAction("hangman-word-unlisted")
    return (WordSet(chair.seat, Secret(word)),)


def _tell(table: Table, chair: Chair, word: str) -> Sequence[Event]:
    """Return the end of a game whose word the dictionary lacks."""
    (board,) = table.state.boards
    _check_told(board, word, table.state.length)
    if table.candidates(board).has(word):
        raise IllegalAction("hangman-told-known")
    ended = BoardEnded(board.team, End.UNKNOWN)
    return (WordTold(chair.seat, word), *course.ends(table.options, table.state, [ended]))


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


def _answer(table: Table, action: AnswerLetter) -> Sequence[Event]:
    board = next((one for one in table.state.boards if one.team is action.team), None)
    letter = board.pending if board else None
    if board is None or letter is None:
        raise IllegalAction("hangman-nothing-asked")
    length, places = table.state.length, tuple(sorted(set(action.places)))
    for place in places:
        if place not in range(length):
            raise IllegalAction("hangman-no-place", place=place + 1, length=length)
    if not len(table.candidates(board).answered(letter, places)):
        key = "hangman-answer-unknown" if table.is_thought else "hangman-answer-misfit"
        raise IllegalAction(key, letter=letter.upper())
    return table.with_following(table.state, Answered(board.team, letter, places))


def _answer_solve(table: Table, *, right: bool) -> Sequence[Event]:
    board = next((one for one in table.state.boards if one.asked), None)
    if board is None or board.asked is None or not board.asked.solve:
        raise IllegalAction("hangman-nothing-asked")
    word = board.asked.text
    if not right and not len(table.candidates(board).without(word)):
        raise IllegalAction("hangman-no-other-word", word=word.upper())
    return table.with_following(table.state, SolveAnswered(board.team, right))


def _answers(table: Table, board: Board) -> Sequence[Action]:
    asked, turn = board.asked, table.state.turn
    if asked is None:
        return ()
    left = table.candidates(board)
    if not asked.solve:
        families = left.families(asked.text)
        return [AnswerLetter(turn, board.team, family.places) for family in families]
    answers = (True, False) if len(left.without(asked.text)) else (True,)
    return [AnswerSolve(turn, right) for right in answers]
