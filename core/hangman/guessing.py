"""Judging the guessers: letters, whole words, hints. What is refused costs nothing."""

from collections.abc import Sequence

from core.hangman.actions import Action, GuessLetter, Solve, TakeHint
from core.hangman.dealers import hint, hint_of, places_in
from core.hangman.history import apply
from core.hangman.model import (
    Answered,
    Board,
    Event,
    Hinted,
    LetterGuessed,
    Phase,
    SolveAnswered,
    SolveTried,
)
from core.hangman.options import (
    Chair,
    on_turn,
)
from core.hangman.table import Table
from core.rules import Field, Form, IllegalAction, Legal

SOLVE_FORM = Form("solve", (Field("solution"),))


def judge(table: Table, chair: Chair, action: Action) -> Sequence[Event]:
    """Return the facts that a guesser's action makes true; raises IllegalAction."""
    _check_may_guess(table, chair)
    match action:
        case GuessLetter(letter=letter):
            return _guess_letter(table, chair, letter)
        case Solve(word=word):
            return _solve(table, chair, word)
        case TakeHint():
            return _give_hint(table, chair)
        case _:
            raise IllegalAction("hangman-only-dealer")


def legal(table: Table, chair: Chair) -> Legal[Action]:
    """Return all that a guesser may do now."""
    if not may_guess(table, chair):
        return Legal()
    board, turn = table.state.board(chair.team), table.state.turn
    letters = [letter for letter in table.alphabet if letter not in board.guessed]
    hints = [] if _no_hint(table, board) else [TakeHint(turn)]
    return Legal((*(GuessLetter(turn, letter) for letter in letters), *hints), (SOLVE_FORM,))


def may_guess(table: Table, chair: Chair) -> bool:
    """Return whether it is for this guesser to guess."""
    try:
        _check_may_guess(table, chair)
    except IllegalAction:
        return False
    return True


def _check_may_guess(table: Table, chair: Chair) -> None:
    board = table.state.board(chair.team)
    if table.phase is Phase.WORD:
        raise IllegalAction("hangman-no-word-yet")
    if board.end:
        raise IllegalAction("hangman-board-over")
    turn = on_turn(table.options, table.state.turn)
    if turn and turn != chair:
        raise IllegalAction("hangman-not-your-turn", seat=turn.named)
    if board.asked:
        raise IllegalAction("hangman-waiting", asked=board.asked.text.upper())


def _guess_letter(table: Table, chair: Chair, letter: str) -> Sequence[Event]:
    if letter not in table.alphabet:
        script = table.options.script
        raise IllegalAction("hangman-letter-unknown", letter=letter, script=script)
    if letter in table.state.board(chair.team).guessed:
        raise IllegalAction("hangman-letter-guessed", letter=letter.upper())
    guessed = LetterGuessed(chair.seat, chair.team, letter)
    if table.state.word is None:
        return (guessed,)
    asked = apply(table.options, table.state, guessed)
    answered = Answered(chair.team, letter, places_in(table.state.word.value, letter))
    return (guessed, *table.with_following(asked, answered))


def _solve(table: Table, chair: Chair, word: str) -> Sequence[Event]:
    board = table.state.board(chair.team)
    _check_solution(table, board, word)
    tried = SolveTried(chair.seat, chair.team, word)
    if table.is_thought:
        return (tried,)
    fixed = table.state.word
    right = fixed.value == word if fixed else len(table.candidates(board)) == 1
    asked = apply(table.options, table.state, tried)
    return (tried, *table.with_following(asked, SolveAnswered(chair.team, right)))


def _check_solution(table: Table, board: Board, word: str) -> None:
    """Raise IllegalAction for a word that cannot be the one, as anybody can tell."""
    shown, length = word.upper(), table.state.length
    if len(word) != length:
        raise IllegalAction("hangman-solve-length", word=shown, length=length)
    if word in board.refused:
        raise IllegalAction("hangman-solve-again", word=shown)
    if not board.fits(word, length):
        raise IllegalAction("hangman-solve-misfit", word=shown)
    if not table.options.dealer.is_person and not table.candidates(board).has(word):
        raise IllegalAction("hangman-solve-unknown", word=shown)


def _give_hint(table: Table, chair: Chair) -> Sequence[Event]:
    board, fixed = table.state.board(chair.team), table.state.word
    refusal = _no_hint(table, board)
    if refusal:
        raise IllegalAction(refusal)
    found = hint_of(fixed.value, board.guessed) if fixed else hint(table.candidates(board))
    letter, places = found
    return table.with_following(table.state, Hinted(chair.seat, chair.team, letter, places))


def _no_hint(table: Table, board: Board) -> str:
    """Return the key of the sentence why there is no hint now; empty if there is one."""
    lives = table.options.lives
    if not table.options.hints:
        return "hangman-hints-off"
    if table.is_thought:
        return "hangman-hint-thought"
    return "hangman-hint-last-life" if lives is not None and lives - board.wrong <= 1 else ""
