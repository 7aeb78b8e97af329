"""Leaderboards count the results of a guild whenever they are asked for.

Before, ratings had sums of them, which told neither who won last nor chairs from games.
"""

from typing import Final

from alembic import op

revision: Final = "0007"
down_revision: Final = "0006"


def upgrade() -> None:
    """Add the index by guild, and leave the sums out."""
    op.create_index("ix_results_guild", "results", ["guild"])
    with op.batch_alter_table("ratings") as batch:
        batch.drop_column("games")
        batch.drop_column("wins")
