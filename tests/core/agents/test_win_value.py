"""The chance to win a race to the last card."""

import numpy as np
import pytest
from numpy.typing import NDArray

from core.agents.position import CardKind
from core.agents.win_value import (
    MOST_LEFT,
    TURN,
    TYPICAL_RACE,
    TYPICAL_TURNS,
    Race,
    Turns,
    turns_of,
    win_values,
)
from core.rating.colt import OUTCOMES, Ending
from core.rating.race import win_probability
from tests.core.agents.boards import FAST, SLOW

MIXED = turns_of({"1000": 0.4, "2000": 0.4, "0100": 0.1, "1001": 0.1})
STUCK = turns_of({"0010": 0.9, "1000": 0.1})


def _typical() -> NDArray[np.float64]:
    values, others = win_values(TYPICAL_TURNS, TYPICAL_TURNS)
    assert (values == others).all()
    return values


def test_the_turns_are_shares_of_a_whole() -> None:
    assert sum(TYPICAL_TURNS) == pytest.approx(1)


def test_fewer_own_cards_and_more_of_the_others_are_better() -> None:
    inner = _typical()[1:20, 1:20]
    assert (np.diff(inner, axis=0) < 0).all()
    assert (np.diff(inner, axis=1) > 0).all()
    assert ((inner > 0) & (inner < 1)).all()


def test_a_side_without_cards_has_won() -> None:
    values = _typical()
    assert (values[0, 1:] == 1).all()
    assert (values[1:, 0] == 0).all()
    assert TYPICAL_RACE.after_turn(0, 5) == 1
    assert TYPICAL_RACE.after_turn(3, 1, CardKind.OPPONENT) == 0
    assert TYPICAL_RACE.after_turn(3, 5, CardKind.ASSASSIN) == 0


@pytest.mark.parametrize(("mine", "theirs"), [(5, 4), (33, 34), (40, 40)])
@pytest.mark.parametrize(
    ("own", "others"), [(TYPICAL_TURNS, TYPICAL_TURNS), (SLOW, FAST), (STUCK, TYPICAL_TURNS)]
)
def test_the_values_stand_still(own: Turns, others: Turns, mine: int, theirs: int) -> None:
    values, _ = win_values(own, others)
    race, kinds = Race(own, others), {Ending.OPPONENT: CardKind.OPPONENT}
    kinds |= {Ending.BYSTANDER: CardKind.BYSTANDER, Ending.ASSASSIN: CardKind.ASSASSIN}
    expected = sum(
        share * race.after_turn(max(mine - turn.own, 0), theirs, kinds.get(turn.ending))
        for turn, share in zip(OUTCOMES, own, strict=True)
    )
    assert values[mine, theirs] == pytest.approx(expected, abs=1e-5)


def test_a_bad_card_costs_by_its_kind() -> None:
    clean, bystander, opponent = (
        TYPICAL_RACE.after_turn(4, 4, kind)
        for kind in (None, CardKind.BYSTANDER, CardKind.OPPONENT)
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


@pytest.mark.parametrize(
    ("one", "other"), [(MIXED, MIXED), (MIXED, TYPICAL_TURNS), (TYPICAL_TURNS, MIXED)]
)
def test_the_race_is_that_of_the_exact_model(one: Turns, other: Turns) -> None:
    """`core.rating.race` knows how many bystanders are left, and leaves out what is impossible."""
    exact = win_probability(np.array(one), np.array(other))
    values, _ = win_values(one, other)
    assert values[9, 8] == pytest.approx(exact, abs=0.03)


def test_two_sides_that_never_find_a_card_are_even() -> None:
    nothing = turns_of({"0010": 1.0})
    assert Race(nothing, nothing).after_turn(5, 7) == 0.5
    assert Race(nothing, FAST).after_turn(5, 7) == pytest.approx(0)


def test_very_many_cards_count_as_many() -> None:
    most = TYPICAL_RACE.after_turn(MOST_LEFT, MOST_LEFT)
    assert TYPICAL_RACE.after_turn(500, 500) == most


def test_a_solo_game_is_worth_less_the_more_turns_it_takes() -> None:
    solo = Race(is_solo=True)
    worth = [solo.after_turn(own, 8) for own in range(10)]
    assert worth[0] == 1
    assert worth[1:] == sorted(worth[1:], reverse=True)
    assert worth[1] < TURN


def test_a_team_that_finds_one_card_a_turn_wins_a_solo_game_after_as_many_turns_as_cards() -> None:
    alone = turns_of({"1000": 1.0})
    worth = [Race(own=alone, is_solo=True).after_turn(own, 8) for own in range(6)]
    assert worth == pytest.approx([TURN**own for own in range(6)], abs=1e-5)


def test_a_solo_game_is_lost_by_the_assassin_and_by_the_others_last_card() -> None:
    solo = Race(is_solo=True)
    assert solo.after_turn(3, 4, CardKind.ASSASSIN) == 0
    assert solo.after_turn(3, 1, CardKind.OPPONENT) == 0
    assert solo.after_turn(3, 8, CardKind.BYSTANDER) == solo.after_turn(3, 8)
