"""Refusals at a table of hangman, which cost nothing, and settings that it refuses."""

import pytest

from core.hangman.model import (
    Action,
    AnswerLetter,
    AnswerSolve,
    GameEnded,
    GuessText,
    SetWord,
    TakeHint,
)
from core.hangman.options import Dealer, Mode, Options, Team
from core.hangman.rules import Hangman
from core.rules import CHANCE, OptionsError, Refusal, Secret
from core.view import Phrase, phrase
from core.words.packs import Pack
from core.words.word_lists import KANA
from tests.core.hangman.tables import CHECK, DEALER, Play, fixed, table


@pytest.mark.parametrize(
    ("seat", "action", "key"),
    [
        ("guess1", GuessText(1, "u"), "hangman-letter-guessed"),
        ("guess1", GuessText(1, "é"), "hangman-letter-unknown"),
        ("guess1", GuessText(1, "か"), "hangman-letter-unknown"),
        ("guess1", GuessText(1, "cat"), "hangman-solve-length"),
        ("guess1", GuessText(1, "planet"), "hangman-solve-misfit"),
        ("guess1", GuessText(1, "grumps"), "hangman-solve-unknown"),
        ("guess1", SetWord(1, Secret("trumps")), "hangman-only-dealer"),
        ("guess1", AnswerLetter(1, Team.GUESSERS, ()), "hangman-only-dealer"),
        ("guess1", GuessText(2, "r"), "other-turn"),
        ("guess2", GuessText(1, "r"), "no-such-chair"),
        ("dealer", GuessText(1, "r"), "hangman-dealer-guesses"),
        ("dealer", AnswerLetter(1, Team.GUESSERS, ()), "hangman-nothing-asked"),
        ("dealer", AnswerSolve(1, right=True), "hangman-nothing-asked"),
        ("dealer", SetWord(1, Secret("trumps")), "hangman-no-word-wanted"),
        (CHANCE, GuessText(1, "r"), "no-such-chair"),
    ],
)
def test_what_cannot_be_done_is_refused_and_costs_nothing(
    seat: str, action: Action, key: str
) -> None:
    play = table(lives=3)
    play.guess("u")
    assert play.refusal(seat, action) == key
    assert play.board.wrong == 0


@pytest.mark.parametrize(
    ("places", "key"),
    [((0, 6), "hangman-no-place"), ((-1,), "hangman-no-place"), ((0,), "hangman-answer-misfit")],
)
def test_an_answer_that_no_word_fits_is_refused(places: tuple[int, ...], key: str) -> None:
    play = table()
    play.do("guess1", GuessText(1, "u"))
    assert play.refusal(DEALER, AnswerLetter(1, Team.GUESSERS, places)) == key


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("naïve", "hangman-word-letters"),
        ("two words", "hangman-word-letters"),
        ("a", "hangman-word-length"),
        ("a" * 25, "hangman-word-length"),
    ],
)
def test_a_word_that_nobody_could_guess_is_not_taken(word: str, key: str) -> None:
    play = table(dealer=Dealer.WORD)
    assert play.refusal(DEALER, SetWord(1, Secret(word))) == key
    assert play.refusal("guess1", GuessText(1, "a")) == "hangman-no-word-yet"


def said(play: Play, seat: str, line: str) -> Phrase:
    """Return the sentence that refuses a line."""
    with pytest.raises(Refusal) as refused:
        play.line(seat, line)
    return refused.value.phrase


@pytest.mark.parametrize(
    ("typed", "letters"),
    [("ゔぁいおりん", ("ぁ", "ゔ")), ("ヴぉ", ("ぉ", "ゔ")), ("さくゔら", ("ゔ",))],
)
@pytest.mark.parametrize("dealer", [Dealer.WORD, Dealer.THOUGHT])
def test_kana_that_no_word_of_the_list_has_are_named(
    dealer: Dealer, typed: str, letters: tuple[str, ...]
) -> None:
    play = table(("さくら", "いおりん"), dealer=dealer, category=KANA)
    assert said(play, DEALER, f"word {typed}") == phrase("hangman-word-kana", letters=letters)


@pytest.mark.parametrize("typed", ["sakura", "桜", "さく ら", "さ7"])
def test_a_word_in_no_kana_is_refused_without_a_letter_of_it(typed: str) -> None:
    play = table(("さくら",), dealer=Dealer.WORD, category=KANA)
    assert said(play, DEALER, f"word {typed}") == phrase("hangman-word-letters", script="kana")


# The word that a person has thought of, revealed.


@pytest.mark.parametrize(
    ("answers", "word", "params"),
    [
        ({"u": (2,)}, "planet", {"letter": "U", "stands": "none", "said": (3,)}),
        ({"c": ()}, "planck", {"letter": "C", "stands": (5,), "said": "none"}),
        ({"s": (5,), "r": (1,)}, "trusts", {"letter": "S", "stands": (4, 6), "said": (6,)}),
        ({"u": (2,), "c": (0,), "r": (1,)}, "abuser", {"letter": "C", "stands": "none"}),
    ],
)
def test_the_first_answer_that_is_not_true_of_a_word_that_is_told_is_named(
    answers: dict[str, tuple[int, ...]], word: str, params: dict[str, object]
) -> None:
    play = table(dealer=Dealer.THOUGHT)
    for letter, places in answers.items():
        play.do("guess1", GuessText(1, letter))
        play.answer(places)
    refused = said(play, DEALER, f"word {word}")
    assert refused.key == "hangman-told-misfit"
    assert dict(refused.params).items() >= params.items()


def test_a_word_that_is_told_has_as_many_letters_as_the_board_and_was_not_denied() -> None:
    play = table(dealer=Dealer.THOUGHT)
    assert said(play, DEALER, "word plan") == phrase("hangman-told-length", length=6)
    play.solve("trumps")
    play.answer_solve(right=False)
    assert said(play, DEALER, "word trumps") == phrase("hangman-told-denied")


def test_a_person_may_tell_a_word_with_kana_that_no_word_of_its_length_has() -> None:
    play = table(("さくら", "いおりん"), dealer=Dealer.THOUGHT, category=KANA)
    assert play.line(DEALER, "word いくら")[-1] == GameEnded(Team.DEALER)


def test_the_word_is_set_once() -> None:
    assert fixed("trumps").refusal(DEALER, SetWord(1, Secret("crumbs"))) == "hangman-word-stands"


def test_hints_can_be_off_and_are_not_had_of_a_person_who_thinks() -> None:
    assert table(hints=False).refusal("guess1", TakeHint(1)) == "hangman-hints-off"
    assert table(dealer=Dealer.THOUGHT).refusal("guess1", TakeHint(1)) == "hangman-hint-thought"


# Tables.


@pytest.mark.parametrize(
    ("options", "key"),
    [
        (Options(length=1), "option-integer"),
        (Options(length=25), "option-integer"),
        (Options(length=9, category=KANA), "option-integer"),
        (Options(lives=0), "option-integer"),
        (Options(lives=27), "option-integer"),
        (Options(guessers=9), "option-integer"),
        (Options(length=7), "hangman-no-word-of-length"),
        (Options(mode=Mode.RACE, dealer=Dealer.THOUGHT), "hangman-race-dealer"),
        (Options(daily="tomorrow", dealer=Dealer.HONEST), "hangman-daily-date"),
        (Options(daily="2026-01-31"), "hangman-daily-dealer"),
    ],
)
def test_no_table_is_set_with_such_options(options: Options, key: str) -> None:
    with pytest.raises(OptionsError) as refused:
        Hangman(options, Pack("test", CHECK))
    assert refused.value.phrase.key == key
