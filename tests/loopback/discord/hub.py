"""Sends events to the sessions that hear them; a test can disturb the delivery."""

from collections import Counter
from collections.abc import Iterator

from tests.loopback.discord.session import Event, Session, frame

RECONNECT = 7
INVALID_SESSION = 9


class Hub:
    """All sessions of the application, with faults on demand."""

    def __init__(self) -> None:
        self.sessions: dict[str, Session] = {}
        self.identified = 0
        self.resumed = 0
        self._held: list[Event] | None = None
        self._holds: frozenset[str] = frozenset()
        self._copies: Counter[str] = Counter()

    def dispatch(self, event: Event) -> None:
        """Send an event to all sessions that hear it, or keep it if a test holds events back."""
        if self._held is not None and (not self._holds or event.name in self._holds):
            self._held.append(event)
        else:
            self._deliver(event)

    def _deliver(self, event: Event) -> None:
        copies = 1 + self._copies.pop(event.name, 0)
        for session in self.sessions.values():
            if session.hears(event):
                for _ in range(copies):
                    session.push(event)

    @property
    def connected(self) -> bool:
        """Whether at least one session has a connection."""
        return any(session.wire is not None for session in self.sessions.values())

    # Faults on demand

    def hold(self, *names: str) -> None:
        """Keep events of these names (by default of all) until `release`."""
        self._held = []
        self._holds = frozenset(names)

    def release(self, *, reverse: bool = False) -> None:
        """Send the held events, in order or reversed."""
        events = self._held or []
        self._held = None
        for event in reversed(events) if reverse else events:
            self._deliver(event)

    def lose(self) -> None:
        """Drop the held events."""
        self._held = None

    def repeat(self, name: str, times: int = 1) -> None:
        """Send the next event of this name this many extra times."""
        self._copies[name] += times

    def drop(self, shard: int | None = None) -> None:
        """Cut the connections (of one shard) without a close frame; the sessions can be resumed."""
        for session in self._of(shard):
            wire, session.wire = session.wire, None
            if wire is not None:
                wire.abort()

    def close(self, code: int, shard: int | None = None) -> None:
        """Close the connections (of one shard) with a code."""
        for session in self._of(shard):
            wire, session.wire = session.wire, None
            if wire is not None:
                wire.close(code)

    def reconnect(self, shard: int | None = None) -> None:
        """Ask the clients (of one shard) to reconnect and resume."""
        for session in self._of(shard):
            if session.wire is not None:
                session.wire.push(frame(RECONNECT, None))

    def invalidate(self, *, resumable: bool, shard: int | None = None) -> None:
        """Tell the clients that their sessions are invalid; without `resumable` they are gone."""
        for session in self._of(shard):
            if session.wire is not None:
                session.wire.push(frame(INVALID_SESSION, resumable))
            if not resumable:
                del self.sessions[session.id]

    def forget(self) -> None:
        """Lose every session, so that the next RESUME is refused."""
        self.drop()
        self.sessions.clear()

    def _of(self, shard: int | None) -> Iterator[Session]:
        for session in list(self.sessions.values()):
            if shard in (None, session.shard):
                yield session
