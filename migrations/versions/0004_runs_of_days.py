"""Add runs of won days, so that a day whose game ends late joins its neighbours."""

from datetime import date, timedelta
from typing import Any, Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: Final = "0004"
down_revision: Final = "0003"

_JSON: Final = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")

_SCORES: Final = sa.table(
    "side_scores",
    *(sa.column(name, sa.Text()) for name in ("guild", "user", "game", "day")),
    sa.column("streak", sa.Integer()),
    sa.column("runs", _JSON),
)


def upgrade() -> None:
    """Add the column, filled from the current streaks."""
    with op.batch_alter_table("side_scores") as batch:
        batch.add_column(sa.Column("runs", _JSON, nullable=True))
    connection = op.get_bind()
    for row in connection.execute(sa.select(_SCORES)).all():
        key = (_SCORES.c[name] == getattr(row, name) for name in ("guild", "user", "game"))
        connection.execute(sa.update(_SCORES).where(*key).values(runs=_runs(row)))
    with op.batch_alter_table("side_scores") as batch:
        batch.alter_column("runs", existing_type=_JSON, nullable=False)


def _runs(row: Any) -> list[list[str]]:  # noqa: ANN401 - a row of the table
    if not row.day or not row.streak:
        return []
    first = date.fromisoformat(row.day) - timedelta(days=row.streak - 1)
    return [[first.isoformat(), row.day]]
