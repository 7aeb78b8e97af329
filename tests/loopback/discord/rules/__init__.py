"""Rules for bodies that the official schema cannot express: sums, counts, nesting, references."""
