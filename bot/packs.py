"""Finds the pack that a setting or an option names."""

from pathlib import Path

from bot.files import exists, read, shown
from core.words.packs import Pack, PackError, default_pack, parse_pack

EMBEDDED = "english"


def find_pack(name: str) -> Pack:
    """Return the embedded pack of this name, or the one in a file.

    Raises PackError, and FileError for a file that cannot be read.
    """
    if name == EMBEDDED:
        return default_pack()
    if not exists(name):
        raise PackError("pack-missing", path=shown(name), embedded=EMBEDDED)
    content = read(name)
    try:
        return parse_pack(content.decode("utf-8-sig"), Path(name).stem)
    except UnicodeDecodeError:
        raise PackError("pack-not-text", path=shown(name)) from None
