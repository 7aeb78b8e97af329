"""The database: plain SQL for SQLite and PostgreSQL.

Functions run in a transaction of `connection.Store`, so that several of them succeed or fail
together. They check neither game rules nor rights: the layers above do.
"""
