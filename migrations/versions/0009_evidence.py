"""Add evidence from turns on how people understand clues."""

from typing import Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: Final = "0009"
down_revision: Final = "0008"

_JSON: Final = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    """Create the table, which the learner fills from the logs of games."""
    op.create_table(
        "turn_evidence",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("evidence", _JSON, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "turn", "user", "role", name=op.f("pk_turn_evidence")),
        sa.ForeignKeyConstraint(
            ["game_id", "turn"],
            ["turns.game_id", "turns.turn"],
            name=op.f("fk_turn_evidence_game_id_turn"),
            ondelete="CASCADE",
        ),
    )
    op.create_index(op.f("ix_turn_evidence_user"), "turn_evidence", ["user"])
