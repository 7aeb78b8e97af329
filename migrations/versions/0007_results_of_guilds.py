"""An index of results by guild, whose leaderboard counts them whenever it is asked for."""

from typing import Final

from alembic import op

revision: Final = "0007"
down_revision: Final = "0006"


def upgrade() -> None:
    """Add the index."""
    op.create_index("ix_results_guild", "results", ["guild"])
