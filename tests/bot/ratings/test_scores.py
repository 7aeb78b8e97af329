from datetime import date, timedelta
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ratings.scores import Score, ScoredPlay

MONDAY = date(2026, 11, 16)


def _day(number: int) -> date:
    return MONDAY + timedelta(days=number)


def _total(plays: list[ScoredPlay]) -> Score:
    return reduce(Score.after, plays, Score())


def test_games_wins_and_points_add_up() -> None:
    score = _total(
        [ScoredPlay(won=True, points=7), ScoredPlay(won=False), ScoredPlay(won=True, points=3)]
    )
    assert score == Score(played=3, won=2, points=10, streak=1, best=1)


@pytest.mark.parametrize(
    ("won", "streak", "best"),
    [("", 0, 0), ("y", 1, 1), ("yyy", 3, 3), ("yyn", 0, 2), ("yynyyyny", 1, 3)],
)
def test_a_loss_ends_a_streak(won: str, streak: int, best: int) -> None:
    score = _total([ScoredPlay(won=letter == "y") for letter in won])
    assert (score.streak, score.best) == (streak, best)


@pytest.mark.parametrize(
    ("days", "streak", "best"),
    [
        ([0, 1, 2], 3, 3),
        ([0, 1, 3], 1, 2),
        ([0, 0], 1, 1),
        ([4, 2, 5], 2, 2),
        ([0, 2, 1], 3, 3),
        ([5, 0, 1, 2], 1, 3),
    ],
)
def test_days_won_in_a_row(days: list[int], streak: int, best: int) -> None:
    score = _total([ScoredPlay(won=True, day=_day(number)) for number in days])
    assert (score.played, score.streak, score.best) == (len(days), streak, best)
    assert score.day == _day(max(days))


def test_a_lost_day_ends_a_streak_as_a_day_left_out_does() -> None:
    days = [(0, True), (1, True), (2, False), (3, True)]
    score = _total([ScoredPlay(won=won, day=_day(number)) for number, won in days])
    assert (score.streak, score.best) == (1, 2)
    assert _total([ScoredPlay(won=won, day=_day(number)) for number, won in days[:3]]).streak == 0


@given(
    st.dictionaries(st.integers(0, 30), st.booleans()).flatmap(
        lambda days: st.permutations(list(days.items()))
    )
)
def test_streaks_are_of_days_in_whatever_order_their_games_end(
    ended: list[tuple[int, bool]],
) -> None:
    plays = {number: ScoredPlay(won=won, day=_day(number)) for number, won in ended}
    assert _total([*plays.values()]) == _total([plays[number] for number in sorted(plays)])


def test_a_day_left_out_ends_a_streak_before_the_next_game_does() -> None:
    score = _total([ScoredPlay(won=True, day=_day(number)) for number in range(3)])
    assert [score.streak_on(_day(number)) for number in (2, 3, 4)] == [3, 3, 0]


def test_games_of_any_day_never_lapse() -> None:
    assert _total([ScoredPlay(won=True)] * 2).streak_on(_day(1000)) == 2


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 30))))
def test_the_best_streak_is_never_shorter_than_the_present_one(
    plays: list[tuple[bool, int]],
) -> None:
    score = _total([ScoredPlay(won=won, day=_day(number)) for won, number in plays])
    assert 0 <= score.streak <= score.best <= score.won <= score.played == len(plays)
