"""The connection to Slack: its requests, its Web API, and the workspaces of an app."""
