"""Drop the choice of people to hide what bots have learned: only they can see it."""

from typing import Final

from alembic import op

revision: Final = "0014"
down_revision: Final = "0013"


def upgrade() -> None:
    """Drop the column."""
    with op.batch_alter_table("users") as batch:
        batch.drop_column("quiet")
