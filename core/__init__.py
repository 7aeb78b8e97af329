"""The word games: rules, words, agents and ratings, without input or output."""
