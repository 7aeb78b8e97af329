"""Shiritori: each word begins with the sound that the last one ended in."""
