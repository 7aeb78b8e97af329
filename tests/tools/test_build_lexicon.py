"""The words that the builder writes, and the shipped word files against its rules."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from tools.build_lexicon import (
    BUILT,
    DATA,
    LEFT_OUT,
    board_words,
    listed,
    parse,
    write_manifest,
    zero_rows,
)
from tools.lexicon.vocabulary import SPELLING, is_numeral

UNSAID = DATA / "unsaid_words.txt"


def test_the_task_has_defaults_but_for_the_network() -> None:
    task = parse(["--minilm", "somewhere"])
    assert task.minilm == Path("somewhere")
    assert task.out == DATA
    assert task.models == BUILT == ("minilm", "piece", "gloss", "wordnet", "sense")
    with pytest.raises(SystemExit):
        parse([])


def test_one_model_can_be_built_alone() -> None:
    assert parse(["--minilm", "x", "--models", "gloss"]).models == ("gloss",)
    with pytest.raises(SystemExit):
        parse(["--minilm", "x", "--models", "crystal-ball"])
    with pytest.raises(SystemExit):
        parse(["--minilm", "x", "--models", "associations"])


def test_the_manifest_has_the_digest_of_every_other_file(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_bytes(b"whale\n")
    (tmp_path / "a.npy").write_bytes(b"")
    write_manifest(tmp_path)
    write_manifest(tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert list(manifest) == ["a.npy", "b.txt"]
    assert manifest["b.txt"] == hashlib.sha256(b"whale\n").hexdigest()


def test_rows_of_nothing_are_counted() -> None:
    assert zero_rows(np.array([[0, 0], [0, 1], [0, 0]], dtype=np.int8)) == 2


def test_comments_and_blank_lines_are_not_listed(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("# why\nwhale\n\nsea\n")
    assert listed(path) == ["whale", "sea"]


def test_shipped_clue_words_keep_the_rules_of_spelling() -> None:
    left_out = {word for line in listed(LEFT_OUT) for word in line.split()}
    words = set(listed(DATA / "clue_words.txt")) - set(board_words(DATA))
    assert all(SPELLING.fullmatch(word) and not is_numeral(word) for word in words)
    assert not words & left_out


def test_rare_words_are_clue_words_that_are_not_on_the_board() -> None:
    rare = set(listed(DATA / "rare_words.txt"))
    assert rare < set(listed(DATA / "clue_words.txt"))
    assert not rare & set(board_words(DATA))


def test_the_board_words_are_those_of_every_pack(tmp_path: Path) -> None:
    (tmp_path / "board_en.txt").write_text("# today's\nwhale\n")
    (tmp_path / "board_en_1.txt").write_text("sea\nwhale\n")
    (tmp_path / "block.txt").write_text("corpse\n")
    assert set(board_words(tmp_path)) == {"whale", "sea"}


def test_the_words_that_nobody_says_are_sorted_and_no_cards() -> None:
    unsaid = listed(UNSAID)
    assert unsaid == sorted(set(unsaid))
    assert all(SPELLING.fullmatch(word) for word in unsaid)
    assert not set(unsaid) & set(board_words(DATA))
