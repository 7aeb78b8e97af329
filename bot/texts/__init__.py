"""Every sentence that people read: Fluent catalogues, a folder a language, and their renderer."""

from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
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


Typing: TypeAlias = Callable[[str], str]
"""Says how a line is typed, such as ``join`` or ``set clock slow``."""


class MissingText(LookupError):
    """A phrase that the catalogue has no sentence for, or lacks a value for: a bug of ours."""


def languages() -> tuple[str, ...]:
    """Return the languages that there are catalogues for, in alphabetical order."""
    folders = (entry for entry in files(__name__).iterdir() if entry.is_dir())
    return tuple(sorted(folder.name for folder in folders if any(catalogues(folder.name))))


def catalogues(language: str) -> tuple[Traversable, ...]:
    """Return the files with the sentences of a language, in the order in which they are read."""
    entries = files(__name__).joinpath(language).iterdir()
    return tuple(sorted((entry for entry in entries if entry.name.endswith(".ftl")), key=str))


class Texts:
    """The sentences of one language, and of those after it for what it lacks."""

    def __init__(self, bundles: Iterable[FluentBundle]) -> None:
        self._bundles = tuple(bundles)

    @classmethod
    def load(cls, language: str = ENGLISH) -> "Texts":
        """Return the texts of a language; a process reads each of the package's catalogues once.

        Raises FileNotFoundError for a language that is not one of `languages()`.
        """
        return cls(map(_bundle, dict.fromkeys((language, ENGLISH))))

    def typing(self, typed: Typing) -> "Texts":
        """Return the same texts, in which lines that people may type are written so.

        In catalogues such a line is ``TYPED("join")``, and else in quotation marks.
        """
        return Texts(_made(bundle.locales[0], typed) for bundle in self._bundles)

    @property
    def language(self) -> str:
        """The language in which sentences are said, where it has them."""
        return str(self._bundles[0].locales[0])

    def __contains__(self, key: str) -> bool:
        return any(bundle.has_message(key) for bundle in self._bundles)

    def say(self, said: Phrase) -> str:
        """Return the phrase's sentence; a value that is a phrase is rendered first.

        A tuple of values is rendered as a list, one after the other. Raises MissingText.
        """
        bundle = self._speaker(said.key)
        pattern = bundle.get_message(said.key).value
        if pattern is None:
            raise MissingText(said.key)
        text, errors = bundle.format_pattern(pattern, self._values(said))
        if errors:
            raise MissingText(f"{said.key}: {errors[0]}")
        return str(text)

    def _speaker(self, key: str) -> FluentBundle:
        """Return the first of the languages that has a sentence for a key."""
        for bundle in self._bundles:
            if bundle.has_message(key):
                return bundle
        raise MissingText(key)

    def _values(self, said: Phrase) -> dict[str, str | int | float]:
        return {name: self._value(value) for name, value in said.params}

    def _value(self, value: object) -> str | int | float:
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, tuple):
            return shorten(self._list(value), LONGEST_VALUE)
        if isinstance(value, int | float) and abs(value) < LARGEST:
            return value
        return shorten(str(value), LONGEST_VALUE)

    def _list(self, values: tuple[object, ...]) -> str:
        separator = self.say(phrase("list-separator"))
        return separator.join(str(self._value(value)) for value in values)


@cache
def _bundle(language: str) -> FluentBundle:
    """Return the sentences of a language alone; nobody may add to them."""

    def quoted(line: str) -> str:
        return Texts((bundle,)).say(phrase("typed-line", line=line))

    bundle = _made(language, quoted)
    return bundle


def _made(language: str, typed: Typing) -> FluentBundle:
    functions: Any = {"TYPED": typed}  # the library's hints do not know that text is taken, too
    bundle = FluentBundle([language], use_isolating=False, functions=functions)
    for resource in _resources(language):
        bundle.add_resource(resource)
    return bundle


@cache
def _resources(language: str) -> tuple[Resource, ...]:
    texts = (catalogue.read_text(encoding="utf-8") for catalogue in catalogues(language))
    return tuple(map(FluentResource, texts))
