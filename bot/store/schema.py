"""The tables of the database, one set for SQLite and PostgreSQL.

The log in `events` is the source of a game's state; `seats`, `deadlines` and `drawings` (the posted
messages) are derived from it, for searches. `turns`, `turn_players`, `turn_credits`,
`turn_evidence`, `remembered_clues` and `results` are the sources of all learning; `agent_memory`
and `ratings` are derived from them. `side_scores` sums up finished games that are not rated.
"""

from datetime import UTC, datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB


class Instant(sa.TypeDecorator[datetime]):
    """A time in UTC; SQLite has no time zones, so it is stored without one."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Return the time for the database; raises ValueError for a naive time."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone")
        moment = value.astimezone(UTC)
        return moment if dialect.name == "postgresql" else moment.replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002 - the base class's
        """Return the stored time, in UTC."""
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)


METADATA: Final = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_Json: Final = sa.JSON().with_variant(JSONB(), "postgresql")


def _table(name: str, *parts: sa.schema.SchemaItem) -> sa.Table:
    return sa.Table(name, METADATA, *parts)


def _required(name: str, kind: Any, **more: Any) -> sa.Column[Any]:  # noqa: ANN401 - SQLAlchemy's
    return sa.Column(name, kind, nullable=False, **more)


def _key(name: str, kind: Any = sa.Text, **more: Any) -> sa.Column[Any]:  # noqa: ANN401 - SQLAlchemy's
    return sa.Column(name, kind, primary_key=True, autoincrement=False, **more)


def _game_key() -> sa.Column[Any]:
    return sa.Column(
        "game_id", sa.Text, sa.ForeignKey("games.game_id", ondelete="CASCADE"), primary_key=True
    )


def _turn_key() -> tuple[sa.schema.SchemaItem, ...]:
    turn = sa.ForeignKeyConstraint(
        ["game_id", "turn"], ["turns.game_id", "turns.turn"], ondelete="CASCADE"
    )
    return _key("game_id"), _key("turn", sa.Integer), turn


# Games.

games = _table(
    "games",
    _key("game_id"),
    _required("kind", sa.Text),
    _required("options", _Json),  # the game's own, written by its codec
    _required("settings", _Json),  # the table's: clock, bots, who may stop
    _required("lists", _Json),  # digests of word lists by name, and of forgotten people
    sa.Column("commitment", sa.Text),  # SHA-256 of the deal's secret, published at the deal
    _required("status", sa.Text),  # bot.lobby.Status
    _required("version", sa.Integer),  # the last event's
    _required("opened_at", Instant),
    _required("changed_at", Instant),
    sa.CheckConstraint("version >= 0", name="version"),
    sa.Index(None, "status", "changed_at"),
)

events = _table(
    "events",
    _game_key(),
    _key("version", sa.Integer),
    _required("seat", sa.Text, index=True),  # for an event of the table, the user who acted
    _required("tag", sa.Text),
    _required("body", _Json),  # contains the deal: read it only through bot.games
    _required("at", Instant),
    sa.Column("cause", sa.Text),  # a bot or a part of one, or "press" for a person's press
)

deliveries = _table(
    "deliveries",
    _key("source"),
    _key("source_id"),
    _required("game_id", sa.Text, index=True),
    _required("version", sa.Integer),  # of the game after it
    _required("count", sa.Integer),  # of arrivals
    _required("at", Instant, index=True),
)

thoughts = _table(
    "thoughts",
    _game_key(),
    _key("turn", sa.Integer),
    _key("seat"),
    _required("body", _Json),  # secret until the game is over
)

# Rooms, guilds and people.

rooms = _table(
    "rooms",
    _key("platform"),
    _key("place"),
    _required("guild", sa.Text, index=True),
    sa.Column("game_id", sa.Text, index=True),  # the running or the last game
    sa.Column("language", sa.Text),
    _required("settings", _Json),
    _required("recent_words", _Json),  # the oldest first
    # The last games from whose turns bots learn.
    _required("recent_games", _Json, server_default=sa.text("'[]'")),
)

guilds = _table(
    "guilds",
    _key("guild"),
    sa.Column("language", sa.Text),
    _required("settings", _Json),
)

installations = _table(
    "installations",
    _key("guild"),
    _required("sealed", sa.Text),  # tokens, encrypted by the platform's adapter
    _required("changed_at", Instant),
)

users = _table(
    "users",
    _key("platform"),
    _key("id"),
    _required("name", sa.Text),
    sa.Column("locale", sa.Text),
    _required("direct_closed", sa.Boolean),  # whether direct messages fail
    # Whether to remember pairs of clues and cards from their turns.
    _required("remember_clues", sa.Boolean, server_default=sa.true()),
)

seats = _table(
    "seats",
    _game_key(),
    _key("seat"),
    _required("user", sa.Text, index=True),  # "platform:id", a bot's is "bot:NAME"
)

packs = _table(
    "packs",
    _key("digest"),
    _required("name", sa.Text),
    _required("words", _Json),
)

# Deadlines, leases and messages.

deadlines = _table(
    "deadlines",
    _game_key(),
    _key("turn", sa.Integer),
    _key("kind"),  # bot.server.workers.clock.Kind
    sa.Column("due_at", Instant, index=True),  # None while paused
    sa.Column("rest_seconds", sa.Float),  # remained when it was set or paused
)

leases = _table(
    "leases",
    _key("kind"),
    _key("key"),
    _required("holder", sa.Text),
    _required("until", Instant),
)

messages = _table(
    "drawings",
    _game_key(),
    _key("room"),  # "platform:place"
    _key("audience", index=True),  # "public", or the user whose private view it is
    sa.Column("handle", sa.Text),  # the platform's name of the message
    _required("version", sa.Integer),  # shown by it
    sa.Column("holder", sa.Text),  # the process that draws it, or was interrupted
    sa.Column("until", Instant),  # of the claim
)

threads = _table(
    "threads",
    _game_key(),
    _key("room"),  # "platform:place" where the game was opened
    sa.Column("thread", sa.Text, unique=True),  # "platform:place"; None if creating it failed
    _required("closed", sa.Boolean),  # to all posts
)

# Sources of learning.

turns = _table(
    "turns",
    _game_key(),
    _key("turn", sa.Integer),
    _required("sequence", sa.BigInteger, unique=True),  # the order of learning
    _required("team", sa.Text),
    sa.Column("outcome", sa.Integer),  # core.rating.colt's index; None if not learned
    _required("alone", sa.Boolean),  # one person with bots
    _required("at", Instant, index=True),
    _required("rated", sa.Boolean, server_default=sa.true()),
)

turn_players = _table(
    "turn_players",
    *_turn_key(),
    _key("seat"),
    _required("user", sa.Text, index=True),
    _required("role", sa.Text),
    _required("guild", sa.Text),
)

turn_credits = _table(
    "turn_credits",
    *_turn_key(),
    _key("user", index=True),
    _key("role"),
    _key("expert"),
    _required("agent", sa.Text),
    _required("credit", sa.Float),
)

turn_evidence = _table(
    "turn_evidence",
    *_turn_key(),
    _key("user", index=True),
    _key("role"),
    _required("version", sa.Integer),  # of the personas
    _required("evidence", _Json),  # thousandths of a nat for each persona but the first
    sa.CheckConstraint("version >= 3", name="version"),  # refuses older processes
)

remembered_clues = _table(
    "remembered_clues",
    *_turn_key(),
    _key("card"),  # in the vocabulary's form, like the clue
    _required("clue", sa.Text),
    _required("guild", sa.Text),
    _required("giver", sa.Text, index=True),  # a user, like the picker
    _required("picker", sa.Text, index=True),
    sa.Column("meant", sa.Boolean),  # None for a person's clue
    _required("picked", sa.Boolean),
    _required("found", sa.Boolean),  # picked, and the team's
    _required("at", Instant, index=True),
    sa.Index(None, "guild", "card"),
)

results = _table(
    "results",
    _game_key(),
    _key("seat"),
    _required("user", sa.Text, index=True),
    _required("role", sa.Text),
    _required("guild", sa.Text, index=True),
    _required("won", sa.Boolean),
    _required("alone", sa.Boolean),
    _required("at", Instant),
)

# Derived from the sources.

agent_memory = _table(
    "agent_memory",
    _key("agent"),
    _key("user", index=True),  # a user, or the pool of a guild or of everyone
    _key("role"),
    _required("memory", _Json),
)

ratings = _table(
    "ratings",
    _key("guild"),
    _key("user", index=True),
    _key("role"),
    _key("period"),  # "all", or a day in UTC such as "2026-11-21"
    _key("alone", sa.Boolean),
    _required("counts", _Json),  # turns by outcome, 36 numbers
)

# Unrated games.

side_scores = _table(
    "side_scores",
    _key("guild"),
    _key("user", index=True),  # "" for the guild's own
    _key("game"),  # such as "hangman", or "hangman-daily" for its words of the day
    _required("played", sa.Integer),
    _required("won", sa.Integer),
    _required("points", sa.Integer),
    _required("streak", sa.Integer),  # of won games or days
    _required("best", sa.Integer),  # the longest streak
    sa.Column("day", sa.Text),  # the last day that counted, such as "2026-11-21"
    _required("runs", _Json),  # pairs of the first and last day of runs of won days
)
