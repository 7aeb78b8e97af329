"""People of whom others are not told what bots have learnt."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0010"
down_revision: Final = "0009"


def upgrade() -> None:
    """Add the column; nobody has chosen so yet."""
    with op.batch_alter_table("users") as batch:
        batch.add_column(
            sa.Column("quiet", sa.Boolean(), nullable=False, server_default=sa.false())
        )
