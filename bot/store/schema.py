"""The tables of the database, one set for SQLite and PostgreSQL.

The log in `events` is the truth of a game; `seats`, `deadlines` and `drawings` (the posted
messages) follow from it, for searches. `turns`, `turn_players`, `turn_credits`, `turn_evidence`,
`remembered_clues` and `results` are the truth of all that is learnt; `agent_memory` and `ratings`
follow from them.
`side_scores` adds up finished games that are not rated.
"""

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    text,
    true,
)
from sqlalchemy.dialects.postgresql import JSONB


class Instant(TypeDecorator[datetime]):
    """A moment in UTC; SQLite, which knows no time zones, is given it without one."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment as the database takes it; raises ValueError for a naive one."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone")
        moment = value.astimezone(UTC)
        return moment if dialect.name == "postgresql" else moment.replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - the base class's
        """Return the stored moment, in UTC."""
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)


METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_Json: Final = JSON().with_variant(JSONB(), "postgresql")


def _required(name: str, kind: Any, **more: Any) -> Column[Any]:  # noqa: ANN401 - SQLAlchemy's
    return Column(name, kind, nullable=False, **more)


def _key(name: str, kind: Any = Text, **more: Any) -> Column[Any]:  # noqa: ANN401 - SQLAlchemy's
    return Column(name, kind, primary_key=True, autoincrement=False, **more)


def _game_key() -> Column[Any]:
    return Column(
        "game_id", Text, ForeignKey("games.game_id", ondelete="CASCADE"), primary_key=True
    )


# The truth of games.

games = Table(
    "games",
    METADATA,
    _key("game_id"),
    _required("kind", Text),
    _required("options", _Json),  # the game's own, as its codec writes them
    _required("settings", _Json),  # the table's: clock, bots, who may stop
    _required("lists", _Json),  # digests of the word lists by their names, and of who was forgotten
    Column("commitment", Text),  # SHA-256 of the deal's secret, published at the deal
    _required("status", Text),  # bot.lobby.Status
    _required("version", Integer),  # the last event's
    _required("opened_at", Instant),
    _required("changed_at", Instant),
    CheckConstraint("version >= 0", name="version"),
    Index(None, "status", "changed_at"),
)

events = Table(
    "events",
    METADATA,
    _game_key(),
    _key("version", Integer),
    _required("seat", Text, index=True),  # a game's seat, of a table's event the user who acted
    _required("tag", Text),
    _required("body", _Json),  # holds the deal: read it through bot.games only
    _required("at", Instant),
    Column("cause", Text),  # which bot, or which part of one; "press" of a person's press
)

deliveries = Table(
    "deliveries",
    METADATA,
    _key("source"),
    _key("source_id"),
    _required("game_id", Text, index=True),
    _required("version", Integer),  # of the game after it
    _required("count", Integer),  # how often it came
    _required("at", Instant, index=True),
)

thoughts = Table(
    "thoughts",
    METADATA,
    _game_key(),
    _key("turn", Integer),
    _key("seat"),
    _required("body", _Json),  # secret until the game is over
)

# Who and where.

rooms = Table(
    "rooms",
    METADATA,
    _key("platform"),
    _key("place"),
    _required("guild", Text, index=True),
    Column("game_id", Text, index=True),  # the game under way, or the last one
    Column("language", Text),
    _required("settings", _Json),
    _required("recent_words", _Json),  # from the longest ago to the latest
    _required("recent_games", _Json, server_default=text("'[]'")),  # whose clues were heard lately
)

guilds = Table(
    "guilds",
    METADATA,
    _key("guild"),
    Column("language", Text),
    _required("settings", _Json),
)

installations = Table(
    "installations",
    METADATA,
    _key("guild"),
    _required("sealed", Text),  # tokens, encrypted by the platform's adapter
    _required("changed_at", Instant),
)

users = Table(
    "users",
    METADATA,
    _key("platform"),
    _key("id"),
    _required("name", Text),
    Column("locale", Text),
    _required("direct_closed", Boolean),  # whether direct messages do not reach them
    # Whether it is remembered which clues went with which cards when they gave clues or picked.
    _required("remember_clues", Boolean, server_default=true()),
)

seats = Table(
    "seats",
    METADATA,
    _game_key(),
    _key("seat"),
    _required("user", Text, index=True),  # "platform:id", a bot's is "bot:NAME"
)

packs = Table(
    "packs",
    METADATA,
    _key("digest"),
    _required("name", Text),
    _required("words", _Json),
)

# Work to be done, and by whom.

deadlines = Table(
    "deadlines",
    METADATA,
    _game_key(),
    _key("turn", Integer),
    _key("kind"),  # bot.server.workers.clock.Kind
    Column("due_at", Instant, index=True),  # None while paused
    Column("rest_seconds", Float),  # what was left when it was set or paused
)

leases = Table(
    "leases",
    METADATA,
    _key("kind"),
    _key("key"),
    _required("holder", Text),
    _required("until", Instant),
)

messages = Table(
    "drawings",
    METADATA,
    _game_key(),
    _key("room"),  # "platform:place"
    _key("audience", index=True),  # "public", or the user whose private view it is
    Column("handle", Text),  # the platform's name of the message
    _required("version", Integer),  # drawn in it
)

threads = Table(
    "threads",
    METADATA,
    _game_key(),
    _key("room"),  # "platform:place" in which the game was opened
    Column("thread", Text, unique=True),  # "platform:place"; None where none could be made
    _required("closed", Boolean),  # whether nothing is posted in it (any more)
)

# The truth of what is learnt.

turns = Table(
    "turns",
    METADATA,
    _game_key(),
    _key("turn", Integer),
    _required("sequence", BigInteger, unique=True),  # the order in which they were learnt
    _required("team", Text),
    Column("outcome", Integer),  # core.rating.colt's index; None where it is not learnt
    _required("alone", Boolean),  # one person with bots
    _required("at", Instant, index=True),
    _required("rated", Boolean, server_default=true()),  # whether ratings count it, if it is learnt
)

turn_players = Table(
    "turn_players",
    METADATA,
    _key("game_id"),
    _key("turn", Integer),
    _key("seat"),
    _required("user", Text, index=True),
    _required("role", Text),
    _required("guild", Text),
    ForeignKeyConstraint(["game_id", "turn"], ["turns.game_id", "turns.turn"], ondelete="CASCADE"),
)

turn_credits = Table(
    "turn_credits",
    METADATA,
    _key("game_id"),
    _key("turn", Integer),
    _key("user", index=True),
    _key("role"),
    _key("expert"),
    _required("agent", Text),
    _required("credit", Float),
    ForeignKeyConstraint(["game_id", "turn"], ["turns.game_id", "turns.turn"], ondelete="CASCADE"),
)

turn_evidence = Table(
    "turn_evidence",
    METADATA,
    _key("game_id"),
    _key("turn", Integer),
    _key("user", index=True),
    _key("role"),
    _required("version", Integer),  # of the personas
    _required("evidence", _Json),  # thousandths of a nat for each persona but the first
    CheckConstraint("version >= 3", name="version"),  # older processes write none
    ForeignKeyConstraint(["game_id", "turn"], ["turns.game_id", "turns.turn"], ondelete="CASCADE"),
)

remembered_clues = Table(
    "remembered_clues",
    METADATA,
    _key("game_id"),
    _key("turn", Integer),
    _key("card"),  # in the vocabulary's form, as the clue
    _required("clue", Text),
    _required("guild", Text),
    _required("giver", Text, index=True),  # users
    _required("picker", Text, index=True),
    Column("meant", Boolean),  # None where a person gave the clue, who alone knows
    _required("picked", Boolean),
    _required("found", Boolean),  # whether it was picked and the team's
    _required("at", Instant, index=True),
    ForeignKeyConstraint(["game_id", "turn"], ["turns.game_id", "turns.turn"], ondelete="CASCADE"),
    Index(None, "guild", "card"),
)

results = Table(
    "results",
    METADATA,
    _game_key(),
    _key("seat"),
    _required("user", Text, index=True),
    _required("role", Text),
    _required("guild", Text, index=True),
    _required("won", Boolean),
    _required("alone", Boolean),
    _required("at", Instant),
)

# What follows from it.

agent_memory = Table(
    "agent_memory",
    METADATA,
    _key("agent"),
    _key("user", index=True),  # a user, or the pool of a guild or of all
    _key("role"),
    _required("memory", _Json),
)

ratings = Table(
    "ratings",
    METADATA,
    _key("guild"),
    _key("user", index=True),
    _key("role"),
    _key("period"),  # "all", or a day in UTC such as "2026-11-21"
    _key("alone", Boolean),
    _required("counts", _Json),  # turns by outcome, 36 numbers
)

# Games that are not rated.

side_scores = Table(
    "side_scores",
    METADATA,
    _key("guild"),
    _key("user", index=True),  # "" for the guild's own
    _key("game"),  # such as "hangman", or "hangman-daily" for its words of the day
    _required("played", Integer),
    _required("won", Integer),
    _required("points", Integer),
    _required("streak", Integer),  # games, or days, won in a row
    _required("best", Integer),  # the longest streak
    Column("day", Text),  # the last day that counted, such as "2026-11-21"
    _required("runs", _Json),  # the days won, in a row from the first to the last of each pair
)
