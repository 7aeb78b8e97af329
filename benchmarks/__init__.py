"""Measurements that back the project's claims; each runs as ``python -m benchmarks.NAME``."""
