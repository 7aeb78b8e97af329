import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.chat.incoming import (
    ButtonAction,
    ButtonId,
    OpeningId,
    read_button_id,
    read_opening_id,
    read_request_id,
)
from bot.games import GameId

games = st.text("0123456789abcdef", min_size=1, max_size=16).map(GameId)
presses = st.builds(
    ButtonId,
    st.sampled_from(ButtonAction),
    games,
    st.integers(0, 10**6),
    st.text(min_size=1, max_size=60),
    st.none() | st.integers(0, 10**6),
    st.sampled_from(("", "chairs", "settings")),
    st.sampled_from(("", "42", "U1")),
)


@given(presses)
def test_what_was_written_is_read(press: ButtonId) -> None:
    assert read_button_id(str(press)) == press


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "s",
        "s:",
        "s:game",
        "s:game:1",
        "s:game:1:",
        "s@:game:1:hint",
        "s::1:x",
        "s:game:-1:x",
        "s:game:²:x",
        "s:game:1.:x",
        "s.:game:1:x",
        "s:game:1.²:x",
        "s:game:1234567890:x",
        "s:game:1.1234567890:x",
        f"s:game:{'9' * 5000}:x",
    ],
)
def test_an_id_of_somebody_else_stands_for_nothing(custom_id: str) -> None:
    assert read_button_id(custom_id) is None


@given(st.text(max_size=120))
def test_no_id_breaks_the_reader(custom_id: str) -> None:
    press = read_button_id(custom_id)
    assert press is None or press.line


def test_an_id_has_at_most_a_hundred_characters() -> None:
    assert ButtonId(ButtonAction.SUBMIT, GameId("g"), 1, "x" * 94).fits(100)
    assert not ButtonId(ButtonAction.SUBMIT, GameId("g"), 1, "x" * 95).fits(100)


def test_an_opening_reads_back_and_is_no_other_id() -> None:
    written = str(OpeningId("codenames"))
    assert read_opening_id(written) == OpeningId("codenames")
    assert (read_button_id(written), read_request_id(written)) == (None, None)
    for other in ("", "n", "n:", "s:game:1:pass", "a:1:help"):
        assert read_opening_id(other) is None
