"""Faults: failed calls to a chat platform by kind, and bugs of ours, with messages about both."""

from enum import StrEnum
from secrets import token_hex

import structlog
from aiohttp import ClientError, ClientPayloadError

from core.view import Phrase, phrase


class CallFault(StrEnum):
    """The reason why a call failed, as seen from here."""

    REFUSED = "refused"
    """The platform rejects the call, and would reject it again."""
    LIMITED = "limited"
    """The call came too soon after others."""
    BROKEN = "broken"
    """The platform has a fault; the call may have succeeded."""
    UNREADABLE = "unreadable"
    """The answer is not the platform's, but a proxy's for example."""
    CUT = "cut"
    """The connection failed; the call may have succeeded."""
    TIMEOUT = "timeout"
    """No answer came in time; the call may have succeeded."""


def connection_fault(error: BaseException) -> CallFault:
    """Return the kind of an error that is not an answer of the platform."""
    match error:
        case TimeoutError():
            return CallFault.TIMEOUT
        case ClientPayloadError():
            return CallFault.UNREADABLE
        case OSError() | ClientError():
            return CallFault.CUT
        case _:
            return CallFault.REFUSED


_LOG = structlog.get_logger()


def count_fault(platform: str, method: str, fault: CallFault) -> None:
    """Log a failed call for the metrics, which count the log; refusals are left out."""
    if fault is not CallFault.REFUSED:
        _LOG.info("call-failed", platform=platform, method=method, fault=fault.value)


def report_fault(platform: str, error: Exception) -> Phrase:
    """Log a bug of ours; return the sentence that gives its reference number."""
    reference = token_hex(4)
    _LOG.error("fault", platform=platform, reference=reference, exc_info=error)
    return phrase("chat-fault", reference=reference)


def not_answered(platform: str) -> Phrase:
    """Return the message for a person whose answer the platform refused."""
    return phrase("chat-not-answered", platform=platform)
