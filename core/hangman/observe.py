"""Who may know what of a table: the only road from a state to an agent or a screen.

A board is open to all, but in a race: there, until the end, a team's board is shown to its guessers
and to a dealer that has to answer, and the others are told of its progress. The word is shown to
nobody before the end, not even to who typed it.
"""

from core.hangman.model import Board, Known, Observation, Phase, Progress
from core.hangman.options import Chair, Mode, Role
from core.hangman.table import Table

FEW = 8
"""Words up to which a verbose table lists those that are left."""


def observe(table: Table, chair: Chair | None) -> Observation:
    """Return what the chair's seat may know; None stands for the public."""
    state = table.state
    boards = tuple(board for board in state.boards if _sees(table, chair, board))
    return Observation(
        options=table.options,
        chair=chair,
        phase=table.phase,
        length=state.length,
        alphabet=table.alphabet,
        turn=state.turn,
        boards=boards,
        known=tuple(_known(table, board) for board in boards),
        progress=tuple(_progress(table, board) for board in state.boards),
        told=state.told,
        ending=state.ending,
    )


def _sees(table: Table, chair: Chair | None, board: Board) -> bool:
    if table.options.mode is not Mode.RACE or table.phase is Phase.OVER:
        return True
    if chair is None:
        return False
    if chair.role is Role.DEALER:
        return table.options.dealer.keeps_words
    return chair.team is board.team


def _progress(table: Table, board: Board) -> Progress:
    pattern = board.pattern(table.state.length)
    uncovered = sum(letter is not None for letter in pattern)
    return Progress(board.team, board.guesses, board.wrong, uncovered, board.end)


def _known(table: Table, board: Board) -> Known:
    over = table.phase is Phase.OVER
    verbose = table.options.verbose and table.phase is not Phase.WORD and table.remaining.exists
    left = table.candidates(board) if verbose else None
    counted = verbose or (over and table.options.dealer.keeps_words)
    return Known(
        alive=table.remaining.alive(board) if counted else (),
        left=None if left is None else len(left),
        score=None if left is None else left.score,
        words=left.words() if left is not None and len(left) <= FEW else (),
        word=_word(table, board) if over else None,
    )


def _word(table: Table, board: Board) -> str | None:
    """Return the word that was fixed, found or told, else one that fits all answers.

    There is none where the dealer should have fixed one and never did.
    """
    state = table.state
    if state.word:
        return state.word.value
    if not table.options.dealer.keeps_words:
        return None
    pattern = board.pattern(state.length)
    whole = "".join(letter for letter in pattern if letter)
    if len(whole) == len(pattern):
        return whole
    return state.told or (table.remaining.fitting(board) if table.remaining.exists else None)
