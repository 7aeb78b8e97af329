"""A sample of each part that a package can add to Spyring; its sentences are in ``en/``."""
