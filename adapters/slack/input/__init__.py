"""Commands, presses, forms and messages of Slack as requests."""
