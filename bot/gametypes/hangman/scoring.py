"""Points for guessing: finders of a letter, or of the word, share in the end of the board."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.gametypes.scoring import AttributedEvent, GameScore, Scoring
from bot.identity import User
from bot.ratings.scores import ScoredPlay
from core.hangman import model
from core.hangman.options import Options, Team

BEST: Final = 10
"""Points for a word that was found without a wrong guess; each wrong one costs a point."""

LEAST: Final = 1
"""Points for a word that was found at all."""

COUNTED: Final = frozenset({model.End.FOUND, model.End.LIVES, model.End.EXPIRED, model.End.BEATEN})
"""Ends of a board that its guessers decide: a dealer who leaves or misleads decides nothing."""


class HangmanScoring(Scoring[Options, model.Event, model.Observation]):
    """Points for finders; a dealer scores nothing."""

    def tally(
        self, observation: model.Observation, events: Sequence[AttributedEvent[model.Event]]
    ) -> GameScore | None:
        """Return the scores of a finished game; None for one that a dealer has ended."""
        boards = {board.team: board for board in observation.boards}
        if observation.ending is None or any(board.end not in COUNTED for board in boards.values()):
            return None
        scores = {team: _score(observation, board) for team, board in boards.items()}
        plays = {user: scores[team] for user, team in _finders(events).items()}
        return GameScore(any(score.won for score in scores.values()), plays)


def _finders(events: Sequence[AttributedEvent[model.Event]]) -> Mapping[User, Team]:
    """Return the people who guessed a letter that is there, or the word, and their boards."""
    asking = dict[Team, User | None]()
    found = dict[User, Team]()
    for event, user in events:
        match event:
            case model.LetterGuessed(team=team) | model.SolveTried(team=team):
                asking[team] = user
            case (
                model.Answered(team=team, places=(_, *_))
                | model.SolveAnswered(team=team, right=True)
            ):
                finder = asking.get(team)
                if finder is not None:
                    found[finder] = team
            case _:
                pass
    return found


def _score(observation: model.Observation, board: model.Board) -> ScoredPlay:
    won = observation.ending == model.GameEnded(board.team)
    return ScoredPlay(won, max(LEAST, BEST - board.wrong) if won else 0)
