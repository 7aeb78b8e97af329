"""Add scores of unrated games, and streaks of days."""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "side_scores",
        _required("guild", sa.Text()),
        _required("user", sa.Text()),
        _required("game", sa.Text()),
        _required("played", sa.Integer()),
        _required("won", sa.Integer()),
        _required("points", sa.Integer()),
        _required("streak", sa.Integer()),
        _required("best", sa.Integer()),
        sa.Column("day", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("guild", "user", "game", name=op.f("pk_side_scores")),
    )


def _required(name: str, kind: sa.types.TypeEngine[Any]) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)
