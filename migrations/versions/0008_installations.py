"""Add installations: the sealed tokens of guilds that installed the application."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0008"
down_revision: Final = "0007"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "installations",
        sa.Column("guild", sa.Text(), nullable=False),
        sa.Column("sealed", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_installations")),
    )
