"""Small sets of words as bits, against the families of the arrays."""

from hypothesis import given, settings
from hypothesis import strategies as st

from core.hangman.candidates import Dictionary, mask_of
from core.hangman.partitions import Branch, Partitions, by_mask


def splits(*words: str) -> Partitions:
    return Partitions(Dictionary.of(words, len(words[0])).all(), nodes=0)


def test_branches_are_letters_that_tell_words_apart() -> None:
    found = splits("abc", "abd", "ebc")
    assert found.letters == ("a", "b", "c", "d", "e")
    branches = found.partition(found.every).branches
    assert [found.letter(branch.letter) for branch in branches] == ["a", "c", "d", "e"]
    assert branches[0] == Branch(found.known("a"), 0b100, (0b011,))


def test_letters_that_do_the_same_with_a_set_are_one_branch() -> None:
    found = splits("abc", "abd", "efc")
    # Of the first two words c has one and d the other; a and b are in both.
    assert len(found.partition(0b011).branches) == 2
    # b occurs where a does, and f where e does.
    letters = [found.letter(branch.letter) for branch in found.partition(found.every).branches]
    assert letters == ["a", "c", "d", "e"]


def test_having_counts_the_words_of_the_commonest_letter_that_is_not_common() -> None:
    found = splits("abc", "abd", "aeb")
    # All words have a at the first place, and b at different ones.
    assert found.partition(found.every).having == 3
    assert found.partition(0b011).having == 1


def test_common_letters_stand_at_the_same_places_in_all_words() -> None:
    found = splits("abca", "abda", "bbca")
    assert found.partition(0b011).common == found.known("ab")
    assert found.partition(0b101).common == found.known("c")
    assert found.partition(0b111).common == 0
    assert found.spelled(0b010) == found.known("abd")
    assert found.known("xyz") == 0


@settings(deadline=None)
@given(st.lists(st.text("abcd", min_size=3, max_size=3), min_size=1, max_size=20))
def test_masks_hold_every_word_once_as_the_families_do(words: list[str]) -> None:
    candidates = Dictionary.of(words, 3).all()
    for letter in "abcd":
        found = by_mask(candidates, letter)
        sizes = {mask_of(family.places): family.size for family in candidates.families(letter)}
        assert {mask: bits.bit_count() for mask, bits in found.items()} == sizes
        assert sum(found.values()) == (1 << len(candidates)) - 1
