"""The word games themselves: rules, words, agents and ratings, with no input or output."""
