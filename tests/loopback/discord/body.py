"""Reads the body of a request: JSON, or multipart with payload_json and files[n]."""

import json
import re
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, web

from tests.loopback.discord.error import INVALID_FORM, NOT_JSON, ApiError, Breach
from tests.loopback.discord.model import Upload

_FILE = re.compile(r"files\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Body:
    """A request's content; `json` is None without a body, `files` are by number."""

    json: Any
    files: dict[int, Upload]


async def read(request: web.Request) -> Body:
    """Return the body of a request. Raises: ApiError 50035 or 50109."""
    if not request.can_read_body:
        return Body(None, {})
    if request.content_type.startswith("multipart/"):
        return await _multipart(request)
    if request.content_type != "application/json":
        sent = request.headers.get("Content-Type")
        raise ApiError(INVALID_FORM, [Breach("", f"Content-Type {sent} is not understood")])
    return Body(_parsed(await request.text()), {})


async def _multipart(request: web.Request) -> Body:
    payload: Any = {}
    files: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ApiError(INVALID_FORM, [Breach("", "nested multipart is not understood")])
        name = part.name or ""
        match = _FILE.fullmatch(name)
        if name == "payload_json":
            payload = _parsed(await part.text())
        elif match is not None:
            files[int(match[1])] = await _upload(part)
        else:
            raise ApiError(INVALID_FORM, [Breach("", f"a part called {name} is not understood")])
    return Body(payload, files)


async def _upload(part: BodyPartReader) -> Upload:
    content = bytes(await part.read(decode=True))
    return Upload(part.filename or "unknown", content, kind_of(content))


def kind_of(content: bytes) -> str:
    """Return the media type that the service would detect in a file."""
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    try:
        content.decode()
    except UnicodeDecodeError:
        return "application/octet-stream"
    return "text/plain; charset=utf-8"


def size_of(content: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG in pixels, or None for any other file."""
    if kind_of(content) != "image/png" or len(content) < 24:
        return None
    return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise ApiError(NOT_JSON) from None
