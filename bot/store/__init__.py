"""The database: plain SQL for SQLite and PostgreSQL.

Functions take a connection in a transaction that `connection.Store` opened, so that several of
them succeed or fail together. They judge nothing: what may be done is decided above.
"""
