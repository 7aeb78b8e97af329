"""Adapters, one package per platform: events in, views out."""
