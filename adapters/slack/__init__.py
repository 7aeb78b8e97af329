"""The adapter for Slack."""
