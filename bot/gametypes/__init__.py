"""The games that can be played at a table, each with a `GameType`."""
