"""The database's history: one file in `versions` a change, run in their order by Alembic."""
