"""Scores of side games, which no rating measures: games won, points, and wins in a row."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from core.codenames.command import CODENAMES
from core.hangman.command import HANGMAN
from core.rules import Refusal

ONE_DAY = timedelta(days=1)

SCORED: Final = (HANGMAN.game,)
"""The games that are scored, and not rated."""

BOARDS: Final = (CODENAMES.game, *SCORED)
"""The games that have a leaderboard, the one with ratings first."""


def scored(game: str | None, *, rated: bool) -> str | None:
    """Return the game whose scores are asked for, None for ratings.

    `rated` tells that something was asked of the board which only ratings have; then, raises
    Refusal for scores.
    """
    if game not in SCORED:
        return None
    if rated:
        raise Refusal("side-unrated", game=game)
    return game


@dataclass(frozen=True, slots=True)
class Play:
    """What one finished game is to somebody who played in it.

    `day` is the day whose word it was, None for a game of any day.
    """

    won: bool
    points: int = 0
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody's finished games of one kind add up to.

    `streak` counts the last games that were won without a loss between them, or the last days
    where the game is a daily one; `best` is the longest there was, `day` the last day that counted.
    """

    played: int = 0
    won: int = 0
    points: int = 0
    streak: int = 0
    best: int = 0
    day: date | None = None

    def after(self, play: Play) -> "Score":
        """Return the score with one more game; a day that is past already leaves the streak."""
        streak = self._streak(play)
        return replace(
            self,
            played=self.played + 1,
            won=self.won + play.won,
            points=self.points + play.points,
            streak=streak,
            best=max(self.best, streak),
            day=max(filter(None, (self.day, play.day)), default=None),
        )

    def streak_on(self, today: date) -> int:
        """Return the streak as it stands on a day: a daily one ends when a day was left out."""
        lapsed = self.day is not None and self.day < today - ONE_DAY
        return 0 if lapsed else self.streak

    def _streak(self, play: Play) -> int:
        if play.day is not None and self.day is not None and play.day <= self.day:
            return self.streak
        if not play.won:
            return 0
        follows = play.day is None or self.day is None or play.day - self.day == ONE_DAY
        return self.streak + 1 if follows else 1
