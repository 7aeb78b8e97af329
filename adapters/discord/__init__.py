"""Discord: messages of components, direct messages and what people press, on discord.py."""
