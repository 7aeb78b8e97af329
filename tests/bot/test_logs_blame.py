import pytest

from bot.blame import blame


def _fail() -> None:
    raise ValueError("the assassin is A1")


def test_blame_tells_kind_and_place_and_no_words() -> None:
    with pytest.raises(ValueError, match="assassin") as failed:
        _fail()
    told = blame(failed.value)
    assert told.startswith("ValueError in _fail, test_blame.py:")
    assert "assassin" not in told


def test_an_error_that_was_never_raised_has_no_place() -> None:
    assert blame(KeyError("x")) == "KeyError"
