"""The layout of `--help`: in the reader's language, measured in terminal cells.

argparse counts characters, but wide ones take two cells; and its own words are English.
"""

from argparse import SUPPRESS, Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NoReturn

from adapters.terminal.cells import width as cells
from adapters.terminal.cells import wrapped
from bot.texts import Texts, languages
from core.rules import REPEATED
from core.view import phrase, shorten

FILE_ARGUMENT: Final = "file"
"""The argument for a game's file, if it takes one."""

HEADINGS: Final[Mapping[str, str]] = {
    "options": "cli-options",
    "positional arguments": "cli-arguments",
}
"""The keys of argparse's own headings."""


def requested_language(argv: Sequence[str] | None, known: Collection[str]) -> str | None:
    """Return the language of ``--language``, if known, for refusals and help while parsing."""
    parser = ArgumentParser(add_help=False)
    parser.add_argument("--language", nargs="?")
    language = parser.parse_known_args(argv)[0].language
    return language if language in known else None


class CommandParser(ArgumentParser):
    """A parser that adds its options when it parses a line."""

    add_options: Callable[[], None] | None = None
    """Adds the options, once."""
    parts_signs: bool = False
    """Whether a minus before a word is a separate word instead of an option."""


def parser_class(texts: Texts, language: str) -> type[CommandParser]:
    """Return the class of parsers with the common options; `language` is the default language."""
    said = phrase("cli-choice", said=phrase("option-language"), default=language)
    spoken, helped = texts.say(said), texts.say(phrase("option-help"))

    class Parser(CommandParser):
        def __init__(self, **options: Any) -> None:  # noqa: ANN401 - argparse's own
            super().__init__(add_help=False, formatter_class=formatter(texts), **options)
            self.add_argument("-h", "--help", action="help", help=helped)
            self.add_argument("--language", choices=languages(), default=SUPPRESS, help=spoken)
            self._words: Sequence[str] = ()

        def error(self, message: str) -> NoReturn:
            super().error(repeating(message, self._words))

        def parse_known_args(  # type: ignore[override]  # with words it is always called
            self, args: Sequence[str], namespace: Namespace | None = None
        ) -> tuple[Namespace, list[str]]:
            """Refuse unknown arguments, with the usage of their command.

            argparse accepts a file only right after its game. This accepts one after options.
            """
            self._words = args
            if self.add_options is not None:
                self.add_options()
                self.add_options = None
            words = list(signs_parted(args)) if self.parts_signs else args
            found, unknown = super().parse_known_args(words, namespace)
            if (
                len(unknown) == 1
                and not unknown[0].startswith("-")
                and getattr(found, FILE_ARGUMENT, "") is None
            ):
                setattr(found, FILE_ARGUMENT, unknown.pop())
            if unknown:
                said = shorten(" ".join(unknown), REPEATED)
                self.error(f"unrecognized arguments: {said}")
            return found, unknown

    return Parser


def signs_parted(words: Iterable[str]) -> Iterator[str]:
    """Yield words, with the sign before one as a separate word, except in options.

    >>> [*signs_parted(["king", "-man", "+woman", "--language=ja", "-h"])]
    ['king', '-', 'man', '+', 'woman', '--language=ja', '-h']
    """
    for word in words:
        is_signed = len(word) > 1 and word[0] in "+-" and word[:2] != "--" and word != "-h"
        yield from (word[0], word[1:]) if is_signed else (word,)


def repeating(message: str, words: Iterable[str]) -> str:
    """Return an argparse error with the line's long words shortened."""
    for word in words:
        for typed in (word, word.partition("=")[2]):
            if len(typed) > REPEATED:
                brief = shorten(typed, REPEATED)
                message = message.replace(typed, brief).replace(repr(typed)[1:-1], brief)
    return message


def formatter(texts: Texts) -> type[RawDescriptionHelpFormatter]:
    """Return the class that formats help."""

    class Formatter(RawDescriptionHelpFormatter):
        def start_section(self, heading: str | None) -> None:
            key = HEADINGS.get(heading or "")
            super().start_section(texts.say(phrase(key)) if key else heading)

        def _format_usage(
            self,
            usage: str | None,
            actions: Iterable[Action],
            groups: Iterable[Any],
            prefix: str | None,
        ) -> str:
            named = texts.say(phrase("cli-usage")) if prefix is None else prefix
            wider = max(0, cells(named) - len(named))
            self._width -= wider
            said = super()._format_usage(usage, actions, groups, named)
            self._width += wider
            return said

        def _split_lines(self, text: str, width: int) -> list[str]:
            return list(wrapped(" ".join(text.split()), width))

        def _fill_text(self, text: str, width: int, indent: str) -> str:
            return "\n".join(indent + line for line in wrapped(text, width - len(indent)))

    return Formatter
