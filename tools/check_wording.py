"""Check that docstrings, comments, docs and English messages are plain English.

`python -m tools.check_wording` reads the project below the working directory (or a given folder),
prints its findings and exits with 1 if there are any. Three checks:

- a question clause after Return or Yield instead of a noun
- a sentence that begins with a question word and is not a question
- words that the rules in CONTRIBUTING.md forbid

It does not read code: fenced blocks, quoted code and strings of the program.
"""

import argparse
import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from textwrap import shorten
from typing import Final

from tools.check_names import Finding

FOLDERS: Final = (
    "adapters",
    "benchmarks",
    "bot",
    "core",
    "docs",
    "migrations",
    "tests",
    "tools",
)
PAGES: Final = ("*.md", "benchmarks/*.md", "docs/**/*.md")
CATALOGUES: Final = ("bot/texts/en/*.ftl", "docs/**/en/*.ftl")

WORDS: Final = (
    "whoever",
    "those who",
    "somebody",
    "anew",
    "as far as",
    "in place of",
    "is told",
    "what there is",
)
"""Words and phrases with a plainer alternative."""

_WORD: Final = re.compile(rf"\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE)
_QUESTION: Final = "what|whom?|whose|how|which"
_RETURNED: Final = re.compile(rf"\b(?:returns?|yields?)\W+(?:{_QUESTION})\b", re.IGNORECASE)
_ASKED: Final = re.compile(rf"\W*(?:{_QUESTION.title()}|Those)\b")
_SENTENCE: Final = re.compile(r"(?<=[.!?:])[\"'*)\]]*\s+")
_CODE: Final = re.compile(r"(`+)(?:.*?[^`])??\1(?!`)|\]\([^)]*\)")
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_START: Final = re.compile(r"\s*(?:[-*+>#|]|\d+\.\s|>>>|\.\.\.)")
_INDENTED: Final = re.compile(r"(?: {4}|\t)")
_ENTRY: Final = re.compile(r"-?[\w-]+\s*=\s*|\s*[*\[].*\]\s*|\s*\.\w+\s*=\s*")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of text, with its file and first line."""

    path: PurePosixPath
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {shorten(self.text, 100)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the findings; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.check_wording", description=__doc__)
    parser.add_argument("root", type=Path, nargs="?", default=Path())
    findings = check(tuple(read(parser.parse_args(arguments).root)))
    print("\n".join(map(str, findings)))
    return int(any(finding.lines for finding in findings))


def check(paragraphs: Iterable[Paragraph]) -> tuple[Finding, ...]:
    """Return the findings of all checks."""
    sentences = [sentence for paragraph in paragraphs for sentence in _sentences(paragraph)]
    returned = (str(each) for each in sentences if _RETURNED.search(each.text))
    asked = (str(each) for each in sentences if _asks_nothing(each.text))
    marked = (f"{each} ({found[0]})" for each in sentences for found in _WORD.finditer(each.text))
    return (
        Finding("Question clauses after Return or Yield", tuple(returned)),
        Finding("Sentences that begin with a question word", tuple(asked)),
        Finding("Words that plain English does without", tuple(marked)),
    )


def read(root: Path) -> Iterator[Paragraph]:
    """Yield the paragraphs of docstrings, comments, pages and English messages below a folder."""
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*.py")):
            path = PurePosixPath(file.relative_to(root).as_posix())
            for line, text in sorted(_documented(file.read_text(encoding="utf-8"))):
                yield from _paragraphs(path, line, text)
    for file in sorted({file for pattern in PAGES for file in root.glob(pattern)}):
        path = PurePosixPath(file.relative_to(root).as_posix())
        yield from _paragraphs(path, 1, file.read_text(encoding="utf-8"), is_page=True)
    for file in sorted({file for pattern in CATALOGUES for file in root.glob(pattern)}):
        path = PurePosixPath(file.relative_to(root).as_posix())
        for line, text in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            yield Paragraph(path, line, _ENTRY.sub("", text, count=1))


def _documented(source: str) -> Iterator[tuple[int, str]]:
    """Yield docstrings and blocks of comments, with their first lines."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text
    last = 0
    block: list[str] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line = token.start[0]
            if block and line != last + 1:
                yield last - len(block) + 1, "\n".join(block)
                block = []
            block.append(token.string.lstrip("#: "))
            last = line
    if block:
        yield last - len(block) + 1, "\n".join(block)


def _paragraphs(
    path: PurePosixPath, first: int, text: str, *, is_page: bool = False
) -> Iterator[Paragraph]:
    """Yield the paragraphs of a text without its code; items and rows are paragraphs."""
    kept: list[str] = []
    begun = first
    in_code = False
    for line, row in enumerate([*text.splitlines(), ""], start=first):
        is_fence = _FENCE.match(row) is not None
        is_code = in_code or is_fence or (is_page and not kept and _INDENTED.match(row) is not None)
        if kept and (is_code or not row.strip() or _START.match(row)):
            yield Paragraph(path, begun, _CODE.sub("`", " ".join(kept)))
            kept = []
        in_code ^= is_fence
        if row.strip() and not is_code and not row.lstrip().startswith("#"):
            begun = begun if kept else line
            kept.append(row.strip())


def _sentences(paragraph: Paragraph) -> Iterator[Paragraph]:
    for text in _SENTENCE.split(paragraph.text):
        yield Paragraph(paragraph.path, paragraph.line, text)


def _asks_nothing(sentence: str) -> bool:
    return _ASKED.match(sentence) is not None and not sentence.rstrip("*_\"')").endswith("?")


if __name__ == "__main__":
    sys.exit(main())
