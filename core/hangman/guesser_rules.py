"""Judging the guessers: letters, whole words, hints. What is refused costs nothing."""

from collections.abc import Sequence

from core.hangman.actions import Action, GuessLetter, Solve, TakeHint
from core.hangman.dealer_policies import hint, hint_in_word, places_in
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
from core.hangman.position import Position
from core.hangman.state import apply
from core.rules import Field, Form, IllegalAction, Legal

SOLVE_FORM = Form("solve", (Field("solution"),))


def decide(position: Position, chair: Chair, action: Action) -> Sequence[Event]:
    """Return the facts that a guesser's action makes true; raises IllegalAction."""
    _check_may_guess(position, chair)
    match action:
        case GuessLetter(letter=letter):
            return _guess_letter(position, chair, letter)
        case Solve(word=word):
            return _solve(position, chair, word)
        case TakeHint():
            return _give_hint(position, chair)
        case _:
            raise IllegalAction("hangman-only-dealer")


def legal(position: Position, chair: Chair) -> Legal[Action]:
    """Return all that a guesser may do now."""
    if not may_guess(position, chair):
        return Legal()
    board, turn = position.state.board(chair.team), position.state.turn
    letters = [letter for letter in position.alphabet if letter not in board.guessed]
    hints = [] if _no_hint(position, board) else [TakeHint(turn)]
    return Legal((*(GuessLetter(turn, letter) for letter in letters), *hints), (SOLVE_FORM,))


def may_guess(position: Position, chair: Chair) -> bool:
    """Return whether it is for this guesser to guess."""
    try:
        _check_may_guess(position, chair)
    except IllegalAction:
        return False
    return True


def _check_may_guess(position: Position, chair: Chair) -> None:
    board = position.state.board(chair.team)
    if position.phase is Phase.WORD:
        raise IllegalAction("hangman-no-word-yet")
    if board.end:
        raise IllegalAction("hangman-board-over")
    turn = on_turn(position.options, position.state.turn)
    if turn and turn != chair:
        raise IllegalAction("hangman-not-your-turn", seat=turn.named)
    if board.asked:
        raise IllegalAction("hangman-waiting", asked=board.asked.text.upper())


def _guess_letter(position: Position, chair: Chair, letter: str) -> Sequence[Event]:
    if letter not in position.alphabet:
        script = position.options.script
        raise IllegalAction("hangman-letter-unknown", letter=letter, script=script)
    if letter in position.state.board(chair.team).guessed:
        raise IllegalAction("hangman-letter-guessed", letter=letter.upper())
    guessed = LetterGuessed(chair.seat, chair.team, letter)
    if position.state.word is None:
        return (guessed,)
    asked = apply(position.options, position.state, guessed)
    answered = Answered(chair.team, letter, places_in(position.state.word.value, letter))
    return (guessed, *position.with_consequences(asked, answered))


def _solve(position: Position, chair: Chair, word: str) -> Sequence[Event]:
    board = position.state.board(chair.team)
    _check_solution(position, board, word)
    tried = SolveTried(chair.seat, chair.team, word)
    if position.is_thought:
        return (tried,)
    fixed = position.state.word
    right = fixed.value == word if fixed else len(position.candidates(board)) == 1
    asked = apply(position.options, position.state, tried)
    return (tried, *position.with_consequences(asked, SolveAnswered(chair.team, right)))


def _check_solution(position: Position, board: Board, word: str) -> None:
    """Raise IllegalAction for a word that cannot be the one, as anybody can tell."""
    shown, length = word.upper(), position.state.length
    if len(word) != length:
        raise IllegalAction("hangman-solve-length", word=shown, length=length)
    if word in board.refused:
        raise IllegalAction("hangman-solve-again", word=shown)
    if not board.fits(word, length):
        raise IllegalAction("hangman-solve-misfit", word=shown)
    if not position.options.dealer.is_person and not position.candidates(board).has(word):
        raise IllegalAction("hangman-solve-unknown", word=shown)


def _give_hint(position: Position, chair: Chair) -> Sequence[Event]:
    board, fixed = position.state.board(chair.team), position.state.word
    refusal = _no_hint(position, board)
    if refusal:
        raise IllegalAction(refusal)
    found = hint_in_word(fixed.value, board.guessed) if fixed else hint(position.candidates(board))
    letter, places = found
    return position.with_consequences(
        position.state, Hinted(chair.seat, chair.team, letter, places)
    )


def _no_hint(position: Position, board: Board) -> str:
    """Return the key of the sentence why there is no hint now; empty if there is one."""
    lives = position.options.lives
    if not position.options.hints:
        return "hangman-hints-off"
    if position.is_thought:
        return "hangman-hint-thought"
    return "hangman-hint-last-life" if lives is not None and lives - board.wrong <= 1 else ""
