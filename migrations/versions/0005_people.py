"""Indexes by person: what is stored about somebody is found, and deleted, without reading all.

Deliveries of reactions had the person's number in their ids; those that are left are deleted. They
only keep a wish from being done twice, seconds after it came.
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
    """Make the indexes, and delete the ids that name people."""
    for table, column in INDEXES:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])
    deliveries = sa.table("deliveries", sa.column("source"), sa.column("source_id"))
    named = (deliveries.c.source == "discord") & deliveries.c.source_id.contains(":")
    op.execute(sa.delete(deliveries).where(named))
