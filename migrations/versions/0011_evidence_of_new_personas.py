"""Require evidence by the personas of version 2, and delete older evidence.

The learner reads the logs of games again and fills the table.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0011"
down_revision: Final = "0010"


def upgrade() -> None:
    """Delete the evidence and its sums, and reject writes by processes of older versions."""
    for table, its in (
        ("turn_evidence", sa.true()),
        ("agent_memory", sa.column("agent") == "teammate"),
        ("leases", (sa.column("kind") == "bookmark") & sa.column("key").like("evidence-%")),
    ):
        op.execute(sa.delete(sa.table(table)).where(its))
    with op.batch_alter_table("turn_evidence") as batch:
        batch.create_check_constraint(op.f("ck_turn_evidence_version"), "version >= 2")
