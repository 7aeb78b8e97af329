"""Rules for bodies that the official schema cannot say: sums, counts, nesting, references."""
