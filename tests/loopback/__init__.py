"""Chat servers on this machine for tests: real client libraries connect to them."""
