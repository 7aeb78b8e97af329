"""Add whether a turn is rated: bots learn from all boards, ratings compare only similar ones.

Before, bots learned only from rated turns.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0006"
down_revision: Final = "0005"


def upgrade() -> None:
    """Add the column; all stored turns are rated."""
    with op.batch_alter_table("turns") as batch:
        batch.add_column(sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.true()))
