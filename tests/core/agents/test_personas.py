"""Personas: evidence adds up exactly, and reveals how a person understands clues."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.agents.explanations import NO_EVIDENCE, Evidence, from_json, to_json
from core.agents.listener import FITTED_WEIGHTS, ListenerWeights, default_listener
from core.agents.personas import (
    DIRECTIONS,
    LATER_PICKS,
    ODDS,
    PAID,
    PERSONAS_VERSION,
    believed_weights,
    leanings,
    persona_family,
    pick_evidence,
    reveal_evidence,
    support,
    sure_weights,
)
from core.words.ensemble import STORED
from core.words.packs import default_pack

PAGE = Path(__file__).parents[3] / "docs" / "teammate.md"

LISTENER = default_listener()
CARDS = default_pack().words
CLUES = ("ocean", "music", "doctor", "money", "metal", "animal", "winter", "travel", "royal")
FAMILY = persona_family()
OTHERS = len(FAMILY.priors) - 1

evidences = st.builds(
    Evidence,
    st.integers(1, 50),
    st.lists(st.integers(-(10**6), 10**6), min_size=OTHERS, max_size=OTHERS).map(tuple),
)


def follower(model: str, turns: int, seed: int) -> Evidence:
    """Return the evidence of a person who picks the two cards that a model ranks nearest."""
    rng, place = np.random.default_rng(seed), STORED.index(model)
    total = NO_EVIDENCE
    for turn in range(turns):
        cards = list(rng.choice(CARDS, 20, replace=False))
        clue = CLUES[turn % len(CLUES)]
        near = LISTENER.features(cards, clue)[:, place]
        picks = np.argsort(-near, kind="stable")[:2].tolist()
        total += pick_evidence(LISTENER, cards, clue, picks)
    return total


def test_priors_sum_to_one_and_the_fitted_persona_is_first() -> None:
    assert FAMILY.priors.sum() == pytest.approx(1)
    assert FAMILY.weights[0].tolist() == FITTED_WEIGHTS.array.tolist()
    assert len(np.unique(FAMILY.weights, axis=0)) == len(FAMILY.priors)


def test_the_page_on_teammate_counts_the_personas() -> None:
    page, count = PAGE.read_text(encoding="utf-8"), len(FAMILY.priors)
    assert f"with {count} ways to understand clues" in page
    assert f"The {count - 1} numbers" in page
    assert f"| guesser | {PERSONAS_VERSION} |" in page


@given(st.lists(evidences, min_size=1, max_size=6), st.randoms())
def test_evidence_adds_up_in_any_order_and_is_taken_out_without_a_trace(
    parts: list[Evidence], shuffler: object
) -> None:
    total = sum(parts, NO_EVIDENCE)
    other = list(parts)
    shuffler.shuffle(other)  # type: ignore[attr-defined]
    assert sum(other, NO_EVIDENCE) == total
    for part in other[1:]:
        total -= part
    assert total == other[0]


@given(evidences)
def test_evidence_goes_through_json(evidence: Evidence) -> None:
    assert from_json(to_json(evidence, 1), 1) == evidence
    assert from_json(to_json(evidence, 1), 2) == NO_EVIDENCE


@given(evidences, st.integers(0, 60))
def test_no_more_turns_are_lent_than_asked_for(evidence: Evidence, turns: int) -> None:
    lent = evidence.at_most(turns)
    assert lent.turns == min(evidence.turns, turns)
    if evidence.turns <= turns:
        assert lent == evidence
    if turns == 0:
        assert not any(lent.thousandths)


@given(evidences)
def test_a_posterior_is_a_distribution(evidence: Evidence) -> None:
    chances = FAMILY.chances(evidence)
    assert chances.sum() == pytest.approx(1)
    assert (chances >= 0).all()


def test_nobody_is_taken_for_anybody_else_without_evidence() -> None:
    assert believed_weights(NO_EVIDENCE) == FITTED_WEIGHTS
    assert leanings(NO_EVIDENCE) == ()


@pytest.mark.sampled
@pytest.mark.parametrize("model", STORED)
def test_who_follows_one_model_is_found_out(model: str) -> None:
    evidence = follower(model, 30, seed=2)
    assert evidence.turns == 30
    weights = believed_weights(evidence)
    assert weights != FITTED_WEIGHTS
    shares = np.array(weights.cosines) / np.array(FITTED_WEIGHTS.cosines)
    assert STORED[int(shares.argmax())] == model
    more = [name for name, odds in leanings(evidence) if odds >= ODDS]
    assert more == [model]


@pytest.mark.slow
def test_who_picks_as_the_listener_foresees_is_taken_for_it() -> None:
    taken = 0
    for seed in range(20):
        rng, evidence = np.random.default_rng(seed), NO_EVIDENCE
        for clue in CLUES:
            cards = rng.choice(CARDS, 20, replace=False).tolist()
            pick = int(rng.choice(len(cards), p=LISTENER.picks(cards, clue).chances))
            evidence += pick_evidence(LISTENER, cards, clue, (pick,))
        taken += believed_weights(evidence) == FITTED_WEIGHTS
    assert taken >= 18


def test_nothing_is_told_of_who_picks_at_random_and_they_are_held_hard_to_foresee() -> None:
    rng, evidence = np.random.default_rng(3), NO_EVIDENCE
    for turn in range(40):
        cards = rng.choice(CARDS, 20, replace=False).tolist()
        picks = rng.permutation(20)[:2].tolist()
        evidence += pick_evidence(LISTENER, cards, CLUES[turn % len(CLUES)], picks)
    assert sum(believed_weights(evidence).cosines) < 0.5 * sum(FITTED_WEIGHTS.cosines)
    assert leanings(evidence) == ()


def test_clues_are_never_for_somebody_less_sure_than_the_fitted_listener() -> None:
    half, twice = (ListenerWeights.of(FITTED_WEIGHTS.array * factor) for factor in (0.5, 2.0))
    assert sure_weights(half).array == pytest.approx(FITTED_WEIGHTS.array)
    assert sure_weights(twice) == twice
    assert sure_weights(FITTED_WEIGHTS) == FITTED_WEIGHTS


def test_the_first_pick_of_a_turn_counts_in_full_and_later_ones_in_part() -> None:
    cards = list(CARDS[:8])
    both = np.array(pick_evidence(LISTENER, cards, "ocean", (3, 5)).thousandths)
    first = np.array(pick_evidence(LISTENER, cards, "ocean", (3,)).thousandths)
    left = [*cards[:3], *cards[4:]]
    later = np.array(pick_evidence(LISTENER, left, "ocean", (4,)).thousandths)
    assert np.abs(both - first - LATER_PICKS * later).max() <= 2


def hinting(nats: float, place: int = 0) -> Evidence:
    """Return the evidence of a turn that is this many nats likelier under one persona alone."""
    return Evidence(1, tuple(round(1000 * nats) * (one == place) for one in range(OTHERS)))


@given(st.lists(evidences, max_size=4), st.lists(evidences, max_size=2))
def test_a_gain_is_that_of_turns_foreseen_one_by_one_in_any_order(
    turns: list[Evidence], lent: list[Evidence]
) -> None:
    start = sum(lent, NO_EVIDENCE)
    for order in (turns, turns[::-1]):
        total, known = 0.0, start
        for turn in order:
            total += FAMILY.gain(turn, known)
            known += turn
        assert total == pytest.approx(FAMILY.gain(sum(turns, NO_EVIDENCE), start), abs=1e-6)


def test_beliefs_count_from_the_turn_on_at_which_they_have_paid() -> None:
    turn, gains, speaks = hinting(0.5), list[float](), list[bool]()
    total = NO_EVIDENCE
    for _ in range(30):
        total += turn
        gains.append(FAMILY.gain(total))
        speaks.append(believed_weights(total) != FITTED_WEIGHTS)
    assert speaks == [gain > PAID for gain in gains]
    assert 0 < speaks.count(True) < len(speaks)
    total -= hinting(10.0)  # which makes it wrong as often as right
    assert believed_weights(total) == FITTED_WEIGHTS


def test_what_others_have_lent_does_not_speak_before_ones_own_turns_have_paid() -> None:
    lent, own = hinting(12.0), hinting(1.0)
    assert believed_weights(NO_EVIDENCE, lent) == FITTED_WEIGHTS
    assert believed_weights(own) == FITTED_WEIGHTS
    assert believed_weights(own, lent) != FITTED_WEIGHTS
    assert believed_weights(hinting(-3.0), lent) == FITTED_WEIGHTS


@given(st.integers(0, 10**6), st.integers(1, 2000))
def test_nothing_is_told_of_a_person_that_the_bot_does_not_go_by(seed: int, most: int) -> None:
    found = np.random.default_rng(seed).integers(-most, most, OTHERS, endpoint=True)
    evidence = Evidence(5, tuple(found.tolist()))
    if believed_weights(evidence) == FITTED_WEIGHTS:
        assert leanings(evidence) == ()


def test_leanings_name_directions_with_odds_of_two_to_one_or_more() -> None:
    found = leanings(follower("gloss", 8, seed=4))
    assert found[0][0] == "gloss"
    for name, odds in found:
        assert name in DIRECTIONS
        assert abs(odds) >= ODDS


def test_turns_support_a_direction_more_rather_than_less_and_no_turn_supports_none() -> None:
    turns = follower("gloss", 8, seed=4)
    assert support(turns, "gloss") > 1
    assert support(turns, "gloss") > support(turns, "piece")
    assert support(NO_EVIDENCE, "gloss") == pytest.approx(0, abs=1e-9)


def test_a_clue_that_nobody_understands_is_no_evidence() -> None:
    cards = CARDS[:5]
    for clue in ("xqzjw", "oceanxqvgh"):  # the second contains a known piece
        assert pick_evidence(LISTENER, cards, clue, (0,)) == NO_EVIDENCE
        assert reveal_evidence(LISTENER, cards, clue, 1, ((0, True),), 3) == NO_EVIDENCE
    assert reveal_evidence(LISTENER, cards, "xqzjw", 1, ((0, True),), 3) == NO_EVIDENCE


@pytest.mark.parametrize("number", [0, None])
def test_a_clue_without_a_number_tells_nothing_of_its_giver(number: int | None) -> None:
    assert reveal_evidence(LISTENER, CARDS[:5], "ocean", number, ((0, True),), 3) == NO_EVIDENCE


def test_cards_beyond_the_number_tell_nothing_of_the_giver() -> None:
    cards, first = ["whale", "desert", "violin", "nurse", "piano"], (0, True)
    told = reveal_evidence(LISTENER, cards, "ocean", 1, (first,), 3)
    assert reveal_evidence(LISTENER, cards, "ocean", 1, (first, (1, True)), 3) == told
    assert reveal_evidence(LISTENER, cards, "ocean", 2, (first, (1, True)), 3) != told


def test_cards_that_were_the_teams_speak_for_those_who_hold_them_near() -> None:
    cards = ["whale", "desert", "violin", "nurse", "piano"]
    found = reveal_evidence(LISTENER, cards, "ocean", 1, ((0, True),), 2)
    wrong = reveal_evidence(LISTENER, cards, "ocean", 1, ((0, False),), 2)
    sure = next(
        place
        for place, weights in enumerate(FAMILY.weights[1:])
        if np.allclose(weights, 1.5 * FITTED_WEIGHTS.array)
    )
    assert found.thousandths[sure] >= 0 > wrong.thousandths[sure]
