"""Alembic's entry, which runs the migrations on the connection of bot.store.migration."""

from alembic import context

from bot.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite changes a table by replacing it
)
context.run_migrations()
