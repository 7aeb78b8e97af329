"""Adapters, one package a platform: its events in, views out."""
