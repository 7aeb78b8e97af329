import pytest

from bot.logs import error_location


def _fail() -> None:
    raise ValueError("the assassin is A1")


def test_blame_tells_kind_and_place_and_no_words() -> None:
    with pytest.raises(ValueError, match="assassin") as failed:
        _fail()
    told = error_location(failed.value)
    assert told.startswith("ValueError in _fail, test_logs_blame.py:")
    assert "assassin" not in told


def test_an_error_that_was_never_raised_has_no_place() -> None:
    assert error_location(KeyError("x")) == "KeyError"
