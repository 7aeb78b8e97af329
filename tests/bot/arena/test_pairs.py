"""Pairs by name, and commands that contain plus signs and quotation marks."""

import pytest

from bot.arena.pairs import PairNames, read_pair
from core.rules import Refusal

KNOWN = ("ace", "ace-paper", "gloss")


@pytest.mark.parametrize(
    ("text", "spymaster", "guesser"),
    [
        ("ace+gloss", "ace", "gloss"),
        ("ace-paper+ace-paper", "ace-paper", "ace-paper"),
        ("exec:python agent.py+gloss", "exec:python agent.py", "gloss"),
        ("gloss+exec:python agent.py", "gloss", "exec:python agent.py"),
        ("exec:./a+exec:./b", "exec:./a", "exec:./b"),
        ('exec:"./a"+exec:"./b c"', "exec:./a", "exec:./b c"),
        ("exec:'./a +x'+gloss", "exec:./a +x", "gloss"),
        ("exec:./a -e 'x+y'+gloss", "exec:./a -e 'x+y'", "gloss"),
        ("exec:'a' 'b'+gloss", "exec:'a' 'b'", "gloss"),
        # Only one way of reading it gives two players.
        ("exec:./c++ x+gloss", "exec:./c++ x", "gloss"),
        ("gloss+exec:./c++", "gloss", "exec:./c++"),
    ],
)
def test_a_pair_is_read(text: str, spymaster: str, guesser: str) -> None:
    assert read_pair(text, KNOWN) == PairNames(spymaster, guesser)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("ace", "arena-pair-parts"),
        ("", "arena-pair-parts"),
        ("'ace+gloss'", "arena-pair-parts"),
        ("ace+gloos", "asset-unknown-expert"),
        ("ace+gloss+gloss", "asset-unknown-expert"),
        ("ace+exec:", "asset-unknown-expert"),
        ("+", "asset-unknown-expert"),
        ("exec:a+exec:b+gloss", "arena-pair-ambiguous"),
        ("exec:'a+gloss", "arena-exec-quotes"),
    ],
)
def test_what_is_no_pair_is_refused(text: str, key: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_pair(text, KNOWN)
    assert refused.value.phrase.key == key
