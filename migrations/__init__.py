"""Migrations of the database: Alembic runs the files in `versions` in order."""
