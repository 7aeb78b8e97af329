"""Other people's programs as agents: their processes and their protocol."""
