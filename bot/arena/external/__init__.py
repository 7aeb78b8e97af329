"""Programs of other people as agents: processes, and the protocol that they speak."""
