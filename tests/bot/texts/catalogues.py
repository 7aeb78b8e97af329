"""The catalogues, parsed as Fluent, so that tests can compare the languages."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from bot.texts import catalogues

PLURALS = frozenset({"zero", "one", "two", "few", "many", "other"})
"""The plural categories of CLDR; each language uses some of them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A message: its file and its pattern, without the messages that it refers to."""

    key: str
    file: str
    pattern: ast.Pattern

    @property
    def names(self) -> frozenset[str]:
        """The values that the message uses."""
        return frozenset(node.id.name for node in found(self.pattern, ast.VariableReference))

    @property
    def references(self) -> frozenset[str]:
        """The messages that are a part of this one."""
        return frozenset(node.id.name for node in found(self.pattern, ast.MessageReference))

    @property
    def variants(self) -> frozenset[tuple[str, str]]:
        """The values that select a variant of the message, as (name, value)."""
        selects = found(self.pattern, ast.SelectExpression)
        return frozenset(
            (select.selector.id.name, _text(variant.key))
            for select in selects
            for variant in select.variants
        )

    @property
    def texts(self) -> tuple[str, ...]:
        """The words of the message between its values."""
        return tuple(node.value for node in found(self.pattern, ast.TextElement))

    @property
    def endings(self) -> tuple[str, ...]:
        """The possible ends of the message: the last characters of each of its last parts."""
        return tuple(_endings(self.pattern))


@cache
def entries(language: str) -> tuple[Entry, ...]:
    """Return the messages of a language; fails for invalid Fluent."""
    return tuple(_entries(language))


def found(tree: ast.BaseNode, kind: type[Any]) -> list[Any]:
    """Return the nodes of a kind below a node."""
    nodes = list[Any]()

    class Finder(Visitor):
        def generic_visit(self, node: ast.BaseNode) -> None:
            if isinstance(node, kind):
                nodes.append(node)
            super().generic_visit(node)

    Finder().visit(tree)
    return nodes


def _entries(language: str) -> Iterator[Entry]:
    for catalogue in catalogues(language):
        for item in FluentParser().parse(catalogue.read_text(encoding="utf-8")).body:
            assert not isinstance(item, ast.Junk), f"{catalogue.name}: {item.content}"
            if isinstance(item, ast.Message):
                assert item.value is not None
                yield Entry(item.id.name, catalogue.name, item.value)


def _text(key: ast.Identifier | ast.NumberLiteral) -> str:
    return str(key.name if isinstance(key, ast.Identifier) else key.value)


def _endings(pattern: ast.Pattern) -> Iterator[str]:
    last = pattern.elements[-1]
    if isinstance(last, ast.TextElement):
        yield last.value.rstrip()[-1:]
    elif isinstance(last.expression, ast.SelectExpression):
        for variant in last.expression.variants:
            yield from _endings(variant.value)
    else:
        yield ""
