"""What tests anywhere may ask for."""

from tests.databases import (
    database_url,
    empty_url,
    postgresql_url,
    postgresql_urls,
    sqlite_url,
)

__all__ = ["database_url", "empty_url", "postgresql_url", "postgresql_urls", "sqlite_url"]
