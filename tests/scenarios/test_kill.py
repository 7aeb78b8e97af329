"""What was acknowledged before a SIGKILL stands once; what was not is done by its delivery again.

The same, longer: ``python -m tests.scenarios.siege --kills 300``.
"""

import pytest

from tests.scenarios.siege import FEWEST, besiege


@pytest.mark.parametrize("seed", [1])
def test_a_process_that_is_killed_at_any_moment_loses_and_doubles_nothing(
    database_url: str, seed: int
) -> None:
    siege = besiege(database_url, kills=15, seed=seed)
    assert siege.kills == 15
    assert len(siege.acknowledged) >= 15 * FEWEST
