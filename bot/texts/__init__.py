"""All texts for people: Fluent catalogues by language, rendering, and choice of a language."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from typing import Any, Final, TypeAlias

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Resource

from bot.plugins import TEXT_PLUGINS, has_plugins, sound_plugins
from core.view import Phrase, phrase, shorten

ENGLISH: Final = "en"
"""The language with every sentence, the fallback of all others."""

LONGEST_VALUE = 2400
"""The most characters shown of a value, just below Fluent's limit."""

LARGEST = 10**15
"""The least number that is shown as text, because number formats fail on huge ones."""

SENTENCES_KEPT: Final = 1024
"""The size of the cache of rendered sentences, enough for about ten boards."""

_ENTRY: Final = re.compile(r"^([a-z][\w-]*) *=[^\n]*(?:\n(?![a-z#-])[^\n]*)*", re.MULTILINE)
"""A sentence in a file, with its key."""

_REFERENCE: Final = re.compile(r"\{\s*([a-z][\w-]*)\s*[}.]")
"""A reference to another sentence, instead of a variable, text or function (Fluent 1.0)."""

Typing: TypeAlias = Callable[[str], str]
"""Returns the way to type a line, such as ``join`` or ``set clock slow``, on a platform."""


class MissingText(LookupError):
    """A phrase without a sentence in the catalogue or without one of its values: a bug."""


@cache
def languages() -> tuple[str, ...]:
    """Return the languages with catalogues, in alphabetical order."""
    folders = (entry for entry in files(__name__).iterdir() if entry.is_dir())
    return tuple(sorted(folder.name for folder in folders if any(catalogues(folder.name))))


def catalogues(language: str) -> tuple[Traversable, ...]:
    """Return the files with a language's sentences; a later file replaces sentences of others."""
    others = (files(package).joinpath(language) for package in sound_plugins(TEXT_PLUGINS).values())
    folders = (*(one for one in others if one.is_dir()), files(__name__).joinpath(language))
    entries = (entry for folder in folders for entry in sorted(folder.iterdir(), key=str))
    return tuple(entry for entry in entries if entry.name.endswith(".ftl"))


def sentences(text: str) -> Iterator[tuple[str, str]]:
    """Yield a file's keys and the source text of their sentences."""
    return ((found[1], found[0]) for found in _ENTRY.finditer(text))


def choose_language(tags: Iterable[str | None], default: str, known: Collection[str]) -> str:
    """Return the first known language among `tags`, else the default.

    `tags` are the platform's tags ("ja", "ja-JP") of a single reader, the room and its guild, each
    None if not chosen.
    """
    found = (supported(tag, known) for tag in tags if tag)
    return next((language for language in found if language), default)


def supported(tag: str, known: Collection[str]) -> str | None:
    """Return the known language nearest to a BCP 47 tag or a POSIX locale.

    "pt-BR" matches itself if known, else "pt" (lookup of RFC 4647, section 3.4).

    >>> supported("ja_JP.UTF-8", ["en", "ja"])
    'ja'
    """
    by_name = {language.casefold(): language for language in known}
    parts = tag.partition(".")[0].casefold().replace("_", "-").split("-")
    ranges = ("-".join(parts[:size]) for size in range(len(parts), 0, -1))
    return next((by_name[named] for named in ranges if named in by_name), None)


class Texts:
    """The sentences of a language, with other languages as fallbacks."""

    def __init__(self, catalogues: Iterable["Catalogue"]) -> None:
        self._catalogues = tuple(catalogues)
        self._said = lru_cache(SENTENCES_KEPT)(self._sentence)

    @classmethod
    def load(cls, language: str = ENGLISH) -> "Texts":
        """Return the texts of a language, whose catalogues are cached.

        Raises FileNotFoundError for a language outside `languages()`.
        """
        return cls(map(_catalogue, dict.fromkeys((language, ENGLISH))))

    def typing(self, typed: Typing) -> "Texts":
        """Return the same texts with `typed` applied to the lines for people to type.

        Catalogues write such a line as ``TYPED("join")``; by default it gets quotation marks.
        """
        return Texts(Catalogue(one.language, one.sources, typed) for one in self._catalogues)

    @property
    def language(self) -> str:
        """The preferred language."""
        return self._catalogues[0].language

    def __contains__(self, key: str) -> bool:
        return any(key in catalogue for catalogue in self._catalogues)

    def say(self, said: Phrase | str) -> str:
        """Return a phrase's sentence, or a text unchanged; raises MissingText.

        Phrases in values are rendered first, and tuples of values become lists. With plugins, a
        missing sentence is its key, so that the help and all games stay usable.
        """
        return said if isinstance(said, str) else self._said(said)

    def _sentence(self, said: Phrase) -> str:
        """Return a phrase's sentence, for the cache: successive boards repeat most of theirs."""
        catalogue = next((one for one in self._catalogues if said.key in one), None)
        if catalogue is None:
            if has_plugins():
                return said.key
            raise MissingText(said.key)
        bundle = catalogue.bundle(said.key)
        pattern = bundle.get_message(said.key).value
        if pattern is None:
            raise MissingText(said.key)
        values = {name: self._value(value) for name, value in said.params}
        text, errors = bundle.format_pattern(pattern, values)
        if errors:
            raise MissingText(f"{said.key}: {errors[0]}")
        return str(text)

    def _value(self, value: object) -> str | int | float:
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, tuple):
            separator = self.say(phrase("list-separator"))
            return shorten(separator.join(str(self._value(one)) for one in value), LONGEST_VALUE)
        if isinstance(value, int | float) and abs(value) < LARGEST:
            return value
        return shorten(str(value), LONGEST_VALUE)


class Catalogue:
    """The sentences of one language without fallbacks, each parsed at its first use.

    `sources` are the sentences' source texts by key.
    """

    def __init__(self, language: str, sources: Mapping[str, str], typed: Typing) -> None:
        functions: Any = {"TYPED": typed}  # the library's type hints lack functions of texts
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False, functions=functions)
        self.sources = sources

    def __contains__(self, key: str) -> bool:
        return key in self.sources

    def bundle(self, key: str) -> FluentBundle:
        """Return the renderer, with a sentence and its references added."""
        if not self._bundle.has_message(key) and key in self.sources:
            for reference in _REFERENCE.findall(self.sources[key]):
                self.bundle(reference)
            self._bundle.add_resource(_parsed(self.sources[key]))
        return self._bundle


@cache
def _catalogue(language: str) -> Catalogue:
    """Return a language's catalogue, with lines to type in quotation marks."""

    def quoted(line: str) -> str:
        return Texts((catalogue,)).say(phrase("typed-line", line=line))

    texts = (file.read_text(encoding="utf-8") for file in catalogues(language))
    catalogue = Catalogue(language, dict(chain.from_iterable(map(sentences, texts))), quoted)
    return catalogue


@cache
def _parsed(source: str) -> Resource:
    return FluentResource(source)
