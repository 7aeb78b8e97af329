"""Dealing a board that anyone can check afterwards.

A random game follows from 16 secret bytes, a typed one from its keyword. The *stream* of a secret
under a label is the concatenation of SHA-512(label, zero byte, secret, 8-byte big-endian counter)
for the counters 0, 1, 2, ..., read as 8-byte big-endian numbers. A number below n is drawn by
rejection (of numbers that are not below the largest multiple of n), a permutation by Fisher-Yates
from the last place down. The label ``key`` gives the first team (not in a solo game) and the key,
the label ``words`` the order of the pack, without the words seen lately. If two words of the
embedded pack have nearly the same meaning, the deal skips the second. docs/fair-deal.md explains to
players how to check a game.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256, sha512
from itertools import count
from struct import unpack
from typing import TypeVar

from core.codenames.key import Key, deck, key_from_keyword, rotation
from core.codenames.model import Drawn, Layout, Options, Source, Typed
from core.codenames.spelling import fold
from core.rules import OptionsError, Seat, Secret
from core.view import phrase
from core.words.packs import PACKS_KEPT, Pack, check_faults, near_words, too_few

T = TypeVar("T")

SECRET_BYTES = 16
WORD_RANGE = 1 << 64


@dataclass(frozen=True, slots=True)
class Supply:
    """The source of the words: the pack, without words that the room has seen lately or bars."""

    pack: Pack
    skipped: tuple[str, ...] = ()

    @property
    def fresh(self) -> tuple[str, ...]:
        """The words that may be dealt, in the pack's order."""
        seen = frozenset(self.skipped)
        return tuple(word for word in self.pack.words if word not in seen)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The skipped words that the pack holds, in its order."""
        seen = frozenset(self.skipped)
        return tuple(word for word in self.pack.words if word in seen)


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a random deal's secret bytes, in hexadecimal."""
    return sha256(secret).hexdigest()


def drawn_layout(options: Options, supply: Supply, secret: bytes) -> Layout:
    """Return the board from 16 secret bytes."""
    source = Drawn(Secret(secret), commitment(secret))
    return _layout(options, supply, source, drawn_key(options, secret), secret)


def typed_layout(options: Options, supply: Supply, keyword: str, seat: Seat) -> Layout:
    """Return the board from a keyword."""
    key = key_from_keyword(keyword, options.rows, options.cols, options.teams)
    return _layout(options, supply, Typed(Secret(keyword), seat), key, keyword.encode())


def drawn_key(options: Options, secret: bytes) -> Key:
    """Return the key card of a random game; in a solo game the playing team goes first."""
    stream = numbers(secret, "key")
    teams = options.all_teams
    first = below(stream, len(teams)) if options.solo is None else teams.index(options.solo)
    order = rotation(teams, first)
    return Key(order, shuffled(stream, deck(order, options.size)))


def check_supply(supply: Supply, size: int) -> None:
    """Raise OptionsError for cards that notation confuses, or for too few fresh words."""
    check_alike(supply.pack, size)
    if len(supply.fresh) < size:
        raise OptionsError(
            "pack-runs-out", pack=supply.pack.name, words=len(supply.fresh), cards=size
        )


def check_alike(pack: Pack, needed: int = 0) -> None:
    """Raise OptionsError for cards that notation confuses, or fewer than `needed`."""
    alike = [
        phrase("pack-alike", pack=pack.name, word=word, other=other)
        for word, other in alike_words(pack.words)
    ]
    few = too_few(pack.name, len(pack.words), needed)
    check_faults(pack.name, (*few, *alike), OptionsError.of)


@lru_cache(maxsize=PACKS_KEPT)
def alike_words(words: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the words that fold to the same form as an earlier word, each with that word."""
    first: dict[str, str] = {}
    pairs = [(word, first.setdefault(fold(word), word)) for word in words]
    return tuple((word, other) for word, other in pairs if word != other)


def dealt_words(supply: Supply, size: int, secret: bytes) -> tuple[str, ...]:
    """Return the words of a board: the first fresh ones in the order of the secret.

    A word with nearly the same meaning as an earlier one moves to the end of that order.
    """
    fresh = frozenset(supply.fresh)
    order = shuffled(numbers(secret, "words"), supply.pack.words)
    return spread((word for word in order if word in fresh), near_words(supply.pack))[:size]


def spread(order: Iterable[str], near: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """Return words in their order, but move words `near` an earlier one to the end.

    A word that is near only to moved words keeps its place.

    >>> spread(("boat", "ship", "raft"), {"ship": frozenset({"boat", "raft"})})
    ('boat', 'raft', 'ship')
    """
    kept: dict[str, None] = {}
    last: list[str] = []
    for word in order:
        if kept.keys().isdisjoint(near.get(word, ())):
            kept[word] = None
        else:
            last.append(word)
    return (*kept, *last)


def _layout(options: Options, supply: Supply, source: Source, key: Key, secret: bytes) -> Layout:
    return Layout(
        words=dealt_words(supply, options.size, secret),
        order=key.order,
        key=Secret(key.identities),
        source=source,
        pack=supply.pack.digest,
        skipped=supply.left_out,
    )


def numbers(secret: bytes, label: str) -> Iterator[int]:
    """Yield the stream of a secret under a label, as numbers of 64 bits."""
    for counter in count():
        block = sha512(label.encode() + b"\0" + secret + counter.to_bytes(8, "big")).digest()
        yield from unpack(">8Q", block)


def below(stream: Iterator[int], bound: int) -> int:
    """Return a uniformly random number from 0 to `bound` - 1."""
    limit = WORD_RANGE - WORD_RANGE % bound
    return next(number for number in stream if number < limit) % bound


def shuffled(stream: Iterator[int], items: Sequence[T]) -> tuple[T, ...]:
    """Return the items in a uniformly random order."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        place = below(stream, last + 1)
        order[last], order[place] = order[place], order[last]
    return tuple(order)


def unseen(pack: Pack, seen: Sequence[str], size: int, barred: Collection[str] = ()) -> Supply:
    """Return the supply without barred words, and without seen ones if enough others are left.

    If fewer than `size` words are unseen, the supply includes those seen the longest ago. `seen`
    lists words from the longest ago to the latest.
    """
    held = frozenset(pack.words).difference(barred)
    latest = dict.fromkeys(word for word in reversed(seen) if word in held)
    spare = max(0, len(held) - size)
    return Supply(pack, (*barred, *tuple(latest)[:spare]))
