"""A page of which parts are written by a program, between marks that readers do not see."""

import re
from collections.abc import Mapping
from typing import Final

from core.rules import Refusal

_BLOCK: Final = re.compile(r"(<!-- begin (?P<name>[\w-]+) -->\n).*?(<!-- end (?P=name) -->)", re.S)


class PageError(Refusal):
    """A page that lacks a block, or has one that nobody writes."""


def with_blocks(page: str, blocks: Mapping[str, str]) -> str:
    """Return a page with the contents of its blocks written anew; raises PageError.

    A block stands between the lines ``<!-- begin NAME -->`` and ``<!-- end NAME -->``.
    """
    there = [match["name"] for match in _BLOCK.finditer(page)]
    for name in blocks:
        if there.count(name) != 1:
            raise PageError("arena-page-block", name=name)
    for name in there:
        if name not in blocks:
            raise PageError("arena-page-unknown", name=name)
    return _BLOCK.sub(lambda match: match[1] + blocks[match["name"]] + match[3], page)
