"""The background services: bots, turn clocks and learning."""
