"""The choice of a sentence's language."""

from collections.abc import Collection


def choose_language(
    user: str | None, room: str | None, guild: str | None, default: str, known: Collection[str]
) -> str:
    """Return the first of the languages that is known here, or else the default.

    `user` is the language of the one person who reads the sentence, as the platform calls it
    ("ja", "ja-JP"), and None for what all in the room read.
    """
    found = (supported(tag, known) for tag in (user, room, guild) if tag)
    return next((language for language in found if language), default)


def supported(tag: str, known: Collection[str]) -> str | None:
    """Return the known language that a tag of BCP 47 names, or a POSIX locale: the nearest one.

    "pt-BR" is itself where it is known, otherwise "pt" (RFC 4647, section 3.4: lookup).

    >>> supported("ja_JP.UTF-8", ["en", "ja"])
    'ja'
    """
    by_name = {language.casefold(): language for language in known}
    parts = tag.partition(".")[0].casefold().replace("_", "-").split("-")
    ranges = ("-".join(parts[:size]) for size in range(len(parts), 0, -1))
    return next((by_name[named] for named in ranges if named in by_name), None)
