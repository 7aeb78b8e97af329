"""What `spyring doctor` found: how it is with one thing, and what to do about it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from bot.texts import Texts
from core.view import Phrase


class Level(Enum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """It works; somebody should look at it."""
    FAULT = "fault"
    """Something does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about a subject."""

    level: Level
    subject: str
    said: Phrase


def ok(subject: str, said: Phrase) -> Finding:
    """Return that all is well with a subject."""
    return Finding(Level.OK, subject, said)


def warning(subject: str, said: Phrase) -> Finding:
    """Return that a subject works and should be looked at."""
    return Finding(Level.WARNING, subject, said)


def fault(subject: str, said: Phrase) -> Finding:
    """Return that a subject does not work."""
    return Finding(Level.FAULT, subject, said)


def is_sound(findings: Iterable[Finding]) -> bool:
    """Return whether nothing is at fault."""
    return all(one.level is not Level.FAULT for one in findings)


def finding_lines(findings: Sequence[Finding], texts: Texts) -> Iterator[str]:
    """Yield a line for each finding, in columns."""
    width = max((len(one.subject) for one in findings), default=0)
    for one in findings:
        yield f"{one.level.value:<7}  {one.subject:<{width}}  {texts.say(one.said)}"


def findings_json(findings: Sequence[Finding], texts: Texts) -> dict[str, Any]:
    """Return findings as JSON."""
    return {
        "ok": is_sound(findings),
        "findings": [
            {"level": one.level.value, "subject": one.subject, "said": texts.say(one.said)}
            for one in findings
        ],
    }
