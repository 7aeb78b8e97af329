"""Evidence of version 3, in which the first pick of a turn counts most.

What spymasters' turns tell means what it meant, and stays. What guessers' picks tell goes: the
learner goes through the logs of games once more and fills it in again.
"""

from typing import Final

import sqlalchemy as sa
import structlog
from alembic import op

revision: Final = "0013"
down_revision: Final = "0012"

OLDER: Final = 2
NEWER: Final = 3

_EVIDENCE: Final = sa.table("turn_evidence", *map(sa.column, ("role", "version")))

_COUNT: Final = sa.select(sa.func.count()).select_from(_EVIDENCE)

_MEMORIES: Final = sa.table(
    "agent_memory",
    *map(sa.column, ("agent", "user", "role")),
    sa.column("memory", sa.JSON()),
)

_LOG: Final = structlog.get_logger("bot.store.migration")
"""The logger of the bot: information of those of other names is not logged."""

_LEASES: Final = sa.table("leases", *map(sa.column, ("kind", "key")))


def upgrade() -> None:
    """Delete what older picks tell, and refuse what a process of an older version writes."""
    is_stale = sa.or_(_EVIDENCE.c.role != "spymaster", _EVIDENCE.c.version != OLDER)
    stale, all_of = (
        op.get_bind().execute(_COUNT.where(where)).scalar_one() for where in (is_stale, sa.true())
    )
    if stale:
        _LOG.info("older-evidence-dropped", dropped=stale, kept=all_of - stale)
    op.execute(sa.delete(_EVIDENCE).where(is_stale))
    op.execute(sa.update(_EVIDENCE).values(version=NEWER))
    _keep_memories_of_spymasters()
    op.execute(
        sa.delete(_LEASES).where(_LEASES.c.kind == "bookmark", _LEASES.c.key.like("evidence-%"))
    )
    with op.batch_alter_table("turn_evidence") as batch:
        if op.get_bind().dialect.name != "sqlite":  # which leaves it out of the table made anew
            batch.drop_constraint(op.f("ck_turn_evidence_version"), type_="check")
        batch.create_check_constraint(op.f("ck_turn_evidence_version"), f"version >= {NEWER}")


def _keep_memories_of_spymasters() -> None:
    """Delete the sums of older evidence but those of spymasters, which are of this version now."""
    mine = _MEMORIES.c.agent == "teammate"
    op.execute(sa.delete(_MEMORIES).where(mine, _MEMORIES.c.role != "spymaster"))
    for row in op.get_bind().execute(sa.select(_MEMORIES).where(mine)).all():
        evidence = {**row.memory["evidence"], "version": NEWER}
        its = sa.and_(mine, _MEMORIES.c.user == row.user, _MEMORIES.c.role == row.role)
        op.execute(
            sa.update(_MEMORIES).where(its).values(memory={**row.memory, "evidence": evidence})
        )
