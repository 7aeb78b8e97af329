"""The connection to Slack: requests, the Web API, and workspaces."""
