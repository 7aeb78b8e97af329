"""Add the tables of games, events, rooms, people, work and learning."""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision: Final = "0001"
down_revision: Final = None


def upgrade() -> None:
    """Create all tables."""
    _games()
    _rooms()
    _people()
    _work()
    _turns()
    _results()
    _learnt()


def _games() -> None:
    op.create_table(
        "games",
        _text("game_id"),
        _text("kind"),
        _json("options"),
        _json("settings"),
        _json("lists"),
        _text("commitment", nullable=True),
        _text("status"),
        _integer("version"),
        _moment("opened_at"),
        _moment("changed_at"),
        sa.CheckConstraint("version >= 0", name=op.f("ck_games_version")),
        _primary("games", "game_id"),
    )
    _index("games", "status", "changed_at")
    op.create_table(
        "events",
        _text("game_id"),
        _integer("version"),
        _text("seat"),
        _text("tag"),
        _json("body"),
        _moment("at"),
        _text("cause", nullable=True),
        _of_game("events"),
        _primary("events", "game_id", "version"),
    )
    op.create_table(
        "deliveries",
        _text("source"),
        _text("source_id"),
        _text("game_id"),
        _integer("version"),
        _integer("count"),
        _moment("at"),
        _primary("deliveries", "source", "source_id"),
    )
    _index("deliveries", "game_id")
    _index("deliveries", "at")
    op.create_table(
        "thoughts",
        _text("game_id"),
        _integer("turn"),
        _text("seat"),
        _json("body"),
        _of_game("thoughts"),
        _primary("thoughts", "game_id", "turn", "seat"),
    )


def _rooms() -> None:
    op.create_table(
        "rooms",
        _text("platform"),
        _text("place"),
        _text("guild"),
        _text("game_id", nullable=True),
        _text("language", nullable=True),
        _json("settings"),
        _json("recent_words"),
        _primary("rooms", "platform", "place"),
    )
    _index("rooms", "guild")
    _index("rooms", "game_id")
    op.create_table(
        "guilds",
        _text("guild"),
        _text("language", nullable=True),
        _json("settings"),
        _primary("guilds", "guild"),
    )
    op.create_table(
        "packs",
        _text("digest"),
        _text("name"),
        _json("words"),
        _primary("packs", "digest"),
    )


def _people() -> None:
    op.create_table(
        "users",
        _text("platform"),
        _text("id"),
        _text("name"),
        _text("locale", nullable=True),
        sa.Column("direct_closed", sa.Boolean(), nullable=False),
        _primary("users", "platform", "id"),
    )
    op.create_table(
        "seats",
        _text("game_id"),
        _text("seat"),
        _text("user"),
        _of_game("seats"),
        _primary("seats", "game_id", "seat"),
    )
    _index("seats", "user")


def _work() -> None:
    op.create_table(
        "deadlines",
        _text("game_id"),
        _integer("turn"),
        _text("kind"),
        _moment("due_at", nullable=True),
        sa.Column("rest_seconds", sa.Float(), nullable=True),
        _of_game("deadlines"),
        _primary("deadlines", "game_id", "turn", "kind"),
    )
    _index("deadlines", "due_at")
    op.create_table(
        "leases",
        _text("kind"),
        _text("key"),
        _text("holder"),
        _moment("until"),
        _primary("leases", "kind", "key"),
    )
    op.create_table(
        "drawings",
        _text("game_id"),
        _text("room"),
        _text("audience"),
        _text("handle", nullable=True),
        _integer("version"),
        _of_game("drawings"),
        _primary("drawings", "game_id", "room", "audience"),
    )


def _turns() -> None:
    op.create_table(
        "turns",
        _text("game_id"),
        _integer("turn"),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        _text("team"),
        sa.Column("outcome", sa.Integer(), nullable=True),
        sa.Column("alone", sa.Boolean(), nullable=False),
        _moment("at"),
        _of_game("turns"),
        sa.UniqueConstraint("sequence", name=op.f("uq_turns_sequence")),
        _primary("turns", "game_id", "turn"),
    )
    _index("turns", "at")
    op.create_table(
        "turn_players",
        _text("game_id"),
        _integer("turn"),
        _text("seat"),
        _text("user"),
        _text("role"),
        _text("guild"),
        _of_turn("turn_players"),
        _primary("turn_players", "game_id", "turn", "seat"),
    )
    _index("turn_players", "user")
    op.create_table(
        "turn_credits",
        _text("game_id"),
        _integer("turn"),
        _text("user"),
        _text("role"),
        _text("expert"),
        _text("agent"),
        sa.Column("credit", sa.Float(), nullable=False),
        _of_turn("turn_credits"),
        _primary("turn_credits", "game_id", "turn", "user", "role", "expert"),
    )


def _results() -> None:
    op.create_table(
        "results",
        _text("game_id"),
        _text("seat"),
        _text("user"),
        _text("role"),
        _text("guild"),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("alone", sa.Boolean(), nullable=False),
        _moment("at"),
        _of_game("results"),
        _primary("results", "game_id", "seat"),
    )
    _index("results", "user")


def _learnt() -> None:
    op.create_table(
        "agent_memory",
        _text("agent"),
        _text("user"),
        _text("role"),
        _json("memory"),
        _primary("agent_memory", "agent", "user", "role"),
    )
    op.create_table(
        "ratings",
        _text("guild"),
        _text("user"),
        _text("role"),
        _text("period"),
        sa.Column("alone", sa.Boolean(), nullable=False),
        _json("counts"),
        _integer("games"),
        _integer("wins"),
        _primary("ratings", "guild", "user", "role", "period", "alone"),
    )


def _text(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def _integer(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), autoincrement=False, nullable=False)


def _json(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.JSON().with_variant(JSONB(), "postgresql"), nullable=False)


def _moment(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _primary(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=op.f(f"pk_{table}"))


def _of_game(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["game_id"], ["games.game_id"], name=op.f(f"fk_{table}_game_id"), ondelete="CASCADE"
    )


def _of_turn(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["game_id", "turn"],
        ["turns.game_id", "turns.turn"],
        name=op.f(f"fk_{table}_game_id_turn"),
        ondelete="CASCADE",
    )


def _index(table: str, *columns: str) -> None:
    op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, [*columns])
