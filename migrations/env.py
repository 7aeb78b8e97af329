"""Runs the migrations for Alembic, on the connection that bot.store.migration opened."""

from alembic import context

from bot.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite alters a table by making it anew
)
context.run_migrations()
