"""Readings of what people type in kana or romaji."""

from core.shiritori.sounds import is_kana, katakana


def to_katakana(text: str) -> str | None:
    """Return kana of any kind as katakana; None for a text that is not read so."""
    reading = katakana(text)
    return reading if is_kana(reading) else None
