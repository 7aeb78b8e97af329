"""Scripts that build what the project ships; nothing here runs in a game."""
