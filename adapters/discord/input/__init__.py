"""Discord events as lines and requests."""
