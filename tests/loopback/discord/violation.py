"""The service's refusals and their reasons, recorded so that a test can fail at its end."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.loopback.discord.error import Breach


@dataclass(frozen=True, slots=True)
class Violation:
    """A body that broke rules; `excerpt` is its beginning."""

    route: str
    breaches: Sequence[Breach]
    excerpt: str

    def __str__(self) -> str:
        return f"{self.route}: " + "; ".join(map(str, self.breaches))


@dataclass(frozen=True, slots=True)
class Refused:
    """A request refused for another reason than its body."""

    route: str
    status: int
    code: int
    message: str

    def __str__(self) -> str:
        return f"{self.route}: {self.status} (code {self.code}) {self.message}"


@dataclass(slots=True)
class Ledger:
    """Violations of the bot, refusals, and mistakes of this service itself."""

    violations: list[Violation] = field(default_factory=list)
    refusals: list[Refused] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)
    invalid: int = 0
    limited: int = 0  # of them: 429

    def raise_any(self) -> None:
        """Raise an AssertionError that lists violations and mistakes, if there are any."""
        found = [*map(str, self.violations), *self.mistakes]
        if found:
            raise AssertionError("the service objects:\n" + "\n".join(found))
