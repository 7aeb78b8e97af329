"""What bots have learnt about people is told to them alone: there is nothing to keep quiet."""

from typing import Final

from alembic import op

revision: Final = "0014"
down_revision: Final = "0013"


def upgrade() -> None:
    """Drop the column of those who wanted others not to be told."""
    with op.batch_alter_table("users") as batch:
        batch.drop_column("quiet")
