"""Laws of every game: no answer contradicts an earlier one, and a word fits them all."""

from itertools import combinations
from random import Random
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.hangman.dealer_policies import FAMILY_POLICIES
from core.hangman.model import AnswerLetter, Board, SetWord
from core.hangman.options import Dealer, Mode, Options
from core.hangman.rules import Hangman
from core.rules import CLOCK, Secret, advance
from core.words.packs import Pack
from tests.core.hangman.tables import DEALER, Play
from tests.profile import examples

GAMES = examples(3000, quick=100)
LETTERS = "abcde"
"""Few letters, so that words share many of them."""

often = settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def plays(draw: st.DrawFn) -> tuple[Play, Random]:
    length = draw(st.integers(2, 5))
    words = draw(
        st.lists(st.text(LETTERS, min_size=length, max_size=length), min_size=1, unique=True)
    )
    mode = draw(st.sampled_from(Mode))
    racers = [dealer for dealer in Dealer if dealer is not Dealer.THOUGHT]
    options = Options(
        length=length,
        lives=draw(st.sampled_from([None, 1, 3, 8])),
        dealer=draw(st.sampled_from(racers if mode is Mode.RACE else list(Dealer))),
        mode=mode,
        hints=draw(st.booleans()),
        verbose=draw(st.booleans()),
    )
    rules = Hangman(options, Pack("drawn", tuple(words)))
    play = Play(rules, rules.initial())
    if not options.dealer.keeps_words:
        play.do(DEALER, SetWord(1, Secret(draw(st.sampled_from(words)))))
    return play, Random(draw(st.integers(0, 2**32 - 1)))


def step(play: Play, random: Random) -> None:
    """Make a move: by the policy of a dealer that has one, otherwise at random."""
    seat = random.choice(sorted(play.rules.to_act(play.state)))
    actions: list[Any] = list(play.rules.legal(play.state, seat).actions)
    policy = FAMILY_POLICIES.get(play.rules.options.dealer.value)
    asked = [board for board in play.state.boards if board.pending]
    if seat == DEALER and policy:
        board = random.choice(asked)
        left = play.rules.left(play.state, board)
        rng = np.random.default_rng(random.getrandbits(32))
        places = policy(left, board.pending or "", rng)
        actions = [AnswerLetter(play.state.turn, board.team, places)]
    elif seat != DEALER and random.random() < 0.1:
        word = random.choice(play.rules.pack.words)
        board = play.state.board(play.rules.chair(seat).team)
        if len(word) == play.state.length and agrees(word, board):
            play.solve(word, seat)
            return
    play.do(seat, random.choice(actions))


def agrees(word: str, board: Board) -> bool:
    """Return whether a word fits a board, letter by letter."""
    for one in board.tries:
        if one.is_word:
            if (one.text == word) != bool(one.places):
                return False
        elif one.places != tuple(at for at, letter in enumerate(word) if letter == one.text):
            return False
    return True


@often
@given(plays())
def test_no_answer_contradicts_an_earlier_one(drawn: tuple[Play, Random]) -> None:
    play, random = drawn
    while play.rules.outcome(play.state) is None:
        step(play, random)
        for board in play.state.boards:
            assert any(agrees(word, board) for word in play.rules.pack.words)
            for first, second in combinations(board.answers, 2):
                assert first.text != second.text
                assert not set(first.places) & set(second.places)
    for board, known in zip(play.state.boards, play.seen().known, strict=True):
        assert known.word is not None
        assert known.word in play.rules.pack.words
        assert agrees(known.word, board)
        words = play.rules.pack.words
        for end, alive in enumerate(known.alive, start=1):
            until = Board(board.team, board.tries[:end])
            assert alive == sum(agrees(word, until) for word in words)
    assert advance(play.rules, play.rules.initial(), play.events) == play.state


@often
@given(plays(), st.integers(0, 12))
def test_the_clock_ends_or_passes_every_game(drawn: tuple[Play, Random], moves: int) -> None:
    play, random = drawn
    for _ in range(moves):
        if play.rules.outcome(play.state) is None:
            step(play, random)
    before = play.state
    if play.rules.legal(play.state, CLOCK).actions:
        play.expire()
        ended = play.rules.outcome(play.state) is not None
        assert ended or play.state.turn == before.turn + 1
    else:
        assert before.ending
