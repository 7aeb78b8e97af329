"""The state of a game as its events add up to it: facts in, state out, with no judgement."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from core.hangman.model import (
    Answer,
    Answered,
    Board,
    BoardEnded,
    Event,
    GameEnded,
    Hinted,
    LetterGuessed,
    Pending,
    Refused,
    SolveAnswered,
    SolveTried,
    State,
    TurnPassed,
    WordSet,
    WordTold,
)
from core.hangman.options import (
    Options,
    Team,
)


def apply(options: Options, state: State, event: Event) -> State:
    """Return the state after the event; total for every event that the rules decide."""
    match event:
        case WordSet(word=word):
            return replace(state, word=word, length=len(word.value))
        case LetterGuessed(seat=seat, team=team, letter=letter):
            asked = Pending(letter, seat)
            return _with_board(state, replace(state.board(team), asked=asked))
        case SolveTried(seat=seat, team=team, word=word):
            asked = Pending(word, seat, solve=True)
            return _with_board(state, replace(state.board(team), asked=asked))
        case Answered() | SolveAnswered():
            return _next_turn(options, _with_board(state, _answered(state, event)))
        case Hinted(seat=seat, team=team, letter=letter, places=places):
            board = state.board(team)
            tries = (*board.tries, Answer(letter, places, seat, hint=True))
            return _with_board(state, replace(board, tries=tries))
        case TurnPassed():
            return _next_turn(options, state)
        case WordTold(word=word):
            return replace(state, told=word)
        case BoardEnded(team=team, end=end):
            return _with_board(state, replace(state.board(team), end=end, asked=None))
        case GameEnded():
            return replace(state, ending=event)
        case _:
            assert_never(event)


def _answered(state: State, event: Answered | SolveAnswered) -> Board:
    """Return the team's board with what waited for an answer answered."""
    board = state.board(event.team)
    asked = board.asked
    if asked is None:
        return board
    if isinstance(event, Answered):
        answer = Answer(event.letter, event.places, asked.seat)
        return replace(board, tries=(*board.tries, answer), asked=None)
    if event.right:
        return replace(board, solved=asked.text, solver=asked.seat, asked=None)
    return replace(board, tries=(*board.tries, Refused(asked.text, asked.seat)), asked=None)


def _with_board(state: State, board: Board) -> State:
    boards: Sequence[Board] = state.boards
    return replace(state, boards=tuple(board if one.team is board.team else one for one in boards))


def _next_turn(options: Options, state: State) -> State:
    """Return the state at the next guesser's turn, where they guess in turn."""
    return replace(state, turn=state.turn + 1) if options.takes_turns else state


def under_way(state: State) -> tuple[Team, ...]:
    """Return the teams whose boards are not done."""
    return tuple(board.team for board in state.boards if board.end is None)
