from collections.abc import Iterator

import pytest

from tests.adapters.terminal.tables import OPEN


@pytest.fixture(autouse=True)
def closed_tables() -> Iterator[None]:
    """Close each table that a test has opened."""
    yield
    OPEN.close()
