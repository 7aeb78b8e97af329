"""Words: vectors of language models, the clue vocabulary, and packs of board words."""
