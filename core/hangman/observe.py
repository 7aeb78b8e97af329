"""Observations: the only way from a state to an agent or a screen.

A board is open to all, but in a race: there, until the end, a team's board is shown to its guessers
and to a dealer that has to answer, and the others are told of its progress. The word is shown to
nobody before the end, not even to who typed it.
"""

from core.hangman.model import Board, Known, Observation, Phase, Progress
from core.hangman.options import Chair, Mode, Role
from core.hangman.position import Position

FEW = 8
"""Words up to which a verbose table lists those that are left."""


def observe(position: Position, chair: Chair | None) -> Observation:
    """Return what the chair's seat may know; None stands for the public."""
    state = position.state
    boards = tuple(board for board in state.boards if _sees(position, chair, board))
    return Observation(
        options=position.options,
        chair=chair,
        phase=position.phase,
        length=state.length,
        alphabet=position.alphabet,
        turn=state.turn,
        boards=boards,
        known=tuple(_known(position, board) for board in boards),
        progress=tuple(_progress(position, board) for board in state.boards),
        told=state.told,
        ending=state.ending,
    )


def _sees(position: Position, chair: Chair | None, board: Board) -> bool:
    if position.options.mode is not Mode.RACE or position.phase is Phase.OVER:
        return True
    if chair is None:
        return False
    if chair.role is Role.DEALER:
        return position.options.dealer.keeps_words
    return chair.team is board.team


def _progress(position: Position, board: Board) -> Progress:
    pattern = board.pattern(position.state.length)
    uncovered = sum(letter is not None for letter in pattern)
    return Progress(board.team, board.guesses, board.wrong, uncovered, board.end)


def _known(position: Position, board: Board) -> Known:
    over = position.phase is Phase.OVER
    verbose = (
        position.options.verbose and position.phase is not Phase.WORD and position.remaining.exists
    )
    left = position.candidates(board) if verbose else None
    counted = verbose or (over and position.options.dealer.keeps_words)
    return Known(
        alive=position.remaining.alive(board) if counted else (),
        left=None if left is None else len(left),
        score=None if left is None else left.score,
        words=left.words() if left is not None and len(left) <= FEW else (),
        word=_word(position, board) if over else None,
    )


def _word(position: Position, board: Board) -> str | None:
    """Return the word that was fixed, found or told, else one that fits all answers.

    There is none where the dealer should have fixed one and never did.
    """
    state = position.state
    if state.word:
        return state.word.value
    if not position.options.dealer.keeps_words:
        return None
    pattern = board.pattern(state.length)
    whole = "".join(letter for letter in pattern if letter)
    if len(whole) == len(pattern):
        return whole
    return state.told or (position.remaining.fitting(board) if position.remaining.exists else None)
