"""Sample associations for readers: `python -m tools.sample_associations FOLDER [--answers FILE]`.

Writes `pairs.txt` into the folder: 300 pairs of a headword and an association, and 100 decoys with
associations of other headwords, of the same kind, in random order. A reader who sees nothing else
writes a file with `NUMBER yes` or `NUMBER no` per line: whether an adult who plays word games finds
the pair sensible, at once or after an explanation. With `--answers` it prints the shares of
sensible real pairs and decoys instead.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools import build_headwords
from tools.build_lexicon import lines
from tools.check_associations import parse_entry

REAL, DECOYS = 300, 100


@dataclass(frozen=True, slots=True)
class Pair:
    """A headword and another word."""

    headword: str
    association: str
    is_real: bool = True


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the pairs, or print the judgements."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.sample_associations",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--answers", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    pairs = sampled(given.seed, build_headwords.FOLDER)
    if given.answers:
        print("\n".join(judged(pairs, lines(given.answers))))
        return
    listed = [
        f"{number}. {one.headword} - {one.association}" for number, one in enumerate(pairs, 1)
    ]
    (given.folder / "pairs.txt").write_text("\n".join(listed) + "\n", encoding="utf-8")


def sampled(seed: int, folder: Path) -> list[Pair]:
    """Return real pairs and decoys in a random order that depends on the seed."""
    chooser = random.Random(seed)  # noqa: S311 - no secret
    entries = [
        parse_entry(line) for path in sorted(folder.glob("slice_*.txt")) for line in lines(path)
    ]
    by_kind: dict[str, list[tuple[str, str]]] = {}
    for one in entries:
        for association in one.associations:
            by_kind.setdefault(association.kind, []).append((one.headword, association.word))
    every = [pair for pairs in by_kind.values() for pair in pairs]
    real = [Pair(*pair) for pair in chooser.sample(every, REAL)]
    pairs = [*real, *_decoys(by_kind, chooser)]
    chooser.shuffle(pairs)
    return pairs


def _decoys(by_kind: dict[str, list[tuple[str, str]]], chooser: random.Random) -> Iterator[Pair]:
    """Yield headwords with associations of others of the same kind."""
    total, known = sum(map(len, by_kind.values())), set().union(*by_kind.values())
    kinds = chooser.choices(list(by_kind), [len(one) / total for one in by_kind.values()], k=DECOYS)
    for kind in kinds:
        while True:
            headword, other = chooser.choice(by_kind[kind])[0], chooser.choice(by_kind[kind])[1]
            if (headword, other) not in known and headword != other:
                yield Pair(headword, other, is_real=False)
                break


def judged(pairs: Sequence[Pair], answers: Sequence[str]) -> Iterator[str]:
    """Yield the sensible shares of real pairs and of decoys, then the rejected real pairs."""
    said = {int(number.rstrip(".")): word == "yes" for number, word in map(str.split, answers)}
    for name, is_real in (("real", True), ("decoys", False)):
        asked = [place for place, one in enumerate(pairs, 1) if one.is_real is is_real]
        found = [said[place] for place in asked if place in said]
        yield f"{name}: {sum(found)} of {len(found)} sensible"
    for place, one in enumerate(pairs, 1):
        if one.is_real and said.get(place) is False:
            yield f"not sensible: {one.headword} - {one.association}"


if __name__ == "__main__":
    main()
