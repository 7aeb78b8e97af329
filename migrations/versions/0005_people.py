"""Add indexes by person, to export and delete a person's data without reading all rows.

Deliveries of reactions, whose ids contained the person's number, are deleted: they only prevent
repeats within seconds.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0005"
down_revision: Final = "0004"

INDEXES: Final = (
    ("events", "seat"),
    ("drawings", "audience"),
    ("turn_credits", "user"),
    ("agent_memory", "user"),
    ("ratings", "user"),
    ("side_scores", "user"),
)


def upgrade() -> None:
    """Create the indexes, and delete the ids that contain people's numbers."""
    for table, column in INDEXES:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])
    deliveries = sa.table("deliveries", sa.column("source"), sa.column("source_id"))
    named = (deliveries.c.source == "discord") & deliveries.c.source_id.contains(":")
    op.execute(sa.delete(deliveries).where(named))
