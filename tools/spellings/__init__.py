"""How the word lists of hangman are chosen; `tools.build_spellings` runs it."""
