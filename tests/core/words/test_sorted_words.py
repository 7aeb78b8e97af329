from hypothesis import given
from hypothesis import strategies as st

from core.words.sorted_words import SortedWords

few_letters = st.text("abc", max_size=6)
vocabularies = st.lists(few_letters, max_size=12)


@given(vocabularies, few_letters)
def test_what_follows_a_beginning_and_precedes_an_end_is_found(words: list[str], text: str) -> None:
    found = SortedWords(words)
    behind = [word.removeprefix(text) for word in words if word.startswith(text)]
    before = [word.removesuffix(text) for word in words if word.endswith(text)]
    assert sorted(found.behind(text)) == sorted(behind)
    assert sorted(found.before(text)) == sorted(before)


@given(vocabularies, few_letters)
def test_the_longest_known_beginning_and_end_of_a_text_are_found(
    words: list[str], text: str
) -> None:
    found, sizes = SortedWords(words), range(len(text) + 1)
    begins = [size for size in sizes if any(word.startswith(text[:size]) for word in words)]
    ends = [
        size for size in sizes if any(word.endswith(text[len(text) - size :]) for word in words)
    ]
    assert found.known_beginning(text) == max(begins, default=0)
    assert found.known_end(text) == max(ends, default=0)
