"""The one door to every game: adapters open tables, submit lines and ask for views here."""

from bot.games.table import Table

__all__ = ["Table"]
