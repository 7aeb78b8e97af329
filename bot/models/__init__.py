"""Language models of Codenames: the ensemble, and the cache of an installation's own models."""
