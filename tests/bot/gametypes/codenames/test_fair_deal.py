from doctest import DocTestParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codenames.deal import Supply, dealt_words, drawn_key
from core.codenames.key import Key, key_from_keyword
from core.codenames.model import Identity, Options, Team
from tests.bot.deals import PACK, boards

FAIR_DEAL = Path(__file__).parents[4] / "docs" / "fair-deal.md"


@pytest.fixture(scope="module")
def guide() -> dict[str, Any]:
    """The functions of the guide's worked example, which do not use the project."""
    names: dict[str, Any] = {}
    for example in DocTestParser().get_examples(FAIR_DEAL.read_text(encoding="utf-8")):
        if example.source.startswith(("def ", "from ")):
            exec(compile(example.source, FAIR_DEAL.name, "exec"), names)  # noqa: S102 - our own
    return names


def _letters(key: Key) -> tuple[str, str]:
    order = "".join(Identity.of(team).value for team in key.order)
    return order, "".join(identity.value for identity in key.identities)


@given(secret=st.binary(min_size=16, max_size=16), board=boards)
def test_the_guide_deals_the_same_key(
    guide: dict[str, Any], secret: bytes, board: tuple[int, int, int]
) -> None:
    rows, cols, teams = board
    key = drawn_key(Options(rows, cols, teams), secret)
    assert guide["deal_key"](secret, rows * cols, teams) == _letters(key)


@given(secret=st.binary(min_size=16, max_size=16), solo=st.sampled_from([Team.BLUE, Team.RED]))
def test_the_guide_deals_the_same_solo_key(
    guide: dict[str, Any], secret: bytes, solo: Team
) -> None:
    key = drawn_key(Options(solo=solo), secret)
    assert guide["deal_key"](secret, 25, 2, Identity.of(solo).value) == _letters(key)


@given(
    secret=st.binary(min_size=16, max_size=16),
    skipped=st.lists(st.sampled_from(PACK.words), max_size=10, unique=True),
)
def test_the_guide_deals_the_same_words(
    guide: dict[str, Any], secret: bytes, skipped: list[str]
) -> None:
    words = dealt_words(Supply(PACK, tuple(skipped)), 16, secret)
    assert tuple(guide["deal_words"](secret, 16, PACK.words, skipped)) == words


@given(keyword=st.text(st.characters(codec="utf-8")), board=boards)
def test_the_guide_lays_the_same_key_for_a_keyword(
    guide: dict[str, Any], keyword: str, board: tuple[int, int, int]
) -> None:
    rows, cols, teams = board
    key = key_from_keyword(keyword, rows, cols, teams)
    assert guide["keyword_key"](keyword, rows * cols, teams) == _letters(key)
