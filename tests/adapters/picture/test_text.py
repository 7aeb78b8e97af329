from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont

from adapters.picture import render
from adapters.picture.board import LETTER_SIZE, PictureLayout
from adapters.picture.text import (
    CAPITAL_SHARE,
    JAPANESE,
    NARROWEST,
    Box,
    fit_text,
    font_for,
    leading,
    line_width,
    missing,
    wrapped,
)
from core.words.japanese import japanese_words
from core.words.packs import Pack, default_pack, japanese_pack, undrawn
from tests.adapters.picture.grids import grid_of, opened

SENTENCES = Path(__file__).parents[3] / "bot" / "texts" / "ja"


@given(st.text(max_size=80), st.integers(60, 300), st.integers(40, 120), st.integers(20, 36))
def test_set_lines_fit_their_box_and_keep_their_height(
    text: str, width: int, height: int, size: int
) -> None:
    setting = fit_text(text, Box(0, 0, width, height), size, None)
    assert setting.size == size
    assert (len(setting.lines) - 1) * leading(size) + size * CAPITAL_SHARE <= height
    assert all(line_width(line, size, None) * NARROWEST <= width for line in setting.lines)


@pytest.mark.parametrize(
    ("word", "lines", "narrowed"),
    [
        ("WHALE", ("WHALE",), False),
        ("ICE  CREAM", ("ICE CREAM",), True),
        ("WASHINGTON", ("WASHINGTON",), True),
        ("SCUBA DIVING SUITS", ("SCUBA", "DIVING SUITS"), True),
        ("SEA OF JAPAN", ("SEA OF", "JAPAN"), False),
        ("THE GREAT BARRIER REEF", ("THE GREAT", "BARRIER REEF"), True),
        ("ENCYCLOPEDICALLY", ("ENCYCLOP-", "EDICALLY"), True),
    ],
)
def test_a_word_is_narrowed_then_wrapped_then_broken(
    word: str, lines: tuple[str, ...], narrowed: bool
) -> None:
    box = PictureLayout.word
    setting = fit_text(word, box, LETTER_SIZE, None)
    assert setting.lines == lines
    widest = max(line_width(line, LETTER_SIZE, None) for line in lines)
    assert (widest > box.width) == narrowed


def test_every_word_of_the_embedded_pack_stands_whole_on_one_line() -> None:
    box = PictureLayout.word
    for word in map(str.upper, default_pack().words):
        assert fit_text(word, box, LETTER_SIZE, None).lines == (word,)


@pytest.mark.parametrize("word", ["Donaudampfschifffahrtsgesellschaft", "so very many words " * 9])
def test_what_fits_no_tile_is_cut_and_says_so(word: str) -> None:
    (*lines, last) = fit_text(word, PictureLayout.word, LETTER_SIZE, None).lines
    assert last.endswith("…")
    assert word.startswith(" ".join((*lines, last))[:-1])


# Fonts.


def test_pillow_s_own_font_has_plain_letters_only() -> None:
    assert missing("The quick brown fox, 0123456789!") == frozenset()
    assert missing("café くじら") == frozenset("éくじら")


def test_another_font_is_read_from_its_file(tmp_path: Path) -> None:
    own = ImageFont.load_default(20)
    assert isinstance(own, ImageFont.FreeTypeFont)
    assert isinstance(own.path, BytesIO)
    file = tmp_path / "font.ttf"
    file.write_bytes(own.path.getvalue())
    assert missing("whale é", file) == frozenset("é")
    assert opened(render(grid_of(3, 3), font=file)).size == opened(render(grid_of(3, 3))).size


@pytest.mark.parametrize(
    ("word", "lines"),
    [
        ("くじら", ("くじら",)),
        ("スキューバダイビング", ("スキューバ", "ダイビング")),
        ("ウォータースライダー", ("ウォーター", "スライダー")),
        ("机の上の長い言葉", ("机の上の", "長い言葉")),
        ("一目 イチモク", ("一目", "イチモク")),
    ],
)
def test_japanese_is_broken_at_spaces_or_between_characters(
    word: str, lines: tuple[str, ...]
) -> None:
    box = PictureLayout.word
    assert fit_text(word, box, LETTER_SIZE, JAPANESE).lines == lines


@pytest.mark.parametrize("word", ["アアアアアアーー", "ああああああっと", "ああああああ。。"])
def test_no_line_begins_with_what_belongs_to_the_character_before(word: str) -> None:
    for width in range(60, 240, 5):
        lines = wrapped(word, Box(0, 0, width, 900), 30, JAPANESE)
        assert all(line[0] not in "ーっ。" for line in lines)


def test_the_japanese_font_has_all_kana_and_the_characters_of_all_sentences_and_words() -> None:
    kana = "".join(map(chr, (*range(0x3041, 0x3094), *range(0x30A1, 0x30F7))))
    said = "".join(path.read_text("utf-8") for path in SENTENCES.glob("*.ftl"))
    said += "".join((*japanese_pack().words, *(word.spelling for word in japanese_words())))
    kanji = "".join(letter for letter in said if "\u4e00" <= letter <= "\u9fff")
    assert missing(kana + kanji, JAPANESE) == frozenset()


def test_the_font_is_chosen_by_the_letters() -> None:
    assert font_for("telescope") is None
    assert font_for("telescope 望遠鏡") == JAPANESE


@pytest.mark.parametrize(
    "word", ["whale", "ñandú", "кит", "鯨", "ё", "고래", "ї", "ł", "œuf", "Hanoī", "簡", "简"]
)
def test_a_pack_knows_which_cards_a_picture_can_show(word: str) -> None:
    assert bool(undrawn(Pack("mine", (word,)))) is bool(missing(word, font_for(word)))
