"""Generated blocks of pages, and tables as text, Markdown and CSV."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Final

from core.rules import Refusal

_BLOCK: Final = re.compile(r"(<!-- begin (?P<name>[\w-]+) -->\n).*?(<!-- end (?P=name) -->)", re.S)


def with_blocks(page: str, blocks: Mapping[str, str]) -> str:
    """Return a page with new contents of all its blocks; raises Refusal if the names differ.

    A block is between the lines ``<!-- begin NAME -->`` and ``<!-- end NAME -->``.
    """
    there = [match["name"] for match in _BLOCK.finditer(page)]
    for name in blocks:
        if there.count(name) != 1:
            raise Refusal("arena-page-block", name=name)
    for name in there:
        if name not in blocks:
            raise Refusal("arena-page-unknown", name=name)
    return _BLOCK.sub(lambda match: match[1] + blocks[match["name"]] + match[3], page)


def text_table(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield rows of ASCII as lines, with the first column left-aligned, the others right."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *others in table:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join((first.ljust(widths[0]), *cells)).rstrip()


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; all columns but the first are right-aligned."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV; the first is the header."""
    text = StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
