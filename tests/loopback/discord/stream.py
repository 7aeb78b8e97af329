"""Transport compression of the gateway: one context a connection, each message flushed."""

import importlib
import zlib
from typing import Any, Protocol


class Stream(Protocol):
    """Turns a text frame into bytes or text for the wire."""

    def pack(self, text: str) -> str | bytes:
        """Return the frame; bytes if it is compressed."""
        ...


class Plain:
    """No compression."""

    def pack(self, text: str) -> str:
        """Return the text itself."""
        return text


class Zlib:
    """zlib-stream: every message ends in 00 00 FF FF."""

    def __init__(self) -> None:
        self._context = zlib.compressobj()

    def pack(self, text: str) -> bytes:
        """Return the text compressed in the connection's context."""
        return self._context.compress(text.encode()) + self._context.flush(zlib.Z_SYNC_FLUSH)


class Zstandard:
    """zstd-stream, if Python 3.14 or the zstandard package provides the algorithm."""

    def __init__(self, algorithm: Any) -> None:
        if hasattr(algorithm, "COMPRESSOBJ_FLUSH_BLOCK"):
            self._context = algorithm.ZstdCompressor().compressobj()
            self._flush = algorithm.COMPRESSOBJ_FLUSH_BLOCK
        else:
            self._context = algorithm.ZstdCompressor()
            self._flush = algorithm.ZstdCompressor.FLUSH_BLOCK

    def pack(self, text: str) -> bytes:
        """Return the text compressed in the connection's context."""
        head: bytes = self._context.compress(text.encode())
        tail: bytes = self._context.flush(self._flush)
        return head + tail


def zstandard() -> Any | None:
    """Return the module with Zstandard, or None."""
    for name in ("compression.zstd", "zstandard"):
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    return None


def stream(wanted: str | None) -> Stream:
    """Return the stream that a client requests. Raises: ValueError for an unavailable one."""
    if wanted is None:
        return Plain()
    if wanted == "zlib-stream":
        return Zlib()
    algorithm = zstandard()
    if wanted == "zstd-stream" and algorithm is not None:
        return Zstandard(algorithm)
    raise ValueError(f"no transport compression called {wanted} here")
