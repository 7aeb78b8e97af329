"""Count a guild's results for each leaderboard, instead of storing sums with the ratings.

The sums had neither dates, nor games as opposed to chairs.
"""

from typing import Final

from alembic import op

revision: Final = "0007"
down_revision: Final = "0006"


def upgrade() -> None:
    """Add the index by guild, and drop the sums."""
    op.create_index("ix_results_guild", "results", ["guild"])
    with op.batch_alter_table("ratings") as batch:
        batch.drop_column("games")
        batch.drop_column("wins")
