"""Scores of side games, which no rating measures: games won, points, and wins in a row."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final, TypeAlias

from core.codenames.command import CODENAMES
from core.hangman.command import HANGMAN
from core.rules import Refusal
from core.shiritori.command import SHIRITORI

ONE_DAY = timedelta(days=1)

SCORED: Final = (HANGMAN.game, SHIRITORI.game)
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


Run: TypeAlias = tuple[date, date]
"""Days in a row: the first and the last."""


@dataclass(frozen=True, slots=True)
class ScoredPlay:
    """One finished game as a person who played in it scores it.

    `day` is the day whose word it was, None for a game of any day.
    """

    won: bool
    points: int = 0
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """The sums over a person's finished games of one kind.

    `streak` counts the last games that were won without a loss between them, or the last days
    where the game is a daily one; `best` is the longest there was, `day` the last day that counted.
    `runs` are the days that were won, the earliest first: a day counts whenever its game ends.
    """

    played: int = 0
    won: int = 0
    points: int = 0
    streak: int = 0
    best: int = 0
    day: date | None = None
    runs: tuple[Run, ...] = ()

    def after(self, play: ScoredPlay) -> "Score":
        """Return the score with one more game; the days may come in any order."""
        total = replace(
            self,
            played=self.played + 1,
            won=self.won + play.won,
            points=self.points + play.points,
        )
        if play.day is not None:
            return _after_day(total, play.day, won=play.won)
        streak = self.streak + 1 if play.won else 0
        return replace(total, streak=streak, best=max(self.best, streak))

    def streak_on(self, today: date) -> int:
        """Return the streak as it stands on a day: a daily one ends when a day was left out."""
        lapsed = self.day is not None and self.day < today - ONE_DAY
        return 0 if lapsed else self.streak


def _after_day(score: Score, day: date, *, won: bool) -> Score:
    """Return the score with one more day on which a game was played; it may be long past."""
    runs = _joined((*score.runs, (day, day))) if won else score.runs
    last = max(day, score.day or day)
    streak = next((_length(run) for run in runs if run[1] == last), 0)
    best = max(score.best, *map(_length, runs), 0)
    return replace(score, streak=streak, best=best, day=last, runs=runs)


def _joined(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Return runs in order, those that touch as one."""
    joined: list[Run] = []
    for first, last in sorted(runs):
        if joined and first <= joined[-1][1] + ONE_DAY:
            joined[-1] = joined[-1][0], max(joined[-1][1], last)
        else:
            joined.append((first, last))
    return tuple(joined)


def _length(run: Run) -> int:
    """Return how many days a run has."""
    return (run[1] - run[0]).days + 1
