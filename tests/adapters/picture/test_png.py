"""Pictures that are put together from bands, read by the formats' own rules."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from adapters.picture import render
from adapters.picture.png import band, png
from core.codenames.model import Identity
from core.codenames.present import FACES
from tests.adapters.picture.grids import grid_of
from tests.profile import examples

PALETTE = [0, 10, 20, 30, 40, 50, 60, 70, 80]


@st.composite
def images(draw: st.DrawFn) -> list[Image.Image]:
    """Draw images of one width, of random pixels in three colours."""
    width = draw(st.integers(1, 300))
    heights = draw(st.lists(st.integers(1, 120), min_size=1, max_size=4))
    return [_image(width, height, draw(st.randoms()).randbytes(8)) for height in heights]


def _image(width: int, height: int, seed: bytes) -> Image.Image:
    pixels = (seed * (width * height // len(seed) + 1))[: width * height]
    image = Image.frombytes("P", (width, height), bytes(pixel % 3 for pixel in pixels))
    image.putpalette(PALETTE)
    return image


@settings(max_examples=examples(100))
@given(images())
def test_a_picture_shows_its_bands_one_below_the_other(parts: list[Image.Image]) -> None:
    picture = Image.open(BytesIO(png([band(part) for part in parts])))
    assert (picture.width, picture.height) == (parts[0].width, sum(one.height for one in parts))
    assert picture.tobytes() == b"".join(part.tobytes() for part in parts)
    assert picture.getpalette()[: len(PALETTE)] == PALETTE  # type: ignore[index]


@settings(max_examples=examples(100))
@given(images())
def test_all_checksums_are_those_of_the_bytes(parts: list[Image.Image]) -> None:
    stream = b""
    for name, data, checksum in _chunks(png([band(part) for part in parts])):
        assert checksum == zlib.crc32(name + data)
        stream += data if name == b"IDAT" else b""
    rows = zlib.decompress(stream)  # raises where Adler-32 differs
    assert len(rows) == sum((part.width + 1) * part.height for part in parts)


def test_the_checksum_of_many_bytes_is_right() -> None:
    """Their sums wrap around more than once."""
    image = Image.new("P", (2000, 3000), 255)
    image.putpalette(PALETTE)
    streams = (data for name, data, _ in _chunks(png([band(image)] * 3)) if name == b"IDAT")
    assert len(zlib.decompress(b"".join(streams))) == 3 * 2001 * 3000


def test_a_move_changes_the_band_of_one_row() -> None:
    before = grid_of(5, 5)
    changed = replace(before.cells[2][3], face=FACES[Identity.ASSASSIN])
    cells = [list(row) for row in before.cells]
    cells[2][3] = changed
    after = replace(before, cells=tuple(map(tuple, cells)))
    one, other = (list(_chunks(render(grid))) for grid in (before, after))
    differing = [
        place for place, (old, new) in enumerate(zip(one, other, strict=True)) if old != new
    ]
    assert [one[place][0] for place in differing] == [b"IDAT", b"IDAT"], "the row and the checksum"


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes, int]]:
    """Yield the name, the data and the checksum of each chunk."""
    at = 8
    while at < len(data):
        size, name = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + size]
        (checksum,) = struct.unpack_from(">I", data, at + 8 + size)
        yield name, body, checksum
        at += 12 + size
    assert at == len(data)
    assert name == b"IEND"
