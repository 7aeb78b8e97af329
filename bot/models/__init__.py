"""Language models of Codenames: the ensemble, and models of one's own with their cache."""
