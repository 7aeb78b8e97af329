"""The terminal: the interactive game, the plain one for scripts, and the painting of any view."""
