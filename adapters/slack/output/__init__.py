"""Views as messages and modals of Slack."""
