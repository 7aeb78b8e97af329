"""Codenames, as the application knows it: its `Kind`, and what its bots do beside people."""

from bot.kinds.codenames.cast import embedded_cast
from bot.kinds.codenames.table import codenames_kind

__all__ = ["codenames_kind", "embedded_cast"]
