"""A PNG put together from bands, each of which is compressed by itself and can be kept.

From one move to the next a board changes in one card; only that card's band is drawn and
compressed anew. Pixels are the numbers of a palette's colours, one byte each. The formats are those
of the PNG specification (W3C, third edition), and RFC 1950 and RFC 1951.
"""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

COMPRESSION: Final = 3
"""How hard zlib tries: a third of the time of the usual 6, and a quarter more bytes."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"

_PALETTE_TYPE: Final = (8, 3, 0, 0, 0)
"""Bits a pixel, "indexed colour", and the one way each to compress, filter and interlace."""

_STREAM_HEAD: Final = b"\x78\x5e"
"""Deflate with a window of 32 KiB, compressed fast (RFC 1950, section 2.2)."""

_STREAM_END: Final = b"\x03\x00"
"""An empty last block (RFC 1951, section 3.2.6)."""

_ADLER_BASE: Final = 65521


@dataclass(frozen=True, slots=True)
class Band:
    """Some rows of pixels, compressed: part of any picture of this width with these colours."""

    width: int
    height: int
    palette: bytes
    chunk: bytes
    adler: int

    @property
    def size(self) -> int:
        """The bytes that were compressed: one before each row tells that it is not filtered."""
        return (self.width + 1) * self.height


def band(image: Image.Image) -> Band:
    """Return an image of mode P as a band."""
    rows = image.tobytes()
    starts = range(0, len(rows), image.width)
    unfiltered = b"".join(b"\0" + rows[start : start + image.width] for start in starts)
    stream = zlib.compressobj(COMPRESSION, wbits=-zlib.MAX_WBITS)
    # What follows refers to nothing before the flush, so that it may stand behind any other band.
    compressed = stream.compress(unfiltered) + stream.flush(zlib.Z_FULL_FLUSH)
    palette = bytes(image.getpalette() or ())
    chunk = _chunk(b"IDAT", compressed)
    return Band(image.width, image.height, palette, chunk, zlib.adler32(unfiltered))


def png(bands: Sequence[Band]) -> bytes:
    """Return the picture of bands of one width and palette, from the top; at least one."""
    first = bands[0]
    size = (first.width, sum(one.height for one in bands))
    end = _STREAM_END + struct.pack(">I", _adler_of(bands))
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">2I5B", *size, *_PALETTE_TYPE)),
            _chunk(b"PLTE", first.palette),
            _chunk(b"IDAT", _STREAM_HEAD),
            *(one.chunk for one in bands),
            _chunk(b"IDAT", end),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _adler_of(bands: Sequence[Band]) -> int:
    """Return the Adler-32 of all bands' bytes, one after the other (RFC 1950, section 9)."""
    low, high = 1, 0
    for one in bands:
        high += one.size * (low - 1) + (one.adler >> 16)
        low += (one.adler & 0xFFFF) - 1
    return (high % _ADLER_BASE) << 16 | low % _ADLER_BASE
