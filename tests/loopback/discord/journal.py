"""A record of requests with their audience, and of lines for a transcript, in order."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.loopback.discord.clock import Clock
from tests.loopback.discord.model import Channel, User

Audience = frozenset[int] | None
"""Ids of people who can read a message; None means everyone."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One request of the bot: its route, its body as JSON, its files, its audience."""

    route: str
    body: str
    files: tuple[bytes, ...]
    audience: Audience

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """Every key and value of the body with its path."""
        return tuple(texts(json.loads(self.body)))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the transcript."""

    moment: datetime
    place: str
    text: str
    audience: Audience

    def __str__(self) -> str:
        return f"{self.place} | {self.text}"


@dataclass(frozen=True, slots=True)
class Leak:
    """A secret in a text that the wrong person can read."""

    text: str
    route: str
    path: str
    found_in: str

    def __str__(self) -> str:
        return f"{self.text!r} in {self.path} of {self.route}: {self.found_in!r}"


class Journal:
    """Records requests and events; a benchmark may switch it off."""

    def __init__(self, clock: Clock, *, keep: bool = True) -> None:
        self.sent: list[Sent] = []
        self.lines: list[Line] = []
        self._clock = clock
        self._keep = keep

    def note(self, channel: Channel, text: str, only: User | None = None) -> None:
        """Write a line of the transcript; `only` is the one person who sees it."""
        if self._keep:
            who = audience(channel, only)
            self.lines.append(Line(self._clock.now(), str(channel), text, who))

    def record(self, route: str, body: Any, files: Iterable[bytes], who: Audience) -> None:
        """Record a request of the bot."""
        if self._keep:
            self.sent.append(Sent(route, json.dumps(body), tuple(files), who))

    def seen_by(self, user: User) -> list[Line]:
        """Return the lines that one person could read."""
        return [each for each in self.lines if each.audience is None or user.id in each.audience]

    def leaks(self, secrets: Iterable[str], allowed: Iterable[User] = ()) -> list[Leak]:
        """Return each place of a secret in messages that people outside `allowed` can read.

        The search ignores case and covers every text, key and number of every body, file names,
        alternative texts, ids of components, nonces, and the bytes of the files.
        """
        trusted = {user.id for user in allowed}
        wanted = [(secret, secret.casefold()) for secret in secrets]
        found: list[Leak] = []
        for sent in self.sent:
            if sent.audience is None or not sent.audience <= trusted:
                found.extend(_leaks(sent, wanted))
        return found


def _leaks(sent: Sent, wanted: list[tuple[str, str]]) -> Iterator[Leak]:
    written = sent.texts
    for secret, folded in wanted:
        for path, text in written:
            if folded in text.casefold():
                yield Leak(secret, sent.route, path, text)
        for number, content in enumerate(sent.files):
            if secret.encode() in content:
                yield Leak(secret, sent.route, f"files[{number}]", "(bytes)")


def audience(channel: Channel, only: User | None = None) -> Audience:
    """Return the readers of a message in a channel, or of one to a single person there."""
    if only is not None:
        return frozenset({only.id})
    if channel.recipient is not None:
        return frozenset({channel.recipient.id})
    return None


def texts(body: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every key and value of a body with its path."""
    if isinstance(body, dict):
        for key, value in body.items():
            yield (f"{path}.{key} (key)", str(key))
            yield from texts(value, f"{path}.{key}")
    elif isinstance(body, list):
        for number, value in enumerate(body):
            yield from texts(value, f"{path}.{number}")
    elif body is not None:
        yield (path.removeprefix("."), str(body))
