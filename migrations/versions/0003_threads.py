"""Add threads of games."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "threads",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("thread", sa.Text(), nullable=True),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.game_id"], name=op.f("fk_threads_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "room", name=op.f("pk_threads")),
        sa.UniqueConstraint("thread", name=op.f("uq_threads_thread")),
    )
