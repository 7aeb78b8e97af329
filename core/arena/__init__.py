"""Bulk play for experiments, without a table, events or people."""
