"""That names which a game's log held are others now: somebody was forgotten, or a guild purged."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NamesReplaced:
    """Names in the events before this one were replaced: who has added them up, does so anew."""
