"""Add remembered pairs of clues and cards, the people who opted out, and rooms' recent games."""

from typing import Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: Final = "0012"
down_revision: Final = "0011"

_JSON: Final = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")

_INSTANT: Final = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the table, which new turns fill, and the columns."""
    op.create_table(
        "remembered_clues",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("card", sa.Text(), nullable=False),
        *(
            sa.Column(name, sa.Text(), nullable=False)
            for name in ("clue", "guild", "giver", "picker")
        ),
        sa.Column("meant", sa.Boolean(), nullable=True),
        *(sa.Column(name, sa.Boolean(), nullable=False) for name in ("picked", "found")),
        sa.Column("at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "turn", "card", name=op.f("pk_remembered_clues")),
        sa.ForeignKeyConstraint(
            ["game_id", "turn"],
            ["turns.game_id", "turns.turn"],
            name=op.f("fk_remembered_clues_game_id_turn"),
            ondelete="CASCADE",
        ),
    )
    for columns in (["giver"], ["picker"], ["at"], ["guild", "card"]):
        name = "_".join(("ix_remembered_clues", *columns))
        op.create_index(op.f(name), "remembered_clues", columns)
    with op.batch_alter_table("users") as batch:
        batch.add_column(
            sa.Column("remember_clues", sa.Boolean(), nullable=False, server_default=sa.true())
        )
    with op.batch_alter_table("rooms") as batch:
        batch.add_column(
            sa.Column("recent_games", _JSON, nullable=False, server_default=sa.text("'[]'"))
        )
