"""The reader of WordNet's files, on lines in their format."""

from pathlib import Path

import pytest

from tools.lexicon.wordnet import (
    PartOfSpeech,
    Sense,
    parse_counts,
    parse_exceptions,
    parse_index,
    parse_synsets,
    read_wordnet,
)

NOUN, VERB, ADJECTIVE = PartOfSpeech.NOUN, PartOfSpeech.VERB, PartOfSpeech.ADJECTIVE

LICENCE = "  1 This text stands at the head of every file.  "
DOG = (
    "00000100 05 n 02 dog 0 domestic_dog 0 002 @ 00000300 n 0000 + 00000500 v 0101 "
    '| an animal that barks; "the dog barked"  '
)
DOG_VERB = "00000500 38 v 01 dog 0 001 + 00000100 n 0101 01 + 08 00 | go after  "
ASLEEP = "00000700 00 s 01 asleep(p) 0 000 | sleeping  "


def test_a_synset_has_words_relations_and_gloss() -> None:
    (dog,) = parse_synsets([LICENCE, DOG])
    assert dog.id == (NOUN, "00000100")
    assert dog.words == ("dog", "domestic_dog")
    assert dog.related == ((NOUN, "00000300"), (VERB, "00000500"))
    assert dog.gloss == 'an animal that barks; "the dog barked"'


def test_the_frames_of_a_verb_are_no_relations() -> None:
    (verb,) = parse_synsets([DOG_VERB])
    assert verb.related == ((NOUN, "00000100"),)


def test_a_satellite_is_an_adjective_without_its_marker() -> None:
    (asleep,) = parse_synsets([ASLEEP])
    assert asleep.id == (ADJECTIVE, "00000700")
    assert asleep.words == ("asleep",)


def test_a_word_count_is_hexadecimal() -> None:
    words = " ".join(f"w{number} 0" for number in range(16))
    (synset,) = parse_synsets([f"00000900 03 n 10 {words} 000 | many names  "])
    assert len(synset.words) == 16


def test_counts_go_by_part_of_speech_lemma_and_sense() -> None:
    counts = parse_counts(["dog%1:05:00:: 1 42", "dog%2:38:00:: 1 2", "asleep%5:00:00:x:00 1 7"])
    assert counts == {(NOUN, "dog", 1): 42, (VERB, "dog", 1): 2, (ADJECTIVE, "asleep", 1): 7}


def test_an_index_line_gives_senses_in_order() -> None:
    lines = [LICENCE, "dog n 2 2 @ + 2 1 00000100 00000200  "]
    senses = parse_index(lines, NOUN, {(NOUN, "dog", 1): 42})
    assert senses["dog"] == (Sense(1, 42, (NOUN, "00000100")), Sense(2, 0, (NOUN, "00000200")))


def test_an_exception_may_have_several_lemmas() -> None:
    assert parse_exceptions(["mice mouse", "axes ax axis"]) == {
        "mice": ("mouse",),
        "axes": ("ax", "axis"),
    }


def write_database(folder: Path) -> None:
    for part in PartOfSpeech:
        for kind in ("data.{}", "index.{}", "{}.exc"):
            (folder / kind.format(part.value)).write_text("")
    (folder / "cntlist.rev").write_text("dog%1:05:00:: 1 42\n")
    (folder / "data.noun").write_text(f"{LICENCE}\n{DOG}\n")
    (folder / "data.verb").write_text(f"{DOG_VERB}\n")
    (folder / "index.noun").write_text("dog n 1 2 @ + 1 1 00000100  \n")
    (folder / "index.verb").write_text("dog v 1 1 + 1 0 00000500  \n")


def test_a_database_joins_its_files(tmp_path: Path) -> None:
    write_database(tmp_path)
    wordnet = read_wordnet(tmp_path)
    assert [sense.count for sense in wordnet.of("dog")] == [42, 0]
    assert {wordnet.synsets[sense.synset].gloss[:2] for sense in wordnet.of("dog")} == {"an", "go"}
    assert wordnet.of("cat") == ()


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    write_database(tmp_path)
    (tmp_path / "data.adj").unlink()
    with pytest.raises(FileNotFoundError):
        read_wordnet(tmp_path)
