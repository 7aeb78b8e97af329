"""Splitting words into pieces, with a list of a few."""

import pytest

from tools.lexicon.wordpiece import cut, encode, read_pieces, split

PIECES = read_pieces(
    ["[UNK]", "[CLS]", "[SEP]", "whale", "play", "##ing", "##s", "pl", "##ay", ","]
)


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("whale", ("whale",)),
        ("whales", ("whale", "##s")),
        ("playing", ("play", "##ing")),
        ("plays", ("play", "##s")),
        ("walrus", ("[UNK]",)),
        ("whalex", ("[UNK]",)),
        ("", ()),
    ],
)
def test_a_word_is_cut_longest_piece_first(word: str, pieces: tuple[str, ...]) -> None:
    assert cut(word, PIECES) == pieces


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The Whale", ["the", "whale"]),
        ("café (old)", ["cafe", "(", "old", ")"]),
        ("don't", ["don", "'", "t"]),
        ("  two   spaces ", ["two", "spaces"]),
        ("a,b", ["a", ",", "b"]),
    ],
)
def test_a_text_is_split_into_plain_words_and_marks(text: str, words: list[str]) -> None:
    assert list(split(text)) == words


def test_an_encoded_text_stands_between_its_marks() -> None:
    assert encode("Whales, playing", PIECES) == (1, 3, 6, 9, 4, 5, 2)
