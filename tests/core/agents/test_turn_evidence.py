"""Turns as evidence: each seat's own picks, or its clue, and no other seat's."""

from dataclasses import replace

from core.agents.japanese import listener_of
from core.agents.personas import pick_evidence, reveal_evidence
from core.agents.turn_evidence import turn_evidence
from core.codenames.model import (
    Card,
    Chair,
    Clue,
    Identity,
    Observation,
    Options,
    Phase,
    Role,
    Team,
    Turn,
    Uncovered,
)

WORDS = (
    *("whale", "desert", "violin", "nurse", "piano", "moon", "train", "lemon", "bridge"),
    *("castle", "glove", "anchor", "needle", "dragon", "pepper", "wizard", "saddle", "tower"),
    *("carpet", "pistol", "ladder", "coffee", "mirror", "shadow", "engine"),
)
SPY, ONE, TWO = (
    Chair(Team.RED, Role.SPYMASTER).seat,
    Chair(Team.RED, Role.GUESSER).seat,
    Chair(Team.RED, Role.GUESSER, 2).seat,
)
OTHER = Chair(Team.BLUE, Role.GUESSER).seat
RED, BYSTANDER = Identity.RED, Identity.BYSTANDER
LISTENER = listener_of(WORDS)
BESIDE = (*WORDS[:7], *WORDS[8:])
"""The cards that are still covered at the start of the second turn."""

FIRST = Turn(1, Team.BLUE, Clue(OTHER, "fruit", 1), (Uncovered(OTHER, 7, Identity.BLUE),))
MUSIC = Turn(
    2,
    Team.RED,
    Clue(SPY, "music", 2),
    (Uncovered(ONE, 2, RED), Uncovered(TWO, 4, RED), Uncovered(ONE, 0, BYSTANDER)),
)


def seen(*turns: Turn) -> Observation:
    """Return the public observation; Red, which begins, has nine cards."""
    cards, order = tuple(map(Card, WORDS)), (Team.RED, Team.BLUE)
    return Observation(Options(guessers=2), None, Phase.CLUE, cards, order, turns)


def test_each_guesser_answers_for_their_own_picks_beside_what_was_then_covered() -> None:
    found = turn_evidence(seen(FIRST, MUSIC), MUSIC)
    cards = BESIDE
    assert found[ONE] == pick_evidence(LISTENER, cards, "music", (2, 4), {2})
    assert found[TWO] == pick_evidence(LISTENER, cards, "music", (2, 4), {4})
    both = pick_evidence(LISTENER, cards, "music", (2, 4))
    added = [
        one + two for one, two in zip(found[ONE].thousandths, found[TWO].thousandths, strict=True)
    ]
    assert max(abs(one - two) for one, two in zip(added, both.thousandths, strict=True)) <= 1


def test_a_spymaster_answers_for_all_cards_that_were_turned_and_the_teams_own_then() -> None:
    reveals = ((2, True), (4, True), (0, False))
    expected = reveal_evidence(LISTENER, BESIDE, "music", 2, reveals, own=9)
    assert turn_evidence(seen(FIRST, MUSIC), MUSIC)[SPY] == expected
    found = replace(FIRST, guesses=(Uncovered(OTHER, 7, RED),))
    fewer = reveal_evidence(LISTENER, BESIDE, "music", 2, reveals, own=8)
    assert turn_evidence(seen(found, MUSIC), MUSIC)[SPY] == fewer != expected


def test_a_clue_that_was_taken_for_another_word_counts_as_that_word() -> None:
    misspelled = replace(MUSIC, clue=Clue(SPY, "mussic", 2, heard_as="music"))
    assert turn_evidence(seen(misspelled), misspelled) == turn_evidence(seen(MUSIC), MUSIC)


def test_a_turn_without_a_clue_a_card_or_a_word_that_is_understood_tells_nothing() -> None:
    for turn in (
        replace(MUSIC, clue=None),
        replace(MUSIC, guesses=()),
        replace(MUSIC, clue=Clue(SPY, "xqzjw", 2)),
        replace(MUSIC, clue=Clue(SPY, "music", 0)),
    ):
        assert turn_evidence(seen(turn), turn) == {}


def test_without_a_number_the_picks_alone_tell() -> None:
    unlimited = replace(MUSIC, clue=Clue(SPY, "music", None))
    assert turn_evidence(seen(unlimited), unlimited).keys() == {ONE, TWO}


def test_japanese_cards_are_heard_by_the_listener_of_japanese() -> None:
    cards = ("海", "砂漠", "楽器", "看護師", "月", "電車")
    turn = Turn(1, Team.RED, Clue(SPY, "水", 1), (Uncovered(ONE, 0, RED),))
    public = replace(seen(turn), cards=tuple(map(Card, cards)))
    expected = pick_evidence(listener_of(cards), cards, "水", (0,))
    assert turn_evidence(public, turn)[ONE] == expected
    assert expected.turns == 1
