"""Chat services of our own, for tests: real client libraries connect to them on this machine."""
