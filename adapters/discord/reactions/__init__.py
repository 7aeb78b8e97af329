"""Cards picked by reactions."""
