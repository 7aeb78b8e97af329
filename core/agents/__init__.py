"""Players that think with language models, and what they remember of the people they met."""
