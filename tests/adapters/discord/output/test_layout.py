import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.chat.buttons import button_label
from adapters.chat.message_view import AT, Paragraph, fit_lengths
from adapters.discord.calls import LIMITS
from adapters.discord.output.render import escape

texts = st.text(max_size=200)
edges = st.sampled_from(("", "**"))
paragraphs = st.builds(Paragraph, texts, edges, edges, st.booleans(), st.booleans())


@pytest.mark.parametrize(
    ("typed", "escaped"),
    [
        ("whale", "whale"),
        ("くじら。", "くじら。"),
        ("**b** _i_ ~s~ `c` ||x||", r"\*\*b\*\* \_i\_ \~s\~ \`c\` \|\|x\|\|"),
        ("[a](https://b.example)", r"\[a\](https\://b.example)"),
        ("<@1> <:e:2> <t:3:R>", rf"\<{AT}1\> \<:e:2\> \<t:3:R\>"),
        ("@everyone", f"{AT}everyone"),
        ("# a", r"\# a"),
        ("-# a", r"-\# a"),
        ("- a - b", r"\- a - b"),
        ("+ a", r"\+ a"),
        ("SHA-256: 1.5", "SHA-256: 1.5"),
        ("> a", r"\> a"),
        ("1. a 2. b", r"1\. a 2. b"),
        ("\\*", r"\\\*"),
        ("a\u202eb", "ab"),
    ],
)
def test_what_people_type_is_shown_as_it_is(typed: str, escaped: str) -> None:
    assert escape(typed) == escaped


@given(texts)
def test_a_label_is_one_line_that_is_never_empty_nor_too_long(text: str) -> None:
    assert 1 <= len(button_label(text, LIMITS.label)) <= 80
    assert len(button_label(text, LIMITS.label).splitlines()) == 1


@given(st.lists(paragraphs, max_size=20), st.integers(0, 3000))
def test_paragraphs_are_cut_to_the_limit_and_no_more(all_: list[Paragraph], limit: int) -> None:
    kept = fit_lengths(all_, limit)
    assert len("\n".join(str(one) for one in kept if one)) <= limit
    for one, left in zip(all_, kept, strict=True):
        assert left is None or (left.before, left.after) == (one.before, one.after)
        assert left is None or left == one or not one.is_uncut
    if sum(len(str(one)) + 1 for one in all_) <= limit:
        assert kept == tuple(all_)


@given(st.lists(paragraphs, max_size=20), st.integers(0, 3000))
def test_what_is_needed_is_left_out_last(all_: list[Paragraph], limit: int) -> None:
    gone = [
        one.is_needed for one, left in zip(all_, fit_lengths(all_, limit), strict=True) if not left
    ]
    if any(gone):
        assert gone.count(False) == sum(not one.is_needed for one in all_)


def test_the_longest_paragraph_is_cut_first() -> None:
    short, long = fit_lengths([Paragraph("short"), Paragraph("long " * 100)], 60)
    assert str(short) == "short"
    assert str(long).endswith("…")
    assert 40 < len(str(long)) <= 60
