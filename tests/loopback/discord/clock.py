"""The service's time: real or frozen, plus the time that a test has added."""

from datetime import UTC, datetime, timedelta


class Clock:
    """Time that a test can advance; if `frozen`, nothing else moves it."""

    def __init__(self, *, frozen: bool = False) -> None:
        self._added = timedelta()
        self._frozen_at = datetime.now(UTC) if frozen else None

    def now(self) -> datetime:
        """Return the present moment in UTC."""
        return (self._frozen_at or datetime.now(UTC)) + self._added

    def advance(self, seconds: float) -> None:
        """Add `seconds` at once."""
        self._added += timedelta(seconds=seconds)
