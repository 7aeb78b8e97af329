"""The terminal: the interactive game, plain lines for scripts, and views as text."""
