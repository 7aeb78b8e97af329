"""Slack's commands, presses, forms and messages as requests."""
