"""The fold of a table's events, its winner, and the observations of its state.

Agents and screens see a state only through an observation. Boards are public, except in a race:
until its end, guessers see their own team's board, a dealer that keeps words sees both, and all see
each team's progress. Nobody sees the word before the end, not even its author.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, assert_never

from core.hangman import model
from core.hangman.candidates import RemainingWords
from core.hangman.model import Board, End, Event, Known, Observation, Phase, Progress, State, Try
from core.hangman.options import Chair, Mode, Options, Team
from core.view import Phrase, phrase

FEW: Final = 8
"""The most remaining words that a verbose table lists."""


def apply(options: Options, state: State, event: Event) -> State:
    """Return the state after the event; defined for every event that the rules return."""
    match event:
        case model.WordSet(word=word):
            return replace(state, word=word, length=len(word.value), phase=Phase.GUESS)
        case (
            model.LetterGuessed(seat=seat, team=team, letter=text)
            | model.SolveTried(seat=seat, team=team, word=text)
        ):
            return _with_board(state, team, asked=Try(text, seat))
        case model.Answered(team=team, places=places):
            return _answered(options, state, team, places)
        case model.SolveAnswered(team=team, right=right):
            return _answered(options, state, team, range(state.length if right else 0))
        case model.Hinted(seat=seat, team=team, letter=letter, places=places):
            hint = Try(letter, seat, places, hint=True)
            return _with_board(state, team, tries=(*state.board(team).tries, hint))
        case model.TurnPassed():
            return replace(state, turn=state.turn + 1)
        case model.WordTold(word=word):
            return replace(state, told=word)
        case model.BoardEnded(team=team, end=end):
            return _with_board(state, team, end=end, asked=None)
        case model.GameEnded():
            return replace(state, ending=event, phase=Phase.OVER)
        case _:
            assert_never(event)


def _answered(options: Options, state: State, team: Team, places: Iterable[int]) -> State:
    """Return the state after the answer to a board's pending try, which may end a turn."""
    board = state.board(team)
    if board.asked is None:
        return state
    tries = (*board.tries, replace(board.asked, places=tuple(places)))
    turn = state.turn + 1 if options.mode is Mode.TURNS else state.turn
    return replace(_with_board(state, team, tries=tries, asked=None), turn=turn)


def _with_board(state: State, team: Team, **changes: object) -> State:
    """Return the state with fields of a team's board changed."""
    board = replace(state.board(team), **changes)  # type: ignore[arg-type]
    return replace(state, boards=tuple(board if one.team is team else one for one in state.boards))


def observe(
    options: Options,
    state: State,
    chair: Chair | None,
    alphabet: tuple[str, ...],
    remaining: RemainingWords,
) -> Observation:
    """Return the view of a chair, or of the public (None).

    `remaining` holds the words of the table's length.
    """
    boards = tuple(board for board in state.boards if _shows(options, state, board, chair))
    return Observation(
        options=options,
        chair=chair,
        phase=state.phase,
        length=state.length,
        alphabet=alphabet,
        turn=state.turn,
        boards=boards,
        known=tuple(_known(options, state, board, remaining) for board in boards),
        progress=tuple(_progress(state, board) for board in state.boards),
        told=state.told,
        ending=state.ending,
    )


def _shows(options: Options, state: State, board: Board, chair: Chair | None) -> bool:
    if options.mode is not Mode.RACE or state.ending:
        return True
    if chair and chair.deals:
        return options.dealer.keeps_words
    return chair is not None and chair.team is board.team


def _progress(state: State, board: Board) -> Progress:
    uncovered = sum(letter is not None for letter in board.pattern(state.length))
    return Progress(board.team, board.guesses, board.wrong, uncovered, board.end)


def _known(options: Options, state: State, board: Board, remaining: RemainingWords) -> Known:
    verbose = options.verbose and state.phase is not Phase.WORD and remaining.exists
    counted = verbose or (state.ending and options.dealer.keeps_words)
    left = remaining.after(board) if verbose else None
    return Known(
        alive=remaining.alive(board) if counted else (),
        left=None if left is None else len(left),
        score=None if left is None else left.score,
        words=left.words() if left is not None and len(left) <= FEW else (),
        word=_word(options, state, board, remaining) if state.ending else None,
    )


def _word(options: Options, state: State, board: Board, remaining: RemainingWords) -> str | None:
    """Return the word that was fixed, found or told, else one that fits all answers.

    None if a dealer who has to fix a word never did.
    """
    if state.word:
        return state.word.value
    if not options.dealer.keeps_words:
        return None
    pattern = board.pattern(state.length)
    if None not in pattern:
        return "".join(letter for letter in pattern if letter)
    return state.told or remaining.fitting(board)


def winner_of(boards: Sequence[Board]) -> Team | None:
    """Return the winning side: in a race the team that found the word in the fewest guesses.

    A dealer who has left loses; nobody wins a race without a word.
    """
    found = {board.team: board.guesses for board in boards if board.end is End.FOUND}
    best = [team for team, guesses in found.items() if guesses == min(found.values())]
    if best:
        return best[0] if len(best) == 1 else None
    if not _is_left(boards):
        return Team.DEALER
    return Team.GUESSERS if len(boards) == 1 else None


def ending_phrase(winner: Team | None, boards: Sequence[Board]) -> Phrase:
    """Return the sentence that says how the game ended."""
    name = winner.value if winner else "nobody"
    if len(boards) > 1:
        return phrase("hangman-over-race", winner="left" if _is_left(boards) else name)
    end = boards[0].end
    return phrase("hangman-over", end=end.value if end else "")


def _is_left(boards: Sequence[Board]) -> bool:
    return any(board.end is End.LEFT for board in boards)
