"""The adapter of Slack: the same games in a workspace."""
