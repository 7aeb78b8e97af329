"""Adapters, one package a platform: events in, views out."""
