"""Who looks on at the door: told of each request, what became of it and how long it took."""

from typing import Literal, Protocol, TypeAlias

from bot.games.receipt import Receipt

Request: TypeAlias = Literal["open", "line", "bot", "clock", "direct"]
"""Who asked for what: a person for a table or by a line, a bot, the clock, or a sender."""


class Observer(Protocol):
    """Looks on; it must neither raise nor take long."""

    def asked(self, request: Request, answer: Receipt | BaseException, seconds: float) -> None:
        """Take note of a request and its receipt, or of the exception that it ended with."""
        ...


class Nobody:
    """Looks away."""

    def asked(self, request: Request, answer: Receipt | BaseException, seconds: float) -> None:
        """Do nothing."""
