"""Whether ratings count a turn: bots learn from all boards, and ratings compare alike ones.

Before, only turns that ratings count were learnt.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0006"
down_revision: Final = "0005"


def upgrade() -> None:
    """Add the column; all turns that are stored are rated."""
    with op.batch_alter_table("turns") as batch:
        batch.add_column(sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.true()))
