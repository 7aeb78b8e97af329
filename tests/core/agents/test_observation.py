"""Observations read as positions and looks, and turns as outcomes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.agents.associations import Vocabulary
from core.agents.language import plain_language
from core.agents.memory import PlayedTurn
from core.agents.observation import clues_given, guesser_view, kind_of, played_turn, position_of
from core.agents.position import CardKind
from core.agents.table_play import KnownClue
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
    TurnEnd,
    Uncovered,
)
from core.rating.colt import OUTCOMES, outcome_of
from core.rules import Seat

RED = Chair(Team.RED, Role.SPYMASTER)
GUESSER = Chair(Team.RED, Role.GUESSER)
SEAT = GUESSER.seat
LANGUAGE = plain_language(Vocabulary(("sea", "cat")))

R, B, T, K = Identity.RED, Identity.BLUE, Identity.BYSTANDER, Identity.ASSASSIN


def turned(place: int, identity: Identity) -> Uncovered:
    return Uncovered(SEAT, place, identity)


def turn(number: int, team: Team, word: str, count: int | None, *guesses: Uncovered) -> Turn:
    return Turn(number, team, Clue(Seat("x"), word, count), guesses, TurnEnd.PASSED)


TURNS = (
    turn(1, Team.RED, "seas", 2, turned(0, R), turned(2, T)),
    turn(2, Team.BLUE, "cat", 1, turned(3, B)),
    Turn(3, Team.RED, Clue(Seat("x"), "cat", None), (turned(1, R),)),
)
KEY = (R, R, T, B, K, R, B)
SHOWN = (R, R, T, B, None, None, None)


def observation(chair: Chair) -> Observation:
    knows = chair.role is Role.SPYMASTER
    cards = tuple(
        Card(f"card{place}", shown, key if knows else None)
        for place, (key, shown) in enumerate(zip(KEY, SHOWN, strict=True))
    )
    return Observation(Options(), chair, Phase.GUESS, cards, turns=TURNS)


def test_a_spymaster_reads_the_key_from_its_own_side() -> None:
    position = position_of(observation(RED), RED)
    own, opponent, bystander, assassin = CardKind
    assert position.board.kinds == (own, own, bystander, opponent, assassin, own, opponent)
    assert position.own() == (5,)
    assert position.bad() == (4, 6)


def test_a_guesser_cannot_read_a_key() -> None:
    with pytest.raises(ValueError, match="hidden"):
        position_of(observation(GUESSER), GUESSER)


def test_cards_of_a_team_that_is_out_are_bystanders() -> None:
    assert kind_of(B, Team.RED) is CardKind.OPPONENT
    assert kind_of(B, Team.RED, frozenset({Team.BLUE})) is CardKind.BYSTANDER


def test_to_a_spymaster_the_cards_of_a_team_that_is_out_are_bystanders() -> None:
    seen = replace(observation(RED), out=frozenset({Team.BLUE}))
    own, _, bystander, assassin = CardKind
    kinds = (own, own, bystander, bystander, assassin, own, bystander)
    assert position_of(seen, RED).board.kinds == kinds


def test_a_look_remembers_what_was_covered_before_each_own_clue_and_found_on_it() -> None:
    look = guesser_view(observation(GUESSER), GUESSER, LANGUAGE.understood)
    assert look.clues == (
        KnownClue("sea", 2, frozenset(range(7)), found=(0,)),
        KnownClue("cat", None, frozenset({1, 4, 5, 6}), found=(1,)),
    )
    assert look.covered == {4, 5, 6}
    assert look.own == {0, 1}
    assert look.made == 1


def test_all_teams_clues_have_been_given() -> None:
    assert clues_given(observation(GUESSER)) == ("seas", "cat", "cat")


@pytest.mark.parametrize(
    ("identities", "code"),
    [
        ((R,), "1000"),
        ((R, R, B), "2100"),
        ((T,), "0010"),
        ((R, K), "1001"),
        ((R,) * 9, "9000"),
        ((R,) * 12, "9000"),
        ((R,) * 10 + (T,), "8010"),
        ((Identity.GREEN,), "0100"),
    ],
)
def test_a_turn_is_learnt_from_by_its_outcome(identities: tuple[Identity, ...], code: str) -> None:
    guesses = tuple(turned(place, identity) for place, identity in enumerate(identities))
    learnt = played_turn(Turn(1, Team.RED, guesses=guesses), (("gloss", 1.0),))
    assert learnt == PlayedTurn(outcome_of(code).index, (("gloss", 1.0),))


def test_a_turn_without_a_card_teaches_nothing() -> None:
    assert played_turn(Turn(1, Team.RED, end=TurnEnd.EXPIRED), ()) is None


@given(st.integers(0, 14), st.sampled_from([None, B, T, K]))
def test_every_turn_with_a_card_has_an_outcome(own: int, bad: Identity | None) -> None:
    identities = (R,) * own + ((bad,) if bad else ())
    guesses = tuple(turned(place, identity) for place, identity in enumerate(identities))
    learnt = played_turn(Turn(1, Team.RED, guesses=guesses), ())
    assert (learnt is None) == (not guesses)
    assert learnt is None or OUTCOMES[learnt.outcome].own <= own
