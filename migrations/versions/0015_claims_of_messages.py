"""Move the claims of messages from leases to the messages' rows."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0015"
down_revision: Final = "0014"

_KEY: Final = "drawings.game_id || ' ' || drawings.room || ' ' || drawings.audience"
_LEASE: Final = f"FROM leases WHERE leases.kind = 'draw' AND leases.key = {_KEY}"


def upgrade() -> None:
    """Add the columns, and move the leases of posts and edits under way into them."""
    with op.batch_alter_table("drawings") as batch:
        batch.add_column(sa.Column("holder", sa.Text(), nullable=True))
        batch.add_column(sa.Column("until", sa.DateTime(timezone=True), nullable=True))
    op.execute(
        f"UPDATE drawings SET holder = (SELECT leases.holder {_LEASE}),"  # noqa: S608 - constants
        f" until = (SELECT leases.until {_LEASE})"
    )
    op.execute("DELETE FROM leases WHERE kind = 'draw'")
