"""The processes of `spyring run`: wiring, supervision, health and metrics."""
