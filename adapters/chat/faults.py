"""Faults of calls to a chat platform, by kind, and our own: what operators and people are told."""

from enum import StrEnum
from secrets import token_hex

import structlog
from aiohttp import ClientError, ClientPayloadError

from core.view import Phrase, phrase


class CallFault(StrEnum):
    """The end of a call that was not done, as far as is known here."""

    REFUSED = "refused"
    """The platform does not take it: it will not take it the next time either."""
    LIMITED = "limited"
    """It came too soon after others."""
    BROKEN = "broken"
    """The platform has a fault: it may have been done."""
    UNREADABLE = "unreadable"
    """The answer is none that the platform gives, as where a proxy has written it."""
    CUT = "cut"
    """The connection failed: it may have been done."""
    TIMEOUT = "timeout"
    """No answer came in time: it may have been done."""


def connection_fault(error: BaseException) -> CallFault:
    """Return the kind of an error that is not the platform's answer."""
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
    """Tell operators that a call failed, whose metrics count the log; refusals are left out."""
    if fault is not CallFault.REFUSED:
        _LOG.info("call-failed", platform=platform, method=method, fault=fault.value)


def report_fault(platform: str, error: Exception) -> Phrase:
    """Log a fault of ours; return the sentence that tells a person its reference number."""
    reference = token_hex(4)
    _LOG.error("fault", platform=platform, reference=reference, exc_info=error)
    return phrase("chat-fault", reference=reference)


def not_answered(platform: str) -> Phrase:
    """Return what a person is told whose answer a platform did not take."""
    return phrase("chat-not-answered", platform=platform)
