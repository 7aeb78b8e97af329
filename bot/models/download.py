"""Downloads of files by HTTP that go on where they were cut, and are checked at the end."""

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPException, HTTPResponse, InvalidURL
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from core.rules import Refusal

TIMEOUT_SECONDS: Final = 30.0
CHUNK_BYTES: Final = 1 << 18
IDLE_TRIES: Final = 5
"""Attempts in a row that may bring nothing new."""

FIRST_PAUSE_SECONDS: Final = 1.0
"""The pause before the second try that brought nothing; each further one is twice as long."""

PARTIAL_CONTENT: Final = 206
RANGE_NOT_SATISFIABLE: Final = 416
SERVER_FAULT: Final = 500

SCHEMES: Final = ("http", "https")


class DownloadError(Refusal):
    """A file that cannot be downloaded, or is another one than the catalogue says."""


class _Cut(Exception):
    """A connection that failed or ended early."""


@dataclass(frozen=True, slots=True)
class Downloader:
    """Downloads files; `wait` takes seconds to pause."""

    wait: Callable[[float], None] = time.sleep

    def read(self, url: str, most: int) -> bytes:
        """Return a small file of at most so many bytes; raises DownloadError."""
        for number in range(IDLE_TRIES):
            try:
                with _opened(url, 0) as response:
                    return b"".join(_chunks(response))[:most]
            except _Cut:
                self._pause(number)
        raise DownloadError("models-offline", address=url)

    def fetch(self, url: str, path: Path, told: Callable[[float], None]) -> None:
        """Write a file, from where an earlier attempt left off; `told` is given bytes.

        Raises DownloadError where several attempts in a row bring nothing, and OSError where the
        disk takes no more.
        """
        furthest, idle = path.stat().st_size if path.exists() else 0, 0
        while idle < IDLE_TRIES:
            try:
                self._attempt(url, path, told)
            except _Cut:
                reached = path.stat().st_size if path.exists() else 0
                idle = 0 if reached > furthest else idle + 1
                furthest = max(furthest, reached)
                if idle:
                    self._pause(idle)
            else:
                return
        raise DownloadError("models-offline", address=url)

    def _attempt(self, url: str, path: Path, told: Callable[[float], None]) -> None:
        start = path.stat().st_size if path.exists() else 0
        with _opened(url, start) as response:
            if response.status == RANGE_NOT_SATISFIABLE:
                # Nothing is left to send; the checksum tells whether the file is the right one.
                return
            content_range = response.headers.get("Content-Range") or ""
            begins_there = content_range.startswith(f"bytes {start}-")
            goes_on = response.status == PARTIAL_CONTENT and begins_there
            if response.status == PARTIAL_CONTENT and not goes_on:
                path.unlink(missing_ok=True)
                raise _Cut
            with path.open("ab" if goes_on else "wb") as file:
                for chunk in _chunks(response):
                    file.write(chunk)
                    told(file.tell())

    def _pause(self, number: int) -> None:
        self.wait(FIRST_PAUSE_SECONDS * 2**number / 2)


def check_md5(path: Path, expected: str) -> None:
    """Delete a file with another MD5 than the catalogue's and raise DownloadError."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, partial(hashlib.md5, usedforsecurity=False))
    if digest.hexdigest() != expected.lower():
        path.unlink()
        raise DownloadError("models-checksum", file=path.name)


def _chunks(response: HTTPResponse) -> Iterator[bytes]:
    """Yield what a response brings; raises _Cut where it ends before its length."""
    left = response.length
    while True:
        try:
            chunk = response.read1(CHUNK_BYTES)
        except (OSError, HTTPException):
            raise _Cut from None
        if not chunk:
            break
        left = None if left is None else left - len(chunk)
        yield chunk
    if left:
        raise _Cut


@contextmanager
def _opened(url: str, start: int) -> Iterator[HTTPResponse]:
    """Yield the response to a request for a file from a byte on; raises _Cut, DownloadError."""
    _check_address(url)
    headers = {"User-Agent": "spyring", "Accept-Encoding": "identity"}
    request = Request(url, headers=headers | ({"Range": f"bytes={start}-"} if start else {}))  # noqa: S310 - the scheme is checked
    try:
        response = urlopen(request, timeout=TIMEOUT_SECONDS)  # noqa: S310 - the scheme is checked
    except HTTPError as error:
        if error.code == RANGE_NOT_SATISFIABLE and start:
            yield error  # type: ignore[misc]  # has the status, all that is read of it
            return
        error.close()
        if error.code >= SERVER_FAULT:
            raise _Cut from None
        raise DownloadError("models-http", address=url, status=error.code) from None
    except (InvalidURL, ValueError):
        raise DownloadError("models-address", address=url) from None
    except (OSError, HTTPException):
        raise _Cut from None
    with response:
        yield response


def _check_address(url: str) -> None:
    """Raise DownloadError for what is no address of the web."""
    try:
        is_web = urlsplit(url).scheme in SCHEMES
    except ValueError:
        is_web = False
    if not is_web:
        raise DownloadError("models-address", address=url)
