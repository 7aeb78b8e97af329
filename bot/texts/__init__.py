"""Every sentence that people read: Fluent catalogues, a folder a language, and their renderer."""

from importlib.resources import files

from fluent.runtime import FluentBundle, FluentResource

from core.view import Phrase, cut

LONGEST = 2400
"""Characters of a value that are shown: Fluent refuses a little more."""

LARGEST = 10**15
"""Numbers from here on are shown digit by digit: the number format fails on huge ones."""


class MissingText(LookupError):
    """A phrase that the catalogue has no sentence for, or lacks a value for: a bug of ours."""


class Texts:
    """The sentences of one language."""

    def __init__(self, bundle: FluentBundle) -> None:
        self._bundle = bundle

    @classmethod
    def load(cls, language: str = "en") -> "Texts":
        """Return the texts of a language, read from the package's catalogues."""
        bundle = FluentBundle([language], use_isolating=False)
        for catalogue in sorted(files(__name__).joinpath(language).iterdir(), key=str):
            bundle.add_resource(FluentResource(catalogue.read_text(encoding="utf-8")))
        return cls(bundle)

    def __contains__(self, key: str) -> bool:
        return self._bundle.has_message(key)

    def say(self, phrase: Phrase) -> str:
        """Return the phrase's sentence; a value that is a phrase is rendered first.

        Raises MissingText.
        """
        if phrase.key not in self:
            raise MissingText(phrase.key)
        pattern = self._bundle.get_message(phrase.key).value
        if pattern is None:
            raise MissingText(phrase.key)
        text, errors = self._bundle.format_pattern(pattern, self._values(phrase))
        if errors:
            raise MissingText(f"{phrase.key}: {errors[0]}")
        return str(text)

    def _values(self, phrase: Phrase) -> dict[str, str | int | float]:
        return {name: self._value(value) for name, value in phrase.params}

    def _value(self, value: object) -> str | int | float:
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, int | float) and abs(value) < LARGEST:
            return value
        return cut(str(value), LONGEST)
