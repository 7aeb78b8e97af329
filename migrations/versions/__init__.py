"""Migrations, named by their numbers; a released one is never edited."""
