"""The builder of the English pack: the rules for its words, and the shipped pack against them."""

import json
from pathlib import Path

import pytest

from tools.build_board import (
    SOURCE,
    BoardError,
    Rules,
    ambiguous,
    check_board,
    main,
    read_board,
    read_rules,
)
from tools.build_lexicon import DATA, listed

LINES = ("bank\tplace for money; side of a river", "moon\twhat circles the earth", "ship\tboat")


def refusal(*lines: str, rules: Rules | None = None) -> str:
    with pytest.raises(BoardError) as refused:
        check_board(read_board(lines), rules or Rules(frozenset(), (), fewest=1))
    return str(refused.value)


def test_a_word_has_one_meaning_or_two() -> None:
    board = read_board(LINES)
    assert board["bank"] == ("place for money", "side of a river")
    assert ambiguous(board) == ["bank"]
    check_board(board, Rules(frozenset({"corpse"}), [("moon", "ship")], fewest=3))


@pytest.mark.parametrize("line", ["bank", "bank\t", "bank\tmoney; ", "bank\tmoney; river; shot"])
def test_a_line_without_a_meaning_or_with_too_many_is_refused(line: str) -> None:
    with pytest.raises(BoardError, match="one or two meanings"):
        read_board([line])


def test_a_word_that_stands_twice_is_refused() -> None:
    with pytest.raises(BoardError, match="write each word once: moon"):
        read_board([*LINES, "moon\tto show one's back"])


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("Bank\tplace; side",), "write 3 to 14 lower-case letters: Bank"),
        (("ice cream\tsweet; dessert",), "write 3 to 14 lower-case letters: ice cream"),
        (("bank\tplace; side", "ban\tto forbid; money"), "sort the words"),
        (("ban\tto forbid; money", "bank\tplace; side"), "keep one of ban and bank"),
        (("cities\ttowns; teams", "city\ttown; team"), "keep one of city and its plural cities"),
        (("ship\tlarge boat; to send", "ships\tboats; sends"), "keep one of ship and ships"),
        (("bank\tplace", "moon\tlight"), "add words with two meanings: 0 of 2"),
    ],
)
def test_words_that_break_a_rule_are_named(lines: tuple[str, ...], said: str) -> None:
    assert said in refusal(*lines)


def test_a_blocked_word_and_its_plural_are_refused() -> None:
    rules = Rules(frozenset({"corpse"}), (), fewest=1)
    assert "take out the blocked word corpse" in refusal("corpse\tbody; dead", rules=rules)
    assert "take out the blocked word corpses" in refusal("corpses\tbodies; dead", rules=rules)


def test_a_pack_of_few_words_is_refused() -> None:
    assert "add words: 3 of 640" in refusal(*LINES, rules=Rules(frozenset(), ()))


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ([("ship", "boat")], "write two words in alphabetical order: ship boat"),
        ([("ship",)], "write two words in alphabetical order: ship"),
        ([("boat", "ship")], "take out the pair of words that are not on the board: boat ship"),
        ([("moon", "ship"), ("bank", "moon")], "sort the pairs"),
    ],
)
def test_pairs_that_break_a_rule_are_named(pairs: list[tuple[str, ...]], said: str) -> None:
    assert said in refusal(*LINES, rules=Rules(frozenset(), pairs, fewest=1))


def test_the_shipped_pack_is_what_the_builder_writes(tmp_path: Path) -> None:
    for name in ("block.txt", "synonyms_en.txt"):
        (tmp_path / name).write_bytes((DATA / name).read_bytes())
    main(["--out", str(tmp_path)])
    written = (tmp_path / "board_en.txt").read_bytes()
    assert written == (DATA / "board_en.txt").read_bytes()
    assert "board_en.txt" in json.loads((tmp_path / "manifest.json").read_text())


def test_half_of_the_shipped_words_have_two_meanings() -> None:
    board = read_board(listed(SOURCE))
    assert 2 * len(ambiguous(board)) > len(board)
    assert 40 <= len(read_rules(DATA).pairs) <= 150
