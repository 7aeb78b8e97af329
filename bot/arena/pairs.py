"""Pairs by name: ``M+G`` is a spymaster M with a guesser G.

A part is a name that `spyring simulate` knows, or ``exec:COMMAND`` for a program. A command that
contains a plus sign or a quotation mark needs quotation marks around it.
"""

from collections.abc import Collection, Iterator
from typing import Final, TypeAlias

from core.arena.pair import Pair
from core.rules import Refusal

EXEC: Final = "exec:"
"""The prefix of the name of an agent that is a program."""

_QUOTES: Final = "\"'"


PairNames: TypeAlias = Pair[str, str]
"""The names of a pair's two players."""


def read_pair(text: str, known: Collection[str]) -> PairNames:
    """Return the pair that a text names; raises Refusal, for example for an ambiguous text.

    >>> read_pair("ace+gloss", ("ace", "gloss"))
    Pair(spymaster='ace', guesser='gloss')
    >>> read_pair("exec:'./agent +x'+gloss", ("gloss",)).spymaster
    'exec:./agent +x'
    """
    splits = [(text[:place], text[place + 1 :]) for place in _plus_signs(text)]
    if not splits:
        raise Refusal("arena-pair-parts", pair=text)
    found = [split for split in splits if all(is_player(part, known) for part in split)]
    if len(found) > 1:
        raise Refusal("arena-pair-ambiguous", pair=text)
    if not found:
        unknown = next(part for part in splits[-1] if not is_player(part, known))
        raise Refusal("asset-unknown-expert", name=unknown, known=tuple(known))
    return PairNames(*map(unquoted, found[0]))


def _plus_signs(text: str) -> Iterator[int]:
    """Yield the indices of plus signs outside quotation marks; raises Refusal for an open mark."""
    quote = ""
    for place, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in _QUOTES:
            quote = sign
        elif sign == "+":
            yield place
    if quote:
        raise Refusal("arena-exec-quotes", command=text)


def is_player(part: str, known: Collection[str]) -> bool:
    """Return whether a part names a known bot or a program."""
    return part in known or (part.startswith(EXEC) and len(part) > len(EXEC))


def unquoted(part: str) -> str:
    """Return a part without the quotation marks around its whole command."""
    command = part.removeprefix(EXEC)
    if part.startswith(EXEC) and len(command) > 1 and command[0] in _QUOTES:
        inner = command[1:-1]
        if command[-1] == command[0] and command[0] not in inner:
            return f"{EXEC}{inner}"
    return part
