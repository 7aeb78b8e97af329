"""Answers of agents that almost follow the protocol."""

from typing import Any

from hypothesis import strategies as st

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 10),
    st.floats(-1.0, 2.0),
    st.sampled_from(["lion", "ice cream", "card1", "clueword", "clue", "", "a b"]),
)


def nearly_right() -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for objects with the protocol's names and all kinds of values."""
    card = st.fixed_dictionaries({"card": VALUES}, optional={"chance": VALUES, "more": VALUES})
    return st.fixed_dictionaries(
        {"type": st.sampled_from(["clue", "guesses", "ready"])},
        optional={"word": VALUES, "number": VALUES, "guesses": st.lists(card, max_size=4)},
    )
