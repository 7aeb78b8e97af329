"""The refusal with which a service ends the whole program; adapters raise it, too."""

from core.rules import Refusal


class Ending(Refusal):
    """Why a service cannot go on, and what the operator has to change: no new start mends it."""
