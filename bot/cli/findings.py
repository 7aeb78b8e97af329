"""Results of `spyring doctor`: the state of one subject, and the remedy."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any

from bot.texts import Texts
from core.view import Phrase


class Severity(Enum):
    """The severity of a result."""

    OK = "ok"
    WARNING = "warning"
    """It works; somebody should look at it."""
    FAULT = "fault"
    """Something does not work."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check on a subject."""

    level: Severity
    subject: str
    phrase: Phrase


ok = partial(CheckResult, Severity.OK)
"""All is well with a subject."""

warning = partial(CheckResult, Severity.WARNING)
"""A subject works and should be looked at."""

fault = partial(CheckResult, Severity.FAULT)
"""A subject does not work."""


def is_healthy(results: Iterable[CheckResult]) -> bool:
    """Return whether nothing is at fault."""
    return all(one.level is not Severity.FAULT for one in results)


def result_lines(results: Sequence[CheckResult], texts: Texts) -> Iterator[str]:
    """Yield a line for each finding, in columns."""
    width = max((len(one.subject) for one in results), default=0)
    for one in results:
        yield f"{one.level.value:<7}  {one.subject:<{width}}  {texts.say(one.phrase)}"


def results_json(results: Sequence[CheckResult], texts: Texts) -> dict[str, Any]:
    """Return findings as JSON."""
    return {
        "ok": is_healthy(results),
        "findings": [
            {"level": one.level.value, "subject": one.subject, "said": texts.say(one.phrase)}
            for one in results
        ],
    }
