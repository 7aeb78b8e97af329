"""Refusals of the service by the numbers it gives them (topics/opcodes-and-status-codes.mdx)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal: HTTP status, code and sentence."""

    status: int
    code: int
    message: str


UNAUTHORIZED = Refusal(401, 0, "401: Unauthorized")
NOT_FOUND = Refusal(404, 0, "404: Not Found")
UNKNOWN_CHANNEL = Refusal(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = Refusal(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = Refusal(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = Refusal(404, 10008, "Unknown Message")
UNKNOWN_USER = Refusal(404, 10013, "Unknown User")
UNKNOWN_EMOJI = Refusal(400, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = Refusal(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Refusal(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = Refusal(404, 10063, "Unknown application command")
TOO_MANY_REACTIONS = Refusal(400, 30010, "Maximum number of reactions reached (20)")
TOO_MANY_COMMANDS = Refusal(
    400, 30034, "Maximum number of daily application command creates has been reached (200)"
)
TOO_MANY_OLD_EDITS = Refusal(
    429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later."
)
ALREADY_ANSWERED = Refusal(400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = Refusal(403, 50001, "Missing Access")
NOT_AUTHOR = Refusal(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = Refusal(400, 50006, "Cannot send an empty message")
CLOSED_DM = Refusal(403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS = Refusal(403, 50013, "Missing Permissions")
WRONG_CHANNEL = Refusal(400, 50024, "Cannot execute action on this channel type")
INVALID_TOKEN = Refusal(401, 50027, "Invalid Webhook Token")
INVALID_FORM = Refusal(400, 50035, "Invalid Form Body")
SYSTEM_MESSAGE = Refusal(403, 50021, "Cannot execute action on a system message")
ARCHIVED_THREAD = Refusal(400, 50083, "Thread is archived")
NO_MUTUAL_GUILD = Refusal(403, 50278, "Cannot send messages to this user due to no mutual guilds.")
NOT_JSON = Refusal(400, 50109, "The request body contains invalid JSON.")
THREAD_EXISTS = Refusal(400, 160004, "A thread has already been created for this message")
THREAD_LOCKED = Refusal(403, 160005, "Thread is locked")
TOO_LARGE = Refusal(413, 40005, "Request entity too large")


@dataclass(frozen=True, slots=True)
class Breach:
    """One rule that a body breaks: the place in the body, and a message."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path or '(body)'}: {self.message}"


class ApiError(Exception):
    """Raised by the service's own code to answer with a refusal."""

    def __init__(self, refusal: Refusal, breaches: Sequence[Breach] = ()) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal
        self.breaches = breaches

    def __str__(self) -> str:
        told = "; ".join(map(str, self.breaches))
        return f"{self.refusal.code} {self.refusal.message}" + (f" ({told})" if told else "")

    def body(self) -> dict[str, Any]:
        """Return the JSON of the refusal; its errors are nested as in the body."""
        body: dict[str, Any] = {"code": self.refusal.code, "message": self.refusal.message}
        if self.breaches:
            body["errors"] = _nested(self.breaches)
        return body


def _nested(breaches: Sequence[Breach]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for breach in breaches:
        branch = tree
        for step in filter(None, breach.path.split(".")):
            branch = branch.setdefault(step, {})
        errors = branch.setdefault("_errors", [])
        errors.append({"code": "LOOPBACK_RULE", "message": breach.message})
    return tree
