import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import iter_graphemes

from core.grapheme import cut
from tests.profile import examples


@pytest.mark.parametrize(
    ("text", "limit", "kept"),
    [
        ("whale", 3, "wha"),
        ("whale", 9, "whale"),
        ("cafe\u0301s", 4, "caf"),
        ("cafe\u0301s", 5, "cafe\u0301"),
        ("か\u3099くじら", 1, ""),
        ("ok 👩‍🚀👩‍🚀", 7, "ok 👩‍🚀"),
        ("👍🏽👍🏽", 3, "👍🏽"),
        ("🇯🇵🇯🇵", 3, "🇯🇵"),
        ("한글", 1, "한"),
        ("a\r\nb", 2, "a"),
        ("", 3, ""),
        ("whale", 0, ""),
    ],
)
def test_text_is_cut_between_graphemes(text: str, limit: int, kept: str) -> None:
    assert cut(text, limit) == kept


PARTS = (
    "a",
    " ",
    "한",
    "e\u0301",
    "か\u3099",
    "👩\u200d🚀",
    "👍🏽",
    "🇯🇵",
    "🇫🇷",
    "\u1112\u1161\u11ab",
    "\r\n",
)


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join), st.integers(0, 30))
@settings(max_examples=examples(200))
def test_what_is_kept_is_whole_and_as_long_as_can_be(text: str, limit: int) -> None:
    kept, longest = cut(text, limit), ""
    for one in iter_graphemes(text):
        if len(longest) + len(one) > limit:
            break
        longest += one
    assert kept == longest
