"""Players based on language models, and their memory of people."""
