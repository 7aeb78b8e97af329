"""The rules for the word lists of hangman; `tools.build_spellings` runs them."""
