"""The words that an answer leaves, against the same in plain Python."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.hangman.candidates import Candidates, Dictionary, Family
from core.rules import OptionsError

CHECK = ("crumbs", "trucks", "trumps", "truths")


def candidates(*words: str) -> Candidates:
    return Dictionary.of(words, len(words[0])).all()


def plain_places(word: str, letter: str) -> tuple[int, ...]:
    return tuple(place for place, other in enumerate(word) if other == letter)


def plain_score(words: list[str], guessed: set[str]) -> int:
    return sum(len(set(word) - guessed) for word in words)


@st.composite
def lists(draw: st.DrawFn) -> list[str]:
    length = draw(st.sampled_from([1, 2, 3, 5, 18]))
    letters = draw(st.sampled_from(["abc", "abcdefz", "あいかーん"]))
    return draw(st.lists(st.text(letters, min_size=length, max_size=length), min_size=1))


def test_a_letter_splits_words_by_the_places_where_it_stands() -> None:
    families = candidates("error", "river", "rarer", "apple").families("r")
    assert families == (
        Family((), 1, 4),
        Family((0, 4), 1, 3),
        Family((0, 2, 4), 1, 2),
        Family((1, 2, 4), 1, 2),
    )


def test_the_words_of_the_check_score_as_the_check_says() -> None:
    words = candidates(*CHECK)
    assert words.families("u") == (Family((2,), 4, 19),)
    assert words.answered("u", (2,)).score == 19


@settings(deadline=None)
@given(lists(), st.data())
def test_families_and_scores_are_those_of_plain_python(
    words: list[str], data: st.DataObject
) -> None:
    left, guessed, now = sorted(set(words)), set[str](), candidates(*sorted(set(words)))
    for letter in data.draw(st.permutations(now.dictionary.alphabet)):
        split: dict[tuple[int, ...], list[str]] = {}
        for word in left:
            split.setdefault(plain_places(word, letter), []).append(word)
        guessed.add(letter)
        expected = {
            Family(places, len(family), plain_score(family, guessed))
            for places, family in split.items()
        }
        assert set(now.families(letter)) == expected
        places = data.draw(st.sampled_from(sorted(split)))
        left, now = split[places], now.answered(letter, places)
        assert (list(now.words()), now.score, now.guessed) == (
            left,
            plain_score(left, guessed),
            frozenset(guessed),
        )


@settings(deadline=None)
@given(lists())
def test_counts_are_the_words_that_have_each_letter(words: list[str]) -> None:
    all_words = candidates(*words)
    for now in (all_words, all_words.without(words[0])):
        counted = dict(zip(now.dictionary.alphabet, now.counts().tolist(), strict=True))
        assert counted == {
            letter: sum(letter in word for word in now.words()) for letter in counted
        }


def test_an_answer_that_no_word_fits_leaves_none() -> None:
    left = candidates(*CHECK).answered("u", (0,))
    assert (len(left), left.words(), left.score) == (0, (), 0)


def test_a_letter_answered_twice_counts_once() -> None:
    once = candidates(*CHECK).answered("u", (2,))
    assert once.answered("u", (2,)).score == once.score
    with pytest.raises(ValueError, match="already"):
        once.families("u")


def test_a_letter_that_is_in_no_word_can_only_be_rejected() -> None:
    words = candidates("あい", "いう")
    assert words.families("ん") == (Family((), 2, 4),)
    assert len(words.answered("ん", (1,))) == 0


def test_a_word_that_was_wrong_is_left_out_and_nothing_else_changes() -> None:
    words = candidates(*CHECK).answered("u", (2,))
    left = words.without("trucks")
    assert left.words() == ("crumbs", "trumps", "truths")
    assert (left.score, left.guessed) == (14, frozenset("u"))
    assert [word for word in CHECK if left.has(word)] == list(left.words())
    assert left.without("trucks").words() == left.without("other").words() == left.words()
    assert not left.has("trump")
    assert left.word(1) == "trumps"


def test_words_of_another_length_and_repeated_ones_do_not_count() -> None:
    dictionary = Dictionary.of(["whale", "sea", "shark", "whale"], 5)
    assert dictionary.words == ("whale", "shark")


@pytest.mark.parametrize(
    ("words", "first", "last", "size"),
    [(("az", "by"), "a", "z", 26), (("らー", "あき"), "あ", "ー", 4)],
)
def test_the_alphabet_is_a_to_z_or_what_the_words_are_written_in(
    words: tuple[str, ...], first: str, last: str, size: int
) -> None:
    alphabet = Dictionary.of(words, 2).alphabet
    assert (alphabet[0], alphabet[-1], len(alphabet)) == (first, last, size)


def test_a_list_without_a_word_of_the_length_is_refused() -> None:
    with pytest.raises(OptionsError) as refused:
        Dictionary.of(CHECK, 7)
    assert refused.value.phrase.key == "hangman-no-word-of-length"
    assert dict(refused.value.phrase.params) == {"length": 7}


def test_more_letters_than_any_alphabet_are_an_error() -> None:
    with pytest.raises(ValueError, match="too many"):
        Dictionary.of(map(chr, range(0x4E00, 0x4F00)), 1)
