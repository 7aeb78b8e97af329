"""Add the people who hide from others what bots have learned about them."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0010"
down_revision: Final = "0009"


def upgrade() -> None:
    """Add the column, false for everyone."""
    with op.batch_alter_table("users") as batch:
        batch.add_column(
            sa.Column("quiet", sa.Boolean(), nullable=False, server_default=sa.false())
        )
