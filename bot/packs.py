"""Finds the pack that a setting or an option names."""

from pathlib import Path

from core.words.packs import Pack, PackError, default_pack, parse_pack

EMBEDDED = "english"


def find_pack(name: str) -> Pack:
    """Return the embedded pack of this name, or the one in a file; raises PackError."""
    if name == EMBEDDED:
        return default_pack()
    path = Path(name)
    if not path.is_file():
        raise PackError("pack-missing", path=name, embedded=EMBEDDED)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise PackError("pack-not-text", path=name) from None
    return parse_pack(text, path.stem)
