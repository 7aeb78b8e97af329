"""Actions acknowledged before a SIGKILL count once; the others take effect by redelivery.

The same, longer: ``python -m tests.scenarios.siege --kills 300``.

"""

import pytest

from tests.profile import either
from tests.scenarios.siege import FEWEST, besiege

KILLS = either(15, quick=3)

pytestmark = pytest.mark.longer


@pytest.mark.sampled
@pytest.mark.parametrize("seed", [1])
def test_a_process_that_is_killed_at_any_moment_loses_and_doubles_nothing(
    database_url: str, seed: int
) -> None:
    siege = besiege(database_url, kills=KILLS, seed=seed)
    assert siege.kills == KILLS
    assert len(siege.acknowledged) >= KILLS * FEWEST
