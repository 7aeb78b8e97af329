"""Points for guessing: who found a letter, or the word, shares in how the board ended."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from bot.identity import User
from bot.kinds.scoring import Deed, Scoring, Tally
from bot.scores import Play
from core.hangman.model import (
    Answered,
    Board,
    End,
    LetterGuessed,
    Observation,
    SolveAnswered,
    SolveTried,
)
from core.hangman.options import Mode, Options, Team

BEST: Final = 10
"""Points for a word that was found without a wrong guess; each wrong one costs a point."""

LEAST: Final = 1
"""Points for a word that was found at all."""

COUNTED: Final = frozenset({End.FOUND, End.LIVES, End.EXPIRED, End.BEATEN})
"""How a board ends by what its guessers did: a dealer who leaves or misleads decides nothing."""


def tally(seen: Observation, deeds: Sequence[Deed]) -> Tally | None:
    """Return the scores of a finished game; None for one that a dealer has ended."""
    if seen.ending is None or any(board.end not in COUNTED for board in seen.boards):
        return None
    boards = {board.team: board for board in seen.boards}
    plays = {user: _play(seen, boards[team]) for user, team in _finders(deeds).items()}
    return Tally(any(_has_won(seen, board) for board in seen.boards), plays)


def _finders(deeds: Sequence[Deed]) -> Mapping[User, Team]:
    """Return who guessed a letter that is there, or the word, and on whose board."""
    asking = dict[Team, User | None]()
    found = dict[User, Team]()
    for event, user in deeds:
        match event:
            case LetterGuessed(team=team) | SolveTried(team=team):
                asking[team] = user
            case Answered(team=team, places=(_, *_)) | SolveAnswered(team=team, right=True):
                finder = asking.get(team)
                if finder is not None:
                    found[finder] = team
            case _:
                pass
    return found


def _play(seen: Observation, board: Board) -> Play:
    won = _has_won(seen, board)
    return Play(won, max(LEAST, BEST - board.wrong) if won else 0)


def _has_won(seen: Observation, board: Board) -> bool:
    winner = seen.ending.winner if seen.ending else None
    return winner is (board.team if seen.options.mode is Mode.RACE else Team.GUESSERS)


def _day(options: Options) -> date | None:
    return date.fromisoformat(options.daily) if options.daily else None


SCORING: Final = Scoring(tally, _day)
"""How hangman is scored."""
