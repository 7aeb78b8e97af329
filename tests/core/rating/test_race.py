"""The race to the last card: cases by hand, simulation, symmetry and the paper's facts."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.rating.colt import (
    OUTCOME_COUNT,
    OUTCOMES,
    Ending,
    TurnOutcome,
    outcome_index,
    outcome_of,
    turns_of,
)
from core.rating.race import (
    BYSTANDERS,
    FIRST_CARDS,
    MIDDLING_TURNS,
    MOST_LEFT,
    SECOND_CARDS,
    SOLO_DISCOUNT,
    TYPICAL_RACE,
    TYPICAL_TURNS,
    Race,
    Turns,
    both_seatings,
    possible_turns,
    win_probabilities,
    win_values,
)
from tests.core.agents.boards import FAST, SLOW
from tests.profile import examples

MIXED = turns_of({"1000": 0.4, "2000": 0.4, "0100": 0.1, "1001": 0.1})
STUCK = turns_of({"0010": 0.9, "1000": 0.1})
IDLE = turns_of({"0010": 1.0})


def team(**shares: float) -> np.ndarray:
    """Return the distribution with these shares, by outcome code (``c2010``)."""
    return np.array(turns_of({code[1:]: share for code, share in shares.items()}))


def clean(own: int) -> np.ndarray:
    return team(**{f"c{own}000": 1.0})


def win_probability(first: np.ndarray, second: np.ndarray) -> float:
    return float(win_probabilities(first[np.newaxis], second[np.newaxis])[0])


def random_team(rng: np.random.Generator) -> np.ndarray:
    """Return a team that finds some cards, with random shares of all kinds of failure."""
    weights = rng.random(OUTCOME_COUNT) ** 4
    weights[outcome_index(1, Ending.CLEAN)] += 1.0
    share: np.ndarray = weights / weights.sum()
    return share


teams = st.integers(0, 2**32 - 1).map(lambda seed: random_team(np.random.default_rng(seed)))


def test_assassin_or_nine_cards_at_once_is_decided_in_the_first_turn() -> None:
    all_or_nothing = team(c9000=0.3, c0001=0.7)
    assert win_probability(all_or_nothing, clean(1)) == pytest.approx(0.3)


def test_the_game_is_the_papers() -> None:
    assert (FIRST_CARDS, SECOND_CARDS, BYSTANDERS) == (9, 8, 7)


def test_the_second_team_gets_its_turn_when_the_first_has_turned_one_card() -> None:
    first = team(c9000=0.5, c1000=0.5)
    # The second team has eight cards: it wins in its first turn or picks the assassin in it.
    second = team(c8000=0.25, c0001=0.75)
    assert win_probability(first, second) == pytest.approx(0.5 + 0.5 * 0.75)


def test_turning_the_last_card_of_the_opponent_loses() -> None:
    feeds_the_opponent = team(c0100=1.0)
    finds_nothing = team(c0100=1.0)
    # The first team uncovers eight cards of the second, and the second nine of the first.
    assert win_probability(feeds_the_opponent, finds_nothing) == 0.0


def test_bystanders_run_out_and_then_the_opponents_cards_are_turned() -> None:
    wanders = team(c0010=0.5, c0100=0.5)
    assert win_probability(wanders, clean(1)) == pytest.approx(0.0)


def test_a_team_with_only_bystanders_passes_when_none_is_left() -> None:
    assert not possible_turns(team(c0010=1.0)[np.newaxis], own=5, bystanders=0).any()
    assert win_probability(team(c0010=1.0), clean(1)) == pytest.approx(0.0)
    assert win_probability(clean(1), team(c0010=1.0)) == pytest.approx(1.0)


def test_a_game_in_which_both_pass_for_ever_counts_half() -> None:
    wanders = team(c0010=1.0)
    assert win_probability(wanders, wanders) == pytest.approx(0.5)


def test_a_team_that_finds_more_than_is_left_finds_what_is_left() -> None:
    turn = possible_turns(clean(4)[np.newaxis], own=1, bystanders=3)[0]
    assert turn[outcome_index(1, Ending.CLEAN)] == 1.0


@pytest.mark.parametrize("own", range(1, 10))
def test_what_is_possible_is_a_distribution_over_turns_that_fit_the_cards_left(own: int) -> None:
    turn = possible_turns(np.full((1, OUTCOME_COUNT), 1 / OUTCOME_COUNT), own, bystanders=0)[0]
    assert turn.sum() == pytest.approx(1.0)
    for outcome, share in zip(OUTCOMES, turn, strict=True):
        fits = outcome.own < own or (outcome.own == own and outcome.ending is Ending.CLEAN)
        assert (share > 0) == (fits and outcome.ending is not Ending.BYSTANDER)


@pytest.mark.parametrize(("slower", "faster"), [(1, 2), (2, 3), (1, 3), (3, 5), (4, 9)])
def test_a_slower_clean_team_is_certain_to_lose(slower: int, faster: int) -> None:
    assert both_seatings(clean(slower), clean(faster)) == pytest.approx(0.0)


def test_of_two_equal_clean_teams_the_one_with_fewer_turns_to_go_wins() -> None:
    # Nine and eight cards, four a turn: three turns against two, so moving first is not enough.
    assert win_probability(clean(4), clean(4)) == pytest.approx(0.0)
    # Five a turn: two turns each, and the first team takes its second turn first.
    assert win_probability(clean(5), clean(5)) == pytest.approx(1.0)


@settings(max_examples=examples(15), deadline=None)
@given(teams, teams)
def test_the_chances_of_both_sides_add_up_to_one(a: np.ndarray, b: np.ndarray) -> None:
    assert both_seatings(a, b) + both_seatings(b, a) == pytest.approx(1.0)
    assert both_seatings(a, a) == pytest.approx(0.5)


@settings(max_examples=examples(15), deadline=None)
@given(teams, teams, st.floats(0.05, 0.5))
def test_turning_assassins_instead_of_playing_lowers_the_chance(
    a: np.ndarray, b: np.ndarray, share: float
) -> None:
    reckless = (1 - share) * a
    reckless[outcome_of("0001").index] += share
    assert win_probability(reckless, b) < win_probability(a, b)
    assert win_probability(b, reckless) > win_probability(b, a)


def test_while_a_team_passes_the_other_one_plays_on_alone() -> None:
    # The first team uncovers the seven bystanders, one a turn, and then passes.
    passes = team(c0010=1.0)
    slow = team(c1000=0.5, c0001=0.5)
    # Moving second, it finds its eight cards before an assassin, or loses.
    assert win_probability(passes, slow) == pytest.approx(1 - 0.5**8)
    # Moving first, it has nine.
    assert win_probability(slow, passes) == pytest.approx(0.5**9)


CODES = ("c0010", "c1010", "c0100", "c0001", "c1000", "c2000", "c3000", "c8000", "c9000")
narrow_teams = st.dictionaries(
    st.sampled_from(CODES), st.integers(1, 5), min_size=1, max_size=3
).map(lambda shares: team(**{code: n / sum(shares.values()) for code, n in shares.items()}))


@settings(max_examples=examples(60), deadline=None)
@given(narrow_teams, narrow_teams)
@example(team(c0010=1.0), team(c0010=0.25, c1000=0.5, c0100=0.25))
@example(team(c0010=1.0), team(c3000=0.4, c1000=0.3, c0001=0.3))
@example(team(c0010=0.25, c1000=0.5, c0100=0.25), team(c0010=1.0))
def test_the_exact_chance_is_what_going_through_all_turns_gives(
    first: np.ndarray, second: np.ndarray
) -> None:
    expected = TurnByTurn((first, second)).chance(0, (FIRST_CARDS, SECOND_CARDS), BYSTANDERS)
    assert win_probability(first, second) == pytest.approx(expected)


class TurnByTurn:
    """The race turn by turn, from the first team's side."""

    def __init__(self, pair: tuple[np.ndarray, np.ndarray]) -> None:
        self.pair = pair
        self.known: dict[tuple[object, ...], float] = {}

    def chance(
        self, mover: int, cards: tuple[int, int], bystanders: int, *, passed: bool = False
    ) -> float:
        """Return the chance that the first team wins."""
        state = (mover, cards, bystanders, passed)
        if state not in self.known:
            self.known[state] = self.worked_out(mover, cards, bystanders, passed)
        return self.known[state]

    def worked_out(
        self, mover: int, cards: tuple[int, int], bystanders: int, passed: bool
    ) -> float:
        turns = self.turns(mover, cards[mover], bystanders)
        if not turns:
            return 0.5 if passed else self.chance(1 - mover, cards, bystanders, passed=True)
        total = sum(turns.values())
        after = (
            share * self.after(mover, cards, bystanders, turn) for turn, share in turns.items()
        )
        return sum(after) / total

    def turns(self, mover: int, own: int, bystanders: int) -> dict[TurnOutcome, float]:
        """Return the turns that fit the remaining cards, by their shares."""
        shares = {
            outcome: float(share)
            for outcome, share in zip(OUTCOMES, self.pair[mover], strict=True)
            if share > 0
        }
        fit = {
            turn: share
            for turn, share in shares.items()
            if (turn.own < own or (turn.own == own and turn.ending is Ending.CLEAN))
            and (bystanders or turn.ending is not Ending.BYSTANDER)
        }
        exceeding = any(turn.own >= own for turn in shares)
        return fit or ({TurnOutcome(own, Ending.CLEAN): 1.0} if exceeding else {})

    def after(
        self, mover: int, cards: tuple[int, int], bystanders: int, turn: TurnOutcome
    ) -> float:
        left = [*cards]
        left[mover] -= turn.own
        left[1 - mover] -= turn.ending is Ending.OPPONENT
        if left[mover] == 0:
            return float(mover == 0)
        if left[1 - mover] == 0 or turn.ending is Ending.ASSASSIN:
            return float(mover == 1)
        bystanders -= turn.ending is Ending.BYSTANDER
        return self.chance(1 - mover, (left[0], left[1]), bystanders)


@pytest.mark.parametrize("seed", range(4))
def test_the_exact_chance_agrees_with_simulated_games(seed: int) -> None:
    rng = np.random.default_rng(seed)
    first, second = random_team(rng), random_team(rng)
    games = 2000
    won = sum(simulated_win((first, second), rng) for _ in range(games))
    exact = win_probability(first, second)
    error = sqrt(exact * (1 - exact) / games)
    assert won / games == pytest.approx(exact, abs=4 * error)


def simulated_win(pair: Sequence[np.ndarray], rng: np.random.Generator) -> bool:
    """Play one race card by card; return whether the first team won."""
    cards, bystanders, mover = [FIRST_CARDS, SECOND_CARDS], BYSTANDERS, 0
    while True:
        outcome = drawn(pair[mover], cards[mover], bystanders, rng)
        cards[mover] -= outcome.own
        if cards[mover] == 0:
            return mover == 0
        cards[1 - mover] -= outcome.ending is Ending.OPPONENT
        if cards[1 - mover] == 0 or outcome.ending is Ending.ASSASSIN:
            return mover == 1
        bystanders -= outcome.ending is Ending.BYSTANDER
        mover = 1 - mover


def drawn(shares: np.ndarray, own: int, bystanders: int, rng: np.random.Generator) -> TurnOutcome:
    """Return an outcome by rejection: draw until one fits the remaining cards."""
    while True:
        outcome = OUTCOMES[rng.choice(OUTCOME_COUNT, p=shares)]
        fits = outcome.own < own or (outcome.own == own and outcome.ending is Ending.CLEAN)
        if fits and (bystanders or outcome.ending is not Ending.BYSTANDER):
            return outcome


# Agents' races: any number of cards, and bystanders that never run out.


def test_a_side_without_cards_has_won() -> None:
    for values in win_values(TYPICAL_TURNS, MIDDLING_TURNS):
        assert (values[0] == 1).all()
        assert (values[1:, 0] == 0).all()
    assert TYPICAL_RACE.after_turn(0, 5) == 1
    assert TYPICAL_RACE.after_turn(3, 1, Ending.OPPONENT) == 0
    assert TYPICAL_RACE.after_turn(3, 5, Ending.ASSASSIN) == 0


@pytest.mark.parametrize("code", ["1000", "1100", "1010", "1001", "9000"])
def test_a_side_that_finds_its_last_card_has_won_whatever_would_have_followed(code: str) -> None:
    finder = turns_of({code: 1.0})
    one, other = win_values(finder, finder)
    assert one[1, 1] == other[1, 1] == 1
    assert Race(others=finder).after_turn(1, 1) == 0


def test_fewer_own_cards_and_more_of_the_others_are_better() -> None:
    values, others = win_values(TYPICAL_TURNS, TYPICAL_TURNS)
    assert (values == others).all()
    inner = values[1:20, 1:20]
    assert (np.diff(inner, axis=0) < 0).all()
    assert (np.diff(inner, axis=1) > 0).all()
    assert ((inner > 0) & (inner < 1)).all()


weights = st.lists(st.floats(0.0, 1.0), min_size=OUTCOME_COUNT, max_size=OUTCOME_COUNT)
any_turns = weights.map(lambda some: np.array(some) + 0.01).map(
    lambda shares: tuple((shares / shares.sum()).tolist())
)


@given(any_turns, any_turns)
def test_fewer_cards_left_are_never_worse(mine: Turns, theirs: Turns) -> None:
    for values in win_values(mine, theirs, FIRST_CARDS):
        assert ((values >= -1e-12) & (values <= 1 + 1e-12)).all()
        assert (np.diff(values[:, 1:], axis=0) <= 1e-9).all()
        assert (np.diff(values[1:], axis=1) >= -1e-9).all()


def after(race: Race, mine: int, theirs: int) -> float:
    """Return the chance to win when the team moves: the mean over its possible turns."""
    return sum(
        share * (race.after_turn(mine - turn.own, theirs, turn.ending) if turn.own < mine else 1.0)
        for turn, share in zip(OUTCOMES, race.own, strict=True)
    )


@pytest.mark.parametrize(("mine", "theirs"), [(1, 1), (2, 1), (5, 4), (33, 34), (40, 40)])
@pytest.mark.parametrize(
    ("own", "others"),
    [(TYPICAL_TURNS, TYPICAL_TURNS), (SLOW, FAST), (STUCK, TYPICAL_TURNS), (STUCK, STUCK)],
)
def test_a_chance_is_the_mean_of_those_after_the_turn(
    own: Turns, others: Turns, mine: int, theirs: int
) -> None:
    values, _ = win_values(own, others)
    assert values[mine, theirs] == pytest.approx(after(Race(own, others), mine, theirs))
    solo, _ = win_values(own, None)
    assert solo[mine, theirs] == pytest.approx(after(Race(own, is_solo=True), mine, theirs))


def test_a_bad_card_costs_by_its_kind() -> None:
    clean, bystander, opponent = (
        TYPICAL_RACE.after_turn(4, 4, ending)
        for ending in (Ending.CLEAN, Ending.BYSTANDER, Ending.OPPONENT)
    )
    assert clean == bystander > opponent > 0


def test_a_side_is_ahead_by_its_turns() -> None:
    chances = [
        Race(own, others).after_turn(6, 6)
        for own, others in ((SLOW, FAST), (SLOW, TYPICAL_TURNS), (FAST, TYPICAL_TURNS))
    ]
    assert chances[0] < chances[1] < TYPICAL_RACE.after_turn(6, 6) < chances[2]


def test_two_sides_have_one_chance_between_them() -> None:
    slow, fast = win_values(SLOW, FAST)
    again = win_values(FAST, SLOW)
    assert (fast == again[0]).all()
    assert (slow == again[1]).all()


def test_a_side_that_finds_all_at_once_wins() -> None:
    values, _ = win_values(turns_of({"9000": 1.0}), MIDDLING_TURNS, FIRST_CARDS)
    assert (values[:, 1:] == 1.0).all()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (MIXED, MIXED),
        (MIXED, TYPICAL_TURNS),
        (TYPICAL_TURNS, MIXED),
        (MIDDLING_TURNS, MIDDLING_TURNS),
    ],
)
def test_bystanders_that_never_run_out_hardly_matter(one: Turns, other: Turns) -> None:
    exact = win_probability(np.array(one), np.array(other))
    values, _ = win_values(one, other)
    apart = 0.02 if one is MIDDLING_TURNS else 0.03
    assert values[FIRST_CARDS, SECOND_CARDS] == pytest.approx(exact, abs=apart)


def test_two_sides_that_never_find_a_card_are_even() -> None:
    assert Race(IDLE, IDLE).after_turn(5, 7) == 0.5
    assert Race(IDLE, FAST).after_turn(5, 7) == pytest.approx(0)


def test_a_side_that_seldom_finds_a_card_beats_one_that_never_does() -> None:
    seldom = turns_of({"0010": 0.9999, "1000": 0.0001})
    assert Race(seldom, IDLE).after_turn(40, 1) == pytest.approx(1)
    assert Race(IDLE, seldom).after_turn(1, 40) == pytest.approx(0)


def test_a_smaller_table_has_the_same_chances() -> None:
    large, small = win_values(TYPICAL_TURNS, MIXED), win_values(TYPICAL_TURNS, MIXED, FIRST_CARDS)
    for many, few in zip(large, small, strict=True):
        assert (many[: FIRST_CARDS + 1, : FIRST_CARDS + 1] == few).all()
    assert TYPICAL_RACE.after_turn(10, 5) < TYPICAL_RACE.after_turn(9, 5)


def test_very_many_cards_count_as_many() -> None:
    most = TYPICAL_RACE.after_turn(MOST_LEFT, MOST_LEFT)
    assert TYPICAL_RACE.after_turn(500, 500) == most


def test_a_solo_game_is_worth_less_the_more_turns_it_takes() -> None:
    solo = Race(is_solo=True)
    worth = [solo.after_turn(own, 8) for own in range(10)]
    assert worth[0] == 1
    assert worth[1:] == sorted(worth[1:], reverse=True)
    assert worth[1] < SOLO_DISCOUNT


def test_a_team_that_finds_one_card_a_turn_wins_a_solo_game_after_as_many_turns_as_cards() -> None:
    alone = turns_of({"1000": 1.0})
    worth = [Race(own=alone, is_solo=True).after_turn(own, 8) for own in range(6)]
    assert worth == pytest.approx([SOLO_DISCOUNT**own for own in range(6)])


def test_a_solo_game_is_lost_by_the_assassin_and_by_the_others_last_card() -> None:
    solo = Race(is_solo=True)
    assert solo.after_turn(3, 4, Ending.ASSASSIN) == 0
    assert solo.after_turn(3, 1, Ending.OPPONENT) == 0
    assert solo.after_turn(3, 8, Ending.BYSTANDER) == solo.after_turn(3, 8)


def test_the_constant_turns_are_shares_of_a_whole_and_seldom_meet_the_assassin() -> None:
    endings = np.array([outcome.ending for outcome in OUTCOMES])
    for turns in (np.array(TYPICAL_TURNS), np.array(MIDDLING_TURNS)):
        assert turns.sum() == pytest.approx(1.0)
        assert turns[endings == Ending.ASSASSIN].sum() == pytest.approx(0.01)
