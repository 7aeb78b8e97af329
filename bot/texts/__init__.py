"""Every sentence that people read: Fluent catalogues, a folder a language; renderer and choice."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from typing import Any, Final, TypeAlias

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Resource

from core.view import Phrase, phrase, shorten

ENGLISH: Final = "en"
"""The language that has every sentence: what another one lacks is said in it."""

LONGEST_VALUE = 2400
"""Characters of a value that are shown: Fluent refuses a little more."""

LARGEST = 10**15
"""Numbers from here on are shown digit by digit: the number format fails on huge ones."""

SENTENCES_KEPT: Final = 1024
"""Sentences of a language that are kept: those of some ten boards."""

_ENTRY: Final = re.compile(r"^([a-z][\w-]*) *=[^\n]*(?:\n(?![a-z#-])[^\n]*)*", re.MULTILINE)
"""A sentence in a file, with its key."""

_REFERENCE: Final = re.compile(r"\{\s*([a-z][\w-]*)\s*[}.]")
"""The key of a sentence that another one refers to: no variable, text or function (Fluent 1.0)."""

Typing: TypeAlias = Callable[[str], str]
"""Says how a line is typed, such as ``join`` or ``set clock slow``."""


class MissingText(LookupError):
    """A phrase that the catalogue has no sentence for, or lacks a value for: a bug of ours."""


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that there are catalogues for, in alphabetical order."""
    folders = (entry for entry in files(__name__).iterdir() if entry.is_dir())
    return tuple(sorted(folder.name for folder in folders if any(catalogues(folder.name))))


def catalogues(language: str) -> tuple[Traversable, ...]:
    """Return the files with the sentences of a language, in the order in which they are read."""
    entries = files(__name__).joinpath(language).iterdir()
    return tuple(sorted((entry for entry in entries if entry.name.endswith(".ftl")), key=str))


def sentences(text: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a file, each behind its key, as they stand there."""
    return ((found[1], found[0]) for found in _ENTRY.finditer(text))


def choose_language(tags: Iterable[str | None], default: str, known: Collection[str]) -> str:
    """Return the first of the languages that is known here, or else the default.

    `tags` are those of the one person who reads the sentence, as the platform calls their language
    ("ja", "ja-JP"), of the room and of its guild; None where nobody has chosen one.
    """
    found = (supported(tag, known) for tag in tags if tag)
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


class Texts:
    """The sentences of one language, and of those after it for what it lacks."""

    def __init__(self, catalogues: Iterable["Catalogue"]) -> None:
        self._catalogues = tuple(catalogues)
        self._said = lru_cache(SENTENCES_KEPT)(self._sentence)

    @classmethod
    def load(cls, language: str = ENGLISH) -> "Texts":
        """Return the texts of a language; a process reads each of the package's catalogues once.

        Raises FileNotFoundError for a language that is not one of `languages()`.
        """
        return cls(map(_catalogue, dict.fromkeys((language, ENGLISH))))

    def typing(self, typed: Typing) -> "Texts":
        """Return the same texts, in which lines that people may type are written so.

        In catalogues such a line is ``TYPED("join")``, and else in quotation marks.
        """
        return Texts(Catalogue(one.language, one.sources, typed) for one in self._catalogues)

    @property
    def language(self) -> str:
        """The language in which sentences are said, where it has them."""
        return self._catalogues[0].language

    def __contains__(self, key: str) -> bool:
        return any(key in catalogue for catalogue in self._catalogues)

    def say(self, said: Phrase | str) -> str:
        """Return the phrase's sentence, or a text as it is; phrases in values are rendered first.

        A tuple of values is rendered as a list, one after the other. Raises MissingText.
        """
        return said if isinstance(said, str) else self._said(said)

    def _sentence(self, said: Phrase) -> str:
        """Return a phrase's sentence; it is kept, for a board says most as it did before."""
        catalogue = next((one for one in self._catalogues if said.key in one), None)
        if catalogue is None:
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
    """The sentences of a language alone, each parsed when it is said first.

    `sources` are the sentences as the files have them, by their keys.
    """

    def __init__(self, language: str, sources: Mapping[str, str], typed: Typing) -> None:
        functions: Any = {"TYPED": typed}  # the library's hints do not know that text is taken, too
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False, functions=functions)
        self.sources = sources

    def __contains__(self, key: str) -> bool:
        return key in self.sources

    def bundle(self, key: str) -> FluentBundle:
        """Return what renders a sentence and those that it refers to."""
        if not self._bundle.has_message(key) and key in self.sources:
            for reference in _REFERENCE.findall(self.sources[key]):
                self.bundle(reference)
            self._bundle.add_resource(_parsed(self.sources[key]))
        return self._bundle


@cache
def _catalogue(language: str) -> Catalogue:
    """Return the sentences of a language alone; nobody may add to them."""

    def quoted(line: str) -> str:
        return Texts((catalogue,)).say(phrase("typed-line", line=line))

    catalogue = Catalogue(language, _sources(language), quoted)
    return catalogue


@cache
def _sources(language: str) -> Mapping[str, str]:
    """Return the sentences of a language as its files have them, by their keys."""
    texts = (catalogue.read_text(encoding="utf-8") for catalogue in catalogues(language))
    return dict(chain.from_iterable(map(sentences, texts)))


@cache
def _parsed(source: str) -> Resource:
    return FluentResource(source)
