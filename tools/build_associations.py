"""Builds the embedded associations: `python -m tools.build_associations` (see docs/DATA.md).

Reads the slices of written associations. Writes into the folder of embedded data: the lists for
`core.words.association_lists`, the model `associations` with vectors from words that share lists,
and `clue_names.txt`, the names that bots may give as clues.

Axes: W words of the lists, P associations, V clue words, D dimensions.
"""

import argparse
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.words.association_lists import ASSOCIATION_KINDS, ASSOCIATION_STEPS, KIND_BITS
from core.words.receptive_words import receptive_vocabulary
from tools.build_headwords import NAMES, forbidden_words, is_excluded, read_headwords
from tools.build_lexicon import DATA, SEED, lines, listed, write_manifest
from tools.check_associations import Association, parse_entry
from tools.lexicon.reduction import Floats, ppmi, singular_vectors, to_bytes

SLICES: Final = Path(__file__).parent / "lexicon" / "associations"
DIGESTS: Final = "slices.sha256"
NAMES_LEFT_OUT: Final = SLICES.parent / "names_left_out.txt"
CLUE_NAMES: Final = "clue_names.txt"
DIMENSIONS: Final = 160

FEWEST_LISTS: Final = 4
"""Words with fewer links have no vector, unless they are clue words."""

LINKS: Final[Mapping[str, float]] = {"c": 1.0, "u": 0.6, "r": 0.3}
"""The strength of a link for each strength of association."""

SELF_LINK: Final = 0.5
"""The strength of a word's link to itself, which makes two words of one list alike."""

Lists = Mapping[str, Sequence[Association]]


def main(arguments: Sequence[str] | None = None) -> None:
    """Build and write everything, with progress messages."""
    parser = argparse.ArgumentParser(prog="python -m tools.build_associations", description=__doc__)
    parser.add_argument("--out", type=Path, default=DATA)
    out = parser.parse_args(arguments).out
    lists, clue_words = read_lists(SLICES), listed(out / "clue_words.txt")
    pairs = sum(map(len, lists.values()))
    links = Links(lists, clue_words)
    print(f"{len(lists)} lists, {pairs} associations, {len(links.words)} words", flush=True)
    vectors = to_bytes(links.vectors())
    known = dict(zip(links.words, vectors, strict=True))
    nothing = np.zeros(DIMENSIONS, np.int8)
    np.save(out / "associations.npy", np.stack([known.get(one, nothing) for one in clue_words]))
    heard = [one for one in links.words if one not in links.spoken]
    np.save(out / "receptive_associations.npy", np.stack([known[one] for one in heard]))
    write_lists(out, lists, frozenset(heard))
    write_names(out)
    write_manifest(out)


def read_lists(folder: Path) -> Lists:
    """Return the associations of each headword, with words in the models' base forms.

    Raises ValueError if a slice does not match `slices.sha256`.
    """
    bases, found = receptive_vocabulary().bases, dict[str, Sequence[Association]]()
    for line in lines(folder / DIGESTS):
        digest, name = line.split()
        content = (folder / name).read_bytes()
        if sha256(content).hexdigest() != digest:
            raise ValueError(f"{name} was changed after it was frozen")
        for entry in map(parse_entry, _entries(content.decode("utf-8"))):
            found[entry.headword] = _by_base(entry.headword, entry.associations, bases)
    return found


def _entries(text: str) -> Sequence[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _by_base(
    headword: str, associations: Sequence[Association], bases: Mapping[str, str]
) -> Sequence[Association]:
    """Return associations in base form, each once, strongest first."""
    kept = dict[str, Association]()
    for one in sorted(associations, key=lambda one: ASSOCIATION_STEPS.index(one.step)):
        word = bases.get(one.word, one.word)
        if word != bases.get(headword, headword):
            kept.setdefault(word, Association(word, one.step, one.kind))
    return [*kept.values()]


class Links:
    """The words with a vector, and the strength of the link between each two."""

    def __init__(self, lists: Lists, clue_words: Sequence[str]) -> None:
        """Take the lists and the clue words."""
        self.spoken: Final = frozenset(clue_words)
        ties = {
            frozenset((headword, one.word)): 0.0
            for headword, associations in lists.items()
            for one in associations
        }
        for headword, associations in lists.items():
            for one in associations:
                ties[frozenset((headword, one.word))] += LINKS[one.step]
        ends = np.array([sorted(pair) for pair in ties])
        words, counts = np.unique(ends, return_counts=True)
        heard = receptive_vocabulary().ranks
        self.words: Final[Sequence[str]] = [
            word
            for word, count in zip(words.tolist(), counts.tolist(), strict=True)
            if word in self.spoken or (word in heard and count >= FEWEST_LISTS)
        ]
        self._ties = ties

    def vectors(self) -> Floats:
        """Return the words' vectors, float32 (words, D)."""
        rows = {word: row for row, word in enumerate(self.words)}
        ties = np.eye(len(rows), dtype=np.float32) * np.float32(SELF_LINK)
        for pair, strength in self._ties.items():
            first, second = pair
            if first in rows and second in rows:
                ties[rows[first], rows[second]] = ties[rows[second], rows[first]] = strength
        return singular_vectors(ppmi(ties), DIMENSIONS, np.random.default_rng(SEED))


def write_lists(out: Path, lists: Lists, heard: frozenset[str]) -> None:
    """Write all words, with a mark for `heard` ones with their own vectors, and the lists."""
    words = sorted({*lists, *(one.word for each in lists.values() for one in each)})
    ids = {word: number for number, word in enumerate(words)}
    marked = (f"{word} *\n" if word in heard else f"{word}\n" for word in words)
    (out / "association_words.txt").write_text("".join(marked), encoding="utf-8")
    own = [lists.get(word, ()) for word in words]
    flat = [one for each in own for one in each]
    _save(out, "words", np.array([ids[one.word] for one in flat], np.uint16))
    _save(out, "marks", np.array([_mark(one) for one in flat], np.uint8))
    _save(out, "ends", np.cumsum([len(each) for each in own], dtype=np.uint32))


def write_names(out: Path) -> None:
    """Write the names that bots may give as clues, one per line."""
    (out / CLUE_NAMES).write_text("".join(f"{name}\n" for name in clue_names()), encoding="utf-8")


def clue_names(path: Path = NAMES_LEFT_OUT) -> Sequence[str]:
    """Return the headwords that are acceptable names as clues, in alphabetical order.

    The file lists names to omit. Raises ValueError if a word in it is not a name.
    """
    names = {word for word, one in read_headwords().items() if one.group == NAMES}
    left_out = {word for line in listed(path) for word in line.split()}
    if vain := left_out - names:
        raise ValueError(f"no names to leave out: {', '.join(sorted(vain))}")
    excluded = forbidden_words() | left_out | {*listed(DATA / "unsaid_words.txt")}
    return sorted(name for name in names if not is_excluded(name, excluded))


def _mark(one: Association) -> int:
    return ASSOCIATION_STEPS.index(one.step) << KIND_BITS | ASSOCIATION_KINDS.index(one.kind)


def _save(out: Path, name: str, array: NDArray[np.generic]) -> None:
    np.save(out / f"association_{name}.npy", array)


if __name__ == "__main__":
    main()
