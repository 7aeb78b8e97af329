"""HTTP downloads that resume after an interruption, with a checksum at the end."""

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
"""Attempts in a row without progress."""

FIRST_PAUSE_SECONDS: Final = 1.0
"""The pause after the first attempt without progress; each further one doubles."""

PARTIAL_CONTENT: Final = 206
RANGE_NOT_SATISFIABLE: Final = 416
SERVER_FAULT: Final = 500

SCHEMES: Final = ("http", "https")


class DownloadError(Refusal):
    """A failed download, or a file whose checksum differs from the catalogue's."""


class _Cut(Exception):
    """A connection that failed or ended early."""


@dataclass(frozen=True, slots=True)
class Downloader:
    """Downloads files; `wait` pauses for a number of seconds."""

    wait: Callable[[float], None] = time.sleep

    def read(self, url: str, most: int) -> bytes:
        """Return a small file, cut to `most` bytes; raises DownloadError."""
        for number in range(IDLE_TRIES):
            try:
                with _opened(url, 0) as response:
                    return b"".join(_chunks(response))[:most]
            except _Cut:
                self._pause(number)
        raise DownloadError("models-offline", address=url)

    def fetch(self, url: str, path: Path, told: Callable[[float], None]) -> None:
        """Write a file, resuming an earlier attempt; `told` receives the number of bytes so far.

        Raises DownloadError after several attempts without progress, and OSError for disk errors.
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
                return  # the file is complete, if its checksum is right
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
    """Delete a file that does not match the catalogue's MD5, and raise DownloadError."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, partial(hashlib.md5, usedforsecurity=False))
    if digest.hexdigest() != expected.lower():
        path.unlink()
        raise DownloadError("models-checksum", file=path.name)


def _chunks(response: HTTPResponse) -> Iterator[bytes]:
    """Yield the chunks of a response; raises _Cut if it ends before its length."""
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
    """Request a file from a given byte on; yield the response. Raises _Cut and DownloadError."""
    _check_address(url)
    headers = {"User-Agent": "spyring", "Accept-Encoding": "identity"}
    request = Request(url, headers=headers | ({"Range": f"bytes={start}-"} if start else {}))  # noqa: S310 - the scheme is checked
    try:
        response = urlopen(request, timeout=TIMEOUT_SECONDS)  # noqa: S310 - the scheme is checked
    except HTTPError as error:
        if error.code == RANGE_NOT_SATISFIABLE and start:
            with error:
                yield error  # type: ignore[misc]  # the caller reads only the status
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
    """Raise DownloadError unless a URL has a web scheme."""
    try:
        is_web = urlsplit(url).scheme in SCHEMES
    except ValueError:
        is_web = False
    if not is_web:
        raise DownloadError("models-address", address=url)
