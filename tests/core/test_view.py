import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.view import Cell, Colour, Face, Glyph, Grid, View, phrase, shorten


def test_what_only_one_viewer_may_know_is_not_printed() -> None:
    hint = Face("K", Glyph.CROSS, Colour.BLACK)
    view = View(
        phrase("title"), (Grid(((Cell("A1", "whale", hint=hint),),), phrase("alt", cards="CROSS")),)
    )
    assert "whale" in repr(view)
    assert "CROSS" not in repr(view)


@given(st.text(), st.integers(0, 40))
def test_a_cut_text_is_never_longer_than_the_limit(text: str, limit: int) -> None:
    shown = shorten(text, limit)
    assert len(shown) <= limit
    assert shown == text or shown == "" or shown.endswith("…")


@pytest.mark.parametrize(
    ("text", "limit", "kept"),
    [
        ("whale", 4, "wha"),
        ("cafe\u0301s", 5, "caf"),
        ("cafe\u0301sz", 6, "cafe\u0301"),
        ("か\u3099くじら", 2, ""),
        ("👩‍🚀👩‍🚀", 5, "👩‍🚀"),
        ("👍🏽👍🏽👍🏽", 4, "👍🏽"),
        ("🇯🇵🇯🇵🇯🇵", 4, "🇯🇵"),
        ("한글한글", 2, "한"),
        ("क्षिक्षि", 6, "क्षि"),
    ],
)
def test_a_text_is_cut_between_graphemes(text: str, limit: int, kept: str) -> None:
    assert shorten(text, limit) == f"{kept}…"


def test_a_phrase_with_the_same_values_is_the_same_in_any_order() -> None:
    assert phrase("key", a=1, b=2) == phrase("key", b=2, a=1)
    with pytest.raises(KeyError):
        phrase("key", a=1)["b"]
