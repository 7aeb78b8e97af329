import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from adapters.terminal.cells import centred, padded, printable, shortened, width, wrapped

SHOWN = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cf")), max_size=30)
NARROW = st.text(st.characters(max_codepoint=126, min_codepoint=33), min_size=1, max_size=12)


def test_a_wide_character_takes_two_cells_and_a_combining_mark_none() -> None:
    assert width("クジラ") == 6
    assert width("e\u0301") == 1


def test_a_control_character_takes_no_cell() -> None:
    assert width("a\x07b") == 2


@given(SHOWN, st.integers(1, 20))
def test_padded_text_takes_exactly_its_cells(text: str, size: int) -> None:
    assert width(padded(text, size)) == size


@given(SHOWN, st.integers(1, 20))
def test_centred_text_takes_exactly_its_cells(text: str, size: int) -> None:
    assert width(centred(text, size)) == size


@given(SHOWN, st.integers(1, 20))
def test_shortened_text_never_exceeds_its_limit_and_short_text_stays(text: str, limit: int) -> None:
    short = shortened(text, limit)
    assert width(short) <= limit
    assert short == text or width(text) > limit


def test_a_cut_word_ends_in_an_ellipsis_even_in_the_middle_of_a_wide_one() -> None:
    assert shortened("東京タワー", 6) == "東京…"
    assert shortened("東京タワー", 0) == ""


@given(st.lists(NARROW, max_size=12), st.integers(2, 30))
def test_wrapping_loses_no_character_and_keeps_to_the_limit(words: list[str], limit: int) -> None:
    text = " ".join(words)
    lines = list(wrapped(text, limit))
    assert all(wcswidth(line) <= limit for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_wrapping_breaks_wide_text_that_has_no_spaces() -> None:
    assert list(wrapped("東京タワー", 4)) == ["東京", "タ", "ワー"]


def test_wide_text_beside_spaces_fills_its_lines() -> None:
    said = "この盤で spyring migrate を実行してください。"
    assert list(wrapped(said, 20)) == ["この盤で spyring", "migrate を実行してく", "ださい。"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("カードです。次は", ["カードで", "す。次は"]),
        ("これは「鯨」です", ["これは", "「鯨」で", "す"]),
        ("ひとつずっと", ["ひとつ", "ずっと"]),
        ("鯨とwhale", ["鯨と", "whale"]),
    ],
)
def test_no_line_of_wide_text_begins_or_ends_where_readers_would_stumble(
    text: str, lines: list[str]
) -> None:
    assert list(wrapped(text, 8)) == lines


@given(st.text("鯨タワー、。「」（っab -", max_size=30), st.integers(2, 20))
def test_wrapping_wide_text_loses_no_character_and_keeps_to_the_limit(
    text: str, limit: int
) -> None:
    lines = list(wrapped(text, limit))
    assert all(wcswidth(line) <= limit for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_wrapping_keeps_line_breaks() -> None:
    assert list(wrapped("one\n\ntwo", 9)) == ["one", "", "two"]


@pytest.mark.parametrize("steering", ["\x1b", "\x07", "\r", "\x9b", "\u2028", "\u202e", "\ud800"])
def test_what_would_steer_the_terminal_is_made_harmless(steering: str) -> None:
    assert printable(f"a{steering}[2Jb\n") == "a\N{REPLACEMENT CHARACTER}[2Jb\n"


def test_joiners_and_letters_of_any_script_stay() -> None:
    assert printable("میo\u200cクジラ é") == "میo\u200cクジラ é"
