"""Scores of side games, which have no rating: games won, points, and wins in a row."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Final, TypeAlias, TypeVar

from bot.identity import User
from core.codenames.command import CODENAMES
from core.hangman.command import HANGMAN
from core.rules import Refusal
from core.shiritori.command import SHIRITORI

E = TypeVar("E")

ONE_DAY = timedelta(days=1)

SCORED: Final = (HANGMAN.game, SHIRITORI.game)
"""The games with scores instead of ratings."""

BOARDS: Final = (CODENAMES.game, *SCORED)
"""The games with a leaderboard, the rated one first."""


def scored(game: str | None, *, rated: bool) -> str | None:
    """Return the game if its board has scores, None for ratings.

    `rated`: the request uses options that only ratings have; raises Refusal if the game has scores.
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
    """One finished game in a person's score; `day` is that of a word of the day."""

    won: bool
    points: int = 0
    day: date | None = None


AttributedEvent: TypeAlias = tuple[E, User | None]
"""An event, and the person in the seat that caused it; None for bots and the clock."""


@dataclass(frozen=True, slots=True)
class GameScore:
    """The score of each person in a finished game, and whether one of them won."""

    won: bool
    plays: Mapping[User, ScoredPlay] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Score:
    """The sums over a person's finished games of one kind.

    `streak` counts the last wins in a row, or the last days in a row for a daily game; `best` is
    the longest, `day` the last day that counted. `runs` are the won days, the earliest first: a day
    counts whenever its game ends.
    """

    played: int = 0
    won: int = 0
    points: int = 0
    streak: int = 0
    best: int = 0
    day: date | None = None
    runs: tuple[Run, ...] = ()

    def after(self, play: ScoredPlay) -> "Score":
        """Return the score with one more game; games of earlier days may arrive later."""
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
        """Return the streak on a day: a missed day ends a daily streak."""
        lapsed = self.day is not None and self.day < today - ONE_DAY
        return 0 if lapsed else self.streak


def _after_day(score: Score, day: date, *, won: bool) -> Score:
    """Return the score with one more day, which may be long past."""
    runs = _joined((*score.runs, (day, day))) if won else score.runs
    last = max(day, score.day or day)
    streak = next((_length(run) for run in runs if run[1] == last), 0)
    best = max(score.best, *map(_length, runs), 0)
    return replace(score, streak=streak, best=best, day=last, runs=runs)


def _joined(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Return runs in order, with touching ones merged."""
    joined: list[Run] = []
    for first, last in sorted(runs):
        if joined and first <= joined[-1][1] + ONE_DAY:
            joined[-1] = joined[-1][0], max(joined[-1][1], last)
        else:
            joined.append((first, last))
    return tuple(joined)


def _length(run: Run) -> int:
    """Return the number of days in a run."""
    return (run[1] - run[0]).days + 1
