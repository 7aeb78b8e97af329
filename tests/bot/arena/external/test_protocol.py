"""The lines between the referee and agents: what they say, and what no line can do."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.arena.external.protocol import (
    LONGEST_LINE_BYTES,
    AgentHello,
    ClueAnswer,
    PickedCard,
    ProtocolBreach,
    line_of,
    new_game_line,
    outcome_line,
    position_line,
    read_clue,
    read_guesses,
    read_hello,
    result_line,
    text_of,
    words_of_line,
)
from core.codenames.actions import GiveClue, Guess
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Chair, Identity, Options, Role, State, Team
from core.codenames.rules import Codenames
from core.rules import CHANCE, Secret, advance
from core.words.packs import Pack
from tests.profile import examples

CARDS = ("lion", "ice cream", "O'Hara", "back\\slash", 'the "end"', "x=0.5")
COVERED = range(len(CARDS))
RULES = Codenames(
    Options(), Supply(Pack("cards", tuple(f"ice card{n}" for n in range(30)))), Referee()
)


def dealt(seed: int) -> State:
    state = RULES.initial()
    deal = RULES.chance(state, np.random.default_rng(seed))
    assert deal is not None
    return advance(RULES, state, RULES.decide(state, CHANCE, deal))


@given(st.lists(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]))))
def test_any_words_come_back_from_a_line(words: list[str]) -> None:
    assert words_of_line(line_of(*words)) == tuple(words)


@given(st.binary())
def test_any_bytes_are_an_answer_or_are_refused(raw: bytes) -> None:
    for read in (
        read_hello,
        read_clue,
        lambda line: read_guesses(line, CARDS, COVERED, range(1, 4)),
    ):
        try:
            answer: object = read(text_of(raw))
        except ProtocolBreach:
            continue
        assert answer


@settings(max_examples=examples(300))
@given(
    st.lists(
        st.one_of(
            st.sampled_from(["guesses", "clue", "=", "=1", '"', "\\", *CARDS]),
            st.text(max_size=4),
        ),
        max_size=6,
    ),
    st.sampled_from(["guesses ", "clue ", ""]),
)
def test_what_is_read_from_nearly_right_lines_is_lawful(words: list[str], verb: str) -> None:
    line = verb + " ".join(words)
    try:
        picks = read_guesses(line, CARDS, COVERED, range(1, 4))
    except ProtocolBreach:
        pass
    else:
        assert 1 <= len(picks) <= 3
        assert len({pick.place for pick in picks}) == len(picks)
        assert all(pick.chance is None or 0 <= pick.chance <= 1 for pick in picks)
    try:
        clue = read_clue(line)
    except ProtocolBreach:
        pass
    else:
        assert clue.number in range(1, 10)
        assert " " not in clue.word


@pytest.mark.parametrize(
    ("line", "picks"),
    [
        ("guesses lion", [(0, None)]),
        ('guesses LION "ice cream"', [(0, None), (1, None)]),
        ('guesses "ice cream=0.25" lion=1', [(1, 0.25), (0, 1.0)]),
        ('guesses "ice cream"=0.25 "lion"=1', [(1, 0.25), (0, 1.0)]),
        ("guesses x=0.5", [(5, None)]),
        ("guesses x=0.5=0.75", [(5, 0.75)]),
        ("guesses O'Hara  ", [(2, None)]),
        (r'guesses "back\\slash" "the \"end\""', [(3, None), (4, None)]),
    ],
)
def test_guesses_are_read(line: str, picks: list[tuple[int, float | None]]) -> None:
    found = read_guesses(line, CARDS, COVERED, range(1, 4))
    assert found == tuple(PickedCard(*pick) for pick in picks)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "instead of: guesses"),
        ("pass", "instead of: guesses"),
        ("guesses", "1 to 3 cards are to be named, not 0"),
        ("guesses lion lion", "named twice"),
        ("guesses tiger", "no covered card: 'tiger'"),
        ("guesses lion=2", "a chance is from 0 to 1, not '2'"),
        ("guesses lion=nan", "a chance is from 0 to 1"),
        ("guesses lion=", "a chance is from 0 to 1"),
        ('guesses "lion', "quotation marks do not match"),
        ('guesses li"on', "quotation marks do not match"),
        ('guesses lion O\'Hara x=0.5 "ice cream"', "1 to 3 cards are to be named, not 4"),
    ],
)
def test_other_guesses_are_refused_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(ProtocolBreach, match=reason):
        read_guesses(line, CARDS, COVERED, range(1, 4))


def test_a_card_that_was_turned_is_refused_and_so_is_a_wrong_count() -> None:
    with pytest.raises(ProtocolBreach, match="no covered card"):
        read_guesses("guesses lion", CARDS, (1, 2), range(1, 2))
    with pytest.raises(ProtocolBreach, match="2 cards are to be named, not 1"):
        read_guesses("guesses lion", CARDS, COVERED, range(2, 3))


def test_clues_are_read_and_others_refused() -> None:
    assert read_clue("clue feline 2") == ClueAnswer("feline", 2)
    for line in ("clue feline", "clue feline 0", "clue feline 10", "clue feline 02", "clue a,b 1"):
        with pytest.raises(ProtocolBreach):
            read_clue(line)
    for line in ('clue "big cat" 2', "clue feline ２", "clue feline -1", "clue 2 feline", "go"):
        with pytest.raises(ProtocolBreach):
            read_clue(line)


def test_a_greeting_is_read_and_others_refused() -> None:
    assert read_hello('hello "My agent" 1.0 Ada') == AgentHello("My agent", "1.0", "Ada")
    with pytest.raises(ProtocolBreach, match="hello NAME VERSION AUTHOR"):
        read_hello("hello me")


def test_a_line_that_is_too_long_or_no_text_is_refused() -> None:
    assert text_of(b"x" * LONGEST_LINE_BYTES + b"") == "x" * LONGEST_LINE_BYTES
    with pytest.raises(ProtocolBreach, match="longer than"):
        text_of(b"x" * (LONGEST_LINE_BYTES + 1))
    with pytest.raises(ProtocolBreach, match="not UTF-8"):
        text_of(b"\xff")


def test_a_position_tells_cards_clues_and_what_was_turned() -> None:
    state = dealt(1)
    public = RULES.observe(state, None)
    team, key = public.order[0], state.layout.key.value if state.layout else ()
    own = key.index(Identity.of(team))
    words = [card.word for card in public.cards]
    seats = [Chair(team, role).seat for role in Role]
    actions: tuple[GiveClue | Guess, ...] = (GiveClue(1, "river", 1), Guess(1, own))
    for seat, action in zip(seats, actions, strict=True):
        state = advance(RULES, state, RULES.decide(state, seat, action))
    turn = state.turns[0]
    line = position_line(public, (turn,), key)
    shown = "".join(Identity.of(team).value if place == own else "-" for place in range(25))
    letters = "".join(identity.value for identity in key)
    other = public.order[1]
    expected = line_of("position", "cards", 25, *words, "shown", shown, "key", letters)
    expected += f" left {team.value} 8 {other.value} 8 turns 1"
    said = f'{team.value} river 1 1 "{words[own]}" {Identity.of(team).value}'
    assert line == f"{expected} {said}"
    assert outcome_line(turn, words) == f"outcome {said}"
    assert "key" not in words_of_line(position_line(public, (turn,), None))


def test_other_lines() -> None:
    public = RULES.observe(dealt(1), None)
    first = public.order[0].value
    assert new_game_line(Team.RED, public, 7) == f"newgame red first {first} seed 7"
    assert result_line(Team.BLUE) == "result blue"
    assert result_line(None) == "result none"


@given(st.integers(0, 1000), st.randoms(use_true_random=False))
def test_nothing_that_a_guesser_is_told_depends_on_the_key(seed: int, random: Random) -> None:
    state = dealt(seed)
    assert state.layout is not None
    key = list(state.layout.key.value)
    random.shuffle(key)
    shuffled = replace(state, layout=replace(state.layout, key=Secret(tuple(key))))
    seat = Chair(state.turns[0].team, Role.GUESSER).seat
    views = [RULES.observe(one, seat) for one in (state, shuffled)]
    lines = [(position_line(view, (), None), new_game_line(Team.BLUE, view, 7)) for view in views]
    assert lines[0] == lines[1]
