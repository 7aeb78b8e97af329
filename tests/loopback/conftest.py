"""Imports discord.py once, quietly: on Python 3.11 its voice part loads a deprecated module."""

import warnings

with warnings.catch_warnings():
    warnings.filterwarnings(
        "ignore", message="'audioop' is deprecated", category=DeprecationWarning
    )
    import discord

__all__ = ["discord"]
