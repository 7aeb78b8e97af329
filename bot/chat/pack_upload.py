"""A pack that somebody brings, as a file or as words that they typed."""

import asyncio
import re
from pathlib import PurePath
from typing import Final

from bot.chat.request import Request, Upload
from bot.games.guild_settings import LONGEST_PACK_NAME
from core.rules import Refusal
from core.view import shorten
from core.words.packs import Pack, parse_pack

MOST_PACK_BYTES: Final = 256 * 1024
"""Bytes of a file, which is room for some 25 000 words."""

_NAME: Final = re.compile(r"[^\W_][\w' -]*")
"""A name of letters and digits, which any command can hold."""

_BETWEEN: Final = re.compile(r"[,;、，\n]")
"""What stands between words that are typed on one line."""


async def uploaded_pack(request: Request) -> Pack:
    """Return the pack that a request brings; raises Refusal, and PackError for its words."""
    upload, typed = request.upload("file"), request.text("words")
    if not (upload or typed):
        raise Refusal("admin-pack-missing")
    if upload and typed:
        raise Refusal("admin-pack-which")
    name = _checked(request.text("name") or (PurePath(upload.name).stem if upload else ""))
    text = await _content(upload) if upload else _BETWEEN.sub("\n", typed)
    # A large file takes a while: in a thread, for others wait for this one.
    return await asyncio.to_thread(parse_pack, text, name)


def typed_words(request: Request) -> tuple[str, ...]:
    """Return the words that somebody typed on one line, in small letters; raises Refusal."""
    parts = (part.strip().casefold() for part in _BETWEEN.split(request.text("words")))
    words = tuple(dict.fromkeys(filter(None, parts)))
    if not words:
        raise Refusal("admin-words-none")
    for word in words:
        if len(word) > LONGEST_PACK_NAME:
            raise Refusal("admin-word-long", word=shorten(word, LONGEST_PACK_NAME))
    return words


def _checked(name: str) -> str:
    if not name:
        raise Refusal("admin-pack-nameless")
    if len(name) > LONGEST_PACK_NAME or not _NAME.fullmatch(name):
        raise Refusal("admin-pack-name", name=name, most=LONGEST_PACK_NAME)
    return name


async def _content(upload: Upload) -> str:
    if upload.size > MOST_PACK_BYTES:
        raise Refusal("admin-pack-large", most=MOST_PACK_BYTES // 1024)
    try:
        return (await upload.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal("admin-pack-not-text", file=upload.name) from None
