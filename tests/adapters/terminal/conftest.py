from collections.abc import Iterator
from typing import Final

import pytest
from prompt_toolkit.application import application
from prompt_toolkit.key_binding.defaults import load_key_bindings

from tests.adapters.terminal.tables import OPEN

_KEYS: Final = load_key_bindings()


@pytest.fixture(autouse=True)
def closed_tables() -> Iterator[None]:
    """Close each table that a test has opened."""
    yield
    OPEN.close()


@pytest.fixture(autouse=True)
def _keys_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share the library's key bindings, which have no state: a sixth of the time of a prompt."""
    monkeypatch.setattr(application, "load_key_bindings", lambda: _KEYS)
