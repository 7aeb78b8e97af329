"""Discord, on discord.py: messages of components, direct messages, presses and reactions."""
