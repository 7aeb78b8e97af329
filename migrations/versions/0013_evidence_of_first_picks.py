"""Require evidence of version 3, in which the first pick of a turn counts most.

Evidence from spymasters' turns keeps its meaning and stays. That from guessers' picks is deleted:
the learner reads the logs of games again and restores it.
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
"""The bot's logger; other loggers do not log at level info."""

_LEASES: Final = sa.table("leases", *map(sa.column, ("kind", "key")))


def upgrade() -> None:
    """Delete evidence of older picks, and reject writes by processes of older versions."""
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
        if op.get_bind().dialect.name != "sqlite":  # whose new table lacks it anyway
            batch.drop_constraint(op.f("ck_turn_evidence_version"), type_="check")
        batch.create_check_constraint(op.f("ck_turn_evidence_version"), f"version >= {NEWER}")


def _keep_memories_of_spymasters() -> None:
    """Delete the sums of older evidence except those of spymasters, which get this version."""
    mine = _MEMORIES.c.agent == "teammate"
    op.execute(sa.delete(_MEMORIES).where(mine, _MEMORIES.c.role != "spymaster"))
    for row in op.get_bind().execute(sa.select(_MEMORIES).where(mine)).all():
        evidence = {**row.memory["evidence"], "version": NEWER}
        its = sa.and_(mine, _MEMORIES.c.user == row.user, _MEMORIES.c.role == row.role)
        op.execute(
            sa.update(_MEMORIES).where(its).values(memory={**row.memory, "evidence": evidence})
        )
