"""The consequences of an answer or of the clock: boards end, and games."""

from collections.abc import Sequence

from core.hangman.model import (
    Board,
    BoardEnded,
    End,
    Event,
    GameEnded,
    Phase,
    State,
    TurnPassed,
)
from core.hangman.options import (
    Dealer,
    Mode,
    Options,
    Team,
    on_turn,
)
from core.hangman.state import apply, under_way
from core.rules import IllegalAction
from core.view import Phrase, phrase

WINNERS = {
    End.FOUND: Team.GUESSERS,
    End.LEFT: Team.GUESSERS,
    End.LIVES: Team.DEALER,
    End.EXPIRED: Team.DEALER,
    End.UNKNOWN: Team.DEALER,
}
"""Who wins where there is one board, by how it ended."""


def phase(options: Options, state: State) -> Phase:
    """Return what the table waits for."""
    if state.ending:
        return Phase.OVER
    fixes = options.dealer in (Dealer.HONEST, Dealer.WORD)
    return Phase.WORD if fixes and state.word is None else Phase.GUESS


def after_try(options: Options, state: State, team: Team) -> Sequence[Event]:
    """Return what follows from the last try on the team's board: maybe its end, and the game's."""
    end = _end(options, state, state.board(team))
    ended = board_ends(options, state, [BoardEnded(team, end)] if end else [])
    return ended if end or options.mode is Mode.RACE else ()


def board_ends(options: Options, state: State, ended: Sequence[BoardEnded]) -> Sequence[Event]:
    """Return the ends of boards, of those that they beat, and of the game after the last."""
    for event in ended:
        state = apply(options, state, event)
    found = [board.guesses for board in state.boards if board.end is End.FOUND]
    running = under_way(state)
    late = [
        BoardEnded(team, End.BEATEN)
        for team in running
        if found and state.board(team).guesses >= min(found)
    ]
    for event in late:
        state = apply(options, state, event)
    if under_way(state):
        return (*ended, *late)
    return (*ended, *late, GameEnded(_winner(state)))


def expire(options: Options, state: State) -> Sequence[Event]:
    """Return what the end of the time brings; raises IllegalAction where nothing is under way."""
    if state.ending:
        raise IllegalAction("no-turn-runs")
    board, *others = state.boards
    if phase(options, state) is Phase.WORD or (board.asked and not others):
        return board_ends(options, state, [BoardEnded(team, End.LEFT) for team in under_way(state)])
    passing = on_turn(options, state.turn)
    if passing:
        return (TurnPassed(passing.seat),)
    return board_ends(options, state, [BoardEnded(team, End.EXPIRED) for team in under_way(state)])


def _end(options: Options, state: State, board: Board) -> End | None:
    if None not in board.pattern(state.length):
        return End.FOUND
    out = options.lives is not None and board.wrong >= options.lives
    return End.LIVES if out else None


def _winner(state: State) -> Team | None:
    """Return the winning side: in a race the team that found the word in the fewest guesses.

    Nobody wins a race for which the dealer set no word.
    """
    if len(state.boards) == 1:
        end = state.boards[0].end
        return WINNERS[end] if end else None
    found = [board for board in state.boards if board.end is End.FOUND]
    if not found:
        return None if _is_left(state.boards) else Team.DEALER
    fewest = min(board.guesses for board in found)
    best = [board.team for board in found if board.guesses == fewest]
    return best[0] if len(best) == 1 else None


def ending_phrase(winner: Team | None, boards: Sequence[Board]) -> Phrase:
    """Return the sentence that says how the game ended."""
    name = winner.value if winner else "nobody"
    if len(boards) > 1:
        return phrase("hangman-over-race", winner="left" if _is_left(boards) else name)
    end = boards[0].end
    return phrase("hangman-over", end=end.value if end else "")


def _is_left(boards: Sequence[Board]) -> bool:
    return any(board.end is End.LEFT for board in boards)
