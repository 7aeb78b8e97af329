"""New databases for each start of the program: migrated once, then copied by statements."""

import pytest

from tests.kept import keep_tables


@pytest.fixture(autouse=True)
def _tables_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_tables(monkeypatch)
