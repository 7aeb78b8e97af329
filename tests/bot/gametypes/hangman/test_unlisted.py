"""The bots of hangman when a person may type any word: they find it, in a list or not."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.gametypes.engine import MoveRequest
from bot.gametypes.hangman.bots import (
    DEALER_BOT,
    GUESSER_BOT,
    HangmanRequest,
    HangmanRoster,
    hangman_bots,
)
from core.agents.memory import Memory
from core.hangman.model import Action, AnswerLetter, AnswerSolve, End, GuessText, SetWord
from core.hangman.options import Dealer, Mode, Options
from core.hangman.rules import Hangman
from core.rules import IllegalAction, Secret
from core.words.packs import Pack
from core.words.word_lists import ENGLISH_WORDS, KANA, word_list
from tests.core.hangman.tables import Play
from tests.profile import examples

Chooser: TypeAlias = Callable[[HangmanRequest], Action | None]

ROSTER = HangmanRoster(hangman_bots)

SHORT = {
    category: Pack(category, word_list(category).words[::step])
    for category, step in ((ENGLISH_WORDS, 100), (KANA, 80), ("body", 1))
}
"""Short word lists, so that many games take little time."""


def chosen(asked: HangmanRequest) -> Action | None:
    return hangman_bots()[GUESSER_BOT].choose(asked, Memory(), np.random.default_rng(0)).action


def fallen_back(asked: HangmanRequest) -> Action | None:
    return ROSTER.fallback(MoveRequest("hangman", GUESSER_BOT, asked, Memory(), (0,))).action


def table(pack: Pack | None = None, **values: Any) -> Play:
    """Return a table with a person's typed word."""
    options = Options(**{"dealer": Dealer.WORD, **values})
    rules = Hangman(options, pack or word_list(options.category))
    return Play(rules, rules.initial())


def guessed(play: Play, choose: Chooser) -> list[GuessText]:
    """Run bots until they have guessed the game to its end; return their guesses."""
    guesses: list[GuessText] = []
    while play.rules.outcome(play.state) is None:
        seat = min(play.rules.to_act(play.state))
        action = choose(ROSTER.build_request(play.rules, play.seen(seat)))
        legal = play.rules.legal(play.state, seat).actions
        assert action
        assert isinstance(action, GuessText)
        assert len(action.text) > 1 or action in legal
        play.do(seat, action)
        guesses.append(action)
    return guesses


@st.composite
def words(draw: st.DrawFn) -> tuple[Play, str]:
    """Draw a table and any word that a person may type there."""
    category = draw(st.sampled_from([*SHORT]))
    play = table(
        SHORT[category],
        category=category,
        mode=draw(st.sampled_from(Mode)),
        guessers=draw(st.integers(1, 2)),
        lives=draw(st.sampled_from([None, 1, 8, 26])),
    )
    lengths, alphabet = play.rules.options.lengths, play.rules.alphabet
    length = draw(st.integers(lengths[0], lengths[-1]))
    letters = st.sampled_from(draw(st.sampled_from([alphabet, alphabet[::-1], alphabet[-3:]])))
    return play, "".join(draw(st.lists(letters, min_size=length, max_size=length)))


@pytest.mark.sampled
@pytest.mark.parametrize("choose", [chosen, fallen_back])
@settings(max_examples=examples(50))
@given(drawn=words())
@example(drawn=(table(lives=8), "abcdefghijklmnopqrstuvwx"))
@example(drawn=(table(category=KANA, length=4), "ゆまねごせおぶせ"))
def test_bots_play_to_the_end_whatever_word_a_person_types(
    choose: Chooser, drawn: tuple[Play, str]
) -> None:
    play, word = drawn
    dealt = Play(play.rules, play.state)
    dealt.do("dealer", SetWord(1, Secret(word)))
    guessed(dealt, choose)
    ends = {board.end for board in dealt.state.boards}
    assert ends <= {End.FOUND, End.LIVES, End.BEATEN}
    if play.rules.options.lives is None:
        assert End.FOUND in ends


@pytest.mark.parametrize("choose", [chosen, fallen_back])
def test_a_word_longer_than_any_is_spelled_by_the_letters_of_the_most_words(
    choose: Chooser,
) -> None:
    play = table(lives=None)
    play.do("dealer", SetWord(1, Secret("abcdefghijklmnopqrstuvwx")))
    guesses = [one.text for one in guessed(play, choose) if len(one.text) == 1]
    listed = word_list(ENGLISH_WORDS).words
    held = [sum(letter in word for word in listed) for letter in guesses]
    assert held == sorted(held, reverse=True)


def test_the_only_word_left_is_named_where_a_person_thinks_of_one() -> None:
    pack = Pack("few", ("cat", "cow", "dog"))
    play = table(pack, dealer=Dealer.THOUGHT, length=3, lives=8)
    named: list[str] = []
    while play.rules.outcome(play.state) is None:
        seat = min(play.rules.to_act(play.state))
        if seat == "dealer":
            asked = play.state.boards[0].asked
            assert asked
            named += [asked.text] if asked.is_word else []
            right = AnswerSolve(play.state.turn, right=True)
            places = tuple(place for place, one in enumerate("dog") if one == asked.text)
            team = play.state.boards[0].team
            play.do(seat, right if asked.is_word else AnswerLetter(play.state.turn, team, places))
        else:
            action = chosen(ROSTER.build_request(play.rules, play.seen(seat)))
            assert action
            play.do(seat, action)
    assert named == ["dog"]
    assert play.state.boards[0].end is End.FOUND


def test_a_person_who_thought_of_another_word_than_is_named_tells_it_and_wins() -> None:
    play = table(Pack("few", ("cat",)), dealer=Dealer.THOUGHT, length=3, lives=8)
    guess = chosen(ROSTER.build_request(play.rules, play.seen("guess1")))
    assert isinstance(guess, GuessText)
    assert len(guess.text) > 1
    play.do("guess1", guess)
    with pytest.raises(IllegalAction) as refused:
        play.do("dealer", AnswerSolve(play.state.turn, right=False))
    assert refused.value.phrase.key == "hangman-no-other-word"
    play.do("dealer", SetWord(play.state.turn, Secret("dog")))
    assert play.state.boards[0].end is End.UNKNOWN


@pytest.mark.parametrize("length", [2, 24])
def test_a_bot_in_a_persons_place_deals_a_word_of_the_nearest_length(length: int) -> None:
    play = table(length=length, category="animals")
    asked = ROSTER.build_request(play.rules, play.seen("dealer"))
    fixed = hangman_bots()[DEALER_BOT].choose(asked, Memory(), np.random.default_rng(0)).action
    assert fixed
    play.do("dealer", fixed)
    lengths = {len(word) for word in word_list("animals").words}
    assert play.state.length == min(lengths, key=lambda one: abs(one - length))
